import { byGravity, isAtLeast, type Notice } from '#alerts/notice.ts'
import type { WatchReport } from '#watch-report.ts'

const notSaved: Notice = {
  reason: 'not-saved',
  level: 'warn',
  message: 'The anchor watch is not saved: a restart would bring back its earlier state',
}

/** The same report, with the word that it is not on disk; a graver alert keeps its level and reason. */
export const unsavedReport = (report: WatchReport): WatchReport => {
  const { alert, notices } = report
  const told = isAtLeast(alert.level, 'warn')
    ? { ...alert, message: `${alert.message}. ${notSaved.message}` }
    : { ...alert, ...notSaved }
  return { ...report, alert: told, notices: byGravity([...notices, notSaved]) }
}
