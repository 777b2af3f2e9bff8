import type { JSX } from 'preact'
import { usePilot } from '#pilot/pilot-context.ts'
import { disabledReasonText, modeName } from '#pilot/pilot-words.ts'
import { t } from '#words/words.ts'

/** Selects the mode. Never engages. */
export const ModeButtons = (): JSX.Element => {
  const { pilots, commands, disabledReason, lease } = usePilot()
  const modes = pilots.description.value?.options.mode ?? []
  const pendingCommand = commands.pendingCommand.value
  const why =
    disabledReason.value === undefined
      ? undefined
      : disabledReasonText(disabledReason.value, lease.other.value)
  return (
    <div class="helm-modes" role="group" aria-label={t('helm.modes')}>
      {modes.map((mode) => (
        <button
          key={mode}
          type="button"
          class="button"
          data-testid={`mode-${mode}`}
          aria-pressed={mode === pilots.chosen.value?.mode}
          data-asked={pendingCommand?.kind === 'mode' && pendingCommand.mode === mode}
          disabled={why !== undefined}
          title={why}
          onClick={() => void commands.setMode(mode)}
        >
          {modeName(mode)}
        </button>
      ))}
    </div>
  )
}
