export { HistoryLog } from './history-log.ts'
export { LogCopy, minuteMeans, type CopiedParts, type CopyPosition, type MinuteMean } from './log-copy.ts'
export type * from './interface.ts'
