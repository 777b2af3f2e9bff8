import type { JSX } from 'preact'
import { useComputed } from '@preact/signals'
import { usePilot } from '#pilot/pilot-context.ts'
import { isOffline } from '#pilot/pilot-report.ts'
import { disabledReasonText } from '#pilot/pilot-words.ts'
import { targetText } from '#pilot/steering-kind.ts'
import { HoldButton } from '#parts/hold-button.tsx'
import { t } from '#words/words.ts'

const holdMs = 800

/** What the autopilot would hold, shown before the hold completes. */
const useIntent = (): string => {
  const { present, pilots } = usePilot()
  return useComputed(() => {
    const kind = pilots.kind.value
    if (kind === 'route') return t('helm.willFollow')
    return present.value === undefined
      ? t('helm.willKeep')
      : t('helm.willHold', { target: targetText(present.value, kind) })
  }).value
}

const EngageButton = (): JSX.Element => {
  const { commands, disabledReason, lease, pilots } = usePilot()
  const intent = useIntent()
  const action = pilots.action('engage')
  const why =
    disabledReason.value === undefined
      ? action?.available === false
        ? action.reason
        : undefined
      : disabledReasonText(disabledReason.value, lease.other.value)
  const isAsked = commands.pendingCommand.value?.kind === 'engage'
  return (
    <HoldButton
      ms={holdMs}
      class="helm-engage"
      testId="engage"
      disabled={disabledReason.value !== undefined || action?.available === false}
      onHeld={() => void commands.engage()}
    >
      <span class="engage-words">
        <strong>{isAsked ? t('helm.requested') : t('helm.engage')}</strong>
        <small>{why ?? intent}</small>
      </span>
    </HoldButton>
  )
}

const StandbyButton = (): JSX.Element => {
  const { commands, mayStandBy } = usePilot()
  const isAsked = commands.pendingCommand.value?.kind === 'disengage'
  return (
    <button
      type="button"
      class="button strong helm-standby"
      data-testid="standby"
      data-asked={isAsked}
      disabled={!mayStandBy.value}
      onClick={() => void commands.standby()}
    >
      <i class="stop" />
      {t('helm.standby')}
    </button>
  )
}

/**
 * STANDBY with one tap; engage by holding. STANDBY also works for an autopilot that seems to be offline: the command
 * may still arrive.
 */
export const EngageBar = (): JSX.Element | null => {
  const report = usePilot().pilots.chosen.value
  if (report === undefined) return null
  return report.isEngaged || isOffline(report) ? <StandbyButton /> : <EngageButton />
}
