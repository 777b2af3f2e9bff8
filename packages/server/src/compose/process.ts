export { reportErrors } from '../process/report-errors.ts'
export { runUntilSignal } from '../process/server-process.ts'
export { serverVersion } from '../settings/server-version.ts'
export { checkedAs } from '../settings/settings.ts'
