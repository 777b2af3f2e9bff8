import type { JSX } from 'preact'
import { usePilot } from '#pilot/pilot-context.ts'
import { hindranceText, modeName } from '#pilot/pilot-words.ts'
import { t } from '#words/words.ts'

/** What the pilot can steer by; a choice here never engages it. */
export const ModeButtons = (): JSX.Element => {
  const { pilots, commands, hindrance, lease } = usePilot()
  const modes = pilots.description.value?.options.mode ?? []
  const deed = commands.deed.value
  const why = hindrance.value === undefined ? undefined : hindranceText(hindrance.value, lease.other.value)
  return (
    <div class="helm-modes" role="group" aria-label={t('helm.modes')}>
      {modes.map((mode) => (
        <button
          key={mode}
          type="button"
          class="button"
          data-testid={`mode-${mode}`}
          aria-pressed={mode === pilots.chosen.value?.mode}
          data-asked={deed?.kind === 'mode' && deed.mode === mode}
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
