import { useComputed } from '@preact/signals'
import type { Priority } from '#alerts/alert.ts'
import { useAlerts } from '#alerts/alerts-context.tsx'

const depths = 'environment.depth.'

/** The priority of the active alert of a limit of this value. The limit of the depth may be watched on another depth. */
export const useLimit = (path: string): Priority | undefined => {
  const { alerts } = useAlerts()
  const wanted = `notifications.${path.startsWith(depths) ? depths : path}`
  return useComputed(
    () =>
      alerts.list.value.find(
        (alert) => alert.source === 'zones' && alert.status !== 'rectified' && alert.path.startsWith(wanted),
      )?.priority,
  ).value
}
