import type { JSX } from 'preact'
import { useAlerts } from '#alerts/alerts-context.tsx'
import { useKeys } from '#app/keys.ts'
import { t } from '#words/words.ts'

/**
 * The MOB key on every screen, and its undo button. The button lies above the alarm, which covers the rest of the
 * screen.
 */
export const OverboardPlace = (): JSX.Element | null => {
  const { overboard } = useAlerts()
  const press = (): void => void overboard.press()
  useKeys({ m: press, M: press })
  const seconds = overboard.undoSeconds.value
  const problem = overboard.problem.value
  if (seconds === undefined && problem === undefined) return null
  return (
    <div class="mob-place">
      {problem !== undefined && (
        <p class="alerts-note" role="alert" data-testid="mob-problem">
          {problem}
        </p>
      )}
      {seconds !== undefined && (
        <button
          type="button"
          class="button strong"
          data-testid="mob-undo"
          disabled={overboard.disabledReason.value !== undefined}
          onClick={() => void overboard.end()}
        >
          {t('alerts.mob.undo', { seconds })}
        </button>
      )}
    </div>
  )
}
