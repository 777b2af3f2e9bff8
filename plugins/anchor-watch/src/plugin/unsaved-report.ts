import { byGravity, isAtLeast, type Notice } from '#alerts/notice.ts'
import type { WatchReport } from '#watch-report.ts'

const notSaved: Notice = {
  reason: 'not-saved',
  level: 'warn',
  message: 'The anchor watch is not saved: a restart would bring back its earlier state',
}

/** Adds to a report that the state is not saved. A higher alert keeps its level and reason. */
export const unsavedReport = (report: WatchReport): WatchReport => {
  const { alert, notices } = report
  const highest = isAtLeast(alert.level, 'warn')
    ? { ...alert, message: `${alert.message}. ${notSaved.message}` }
    : { ...alert, ...notSaved }
  return { ...report, alert: highest, notices: byGravity([...notices, notSaved]) }
}
