import { useComputed, type ReadonlySignal } from '@preact/signals'
import { usePilot } from '#pilot/pilot-context.ts'
import type { Pilot } from '#pilot/pilot.ts'
import { isDodging } from '#pilot/pilot-report.ts'
import { disabledReasonText } from '#pilot/pilot-words.ts'
import { t } from '#words/words.ts'

/** Why the target cannot be changed; undefined if it can. */
export const whyNotAim = ({ disabledReason, lease, pilots }: Pilot): string | undefined => {
  if (disabledReason.value !== undefined) return disabledReasonText(disabledReason.value, lease.other.value)
  const report = pilots.chosen.value
  if (report?.isEngaged !== true || report.target === null) return t('helm.notSteering')
  if (isDodging(report)) return undefined
  if (pilots.kind.value === 'route') return t('helm.routeSteers')
  const action = pilots.action('set-target')
  return action?.available === false ? (action.reason ?? t('helm.notSteering')) : undefined
}

export const useMayAim = (): ReadonlySignal<boolean> => {
  const pilot = usePilot()
  return useComputed(() => whyNotAim(pilot) === undefined)
}
