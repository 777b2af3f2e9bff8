export {
  loopDelayMetric,
  processTable,
  tableMetrics,
  type MetricTable,
} from '../http/routes/metrics/metric-table.ts'
export { LoopDelay } from '../loop-delay.ts'
export { reportErrors } from '../process/report-errors.ts'
export { runUntilSignal } from '../process/server-process.ts'
export { serverVersion } from '../settings/server-version.ts'
export { checkedAs } from '../settings/settings.ts'
