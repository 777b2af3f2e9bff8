export { HistoryLog } from './history-log.ts'
export type * from './interface.ts'
