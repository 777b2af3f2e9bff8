import type { JSX } from 'preact'
import { useComputed } from '@preact/signals'
import { usePilot } from '#pilot/pilot-context.ts'
import { isOffline } from '#pilot/pilot-report.ts'
import { hindranceText } from '#pilot/pilot-words.ts'
import { targetText } from '#pilot/steering-kind.ts'
import { HoldButton } from '#parts/hold-button.tsx'
import { t } from '#words/words.ts'

const holdMs = 800

/** What it would hold, shown before anyone has held the button for long enough. */
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
  const { commands, hindrance, lease, pilots } = usePilot()
  const intent = useIntent()
  const action = pilots.action('engage')
  const why =
    hindrance.value === undefined
      ? action?.available === false
        ? action.reason
        : undefined
      : hindranceText(hindrance.value, lease.other.value)
  const isAsked = commands.deed.value?.kind === 'engage'
  return (
    <HoldButton
      ms={holdMs}
      class="helm-engage"
      testId="engage"
      disabled={hindrance.value !== undefined || action?.available === false}
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
  const isAsked = commands.deed.value?.kind === 'disengage'
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

/** One tap to let go; held to engage. One that cannot be reached may still hear that it is to let go. */
export const EngageBar = (): JSX.Element | null => {
  const report = usePilot().pilots.chosen.value
  if (report === undefined) return null
  return report.isEngaged || isOffline(report) ? <StandbyButton /> : <EngageButton />
}
