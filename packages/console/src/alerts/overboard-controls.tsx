import type { JSX } from 'preact'
import { useRef } from 'preact/hooks'
import { useKeys } from '#page/keys.ts'
import { t } from '#words/words.ts'
import { overboardPath } from './alert.ts'
import { useAlerts } from './alerts-context.tsx'

/** MOB, on every screen. Acts on pointer down, so that the server stores the position of that moment. */
export const MobButton = (): JSX.Element => {
  const { overboard } = useAlerts()
  const disabledReason = overboard.disabledReason.value
  const wasTouched = useRef(false)
  return (
    <button
      type="button"
      class="button mob-button"
      data-testid="mob"
      aria-label={t('alerts.mob.spoken')}
      title={disabledReason && t(disabledReason)}
      disabled={disabledReason !== undefined}
      onPointerDown={({ button }) => {
        wasTouched.current = button === 0
        if (button === 0) void overboard.press()
      }}
      onClick={() => {
        // A keyboard click has no pointer down.
        if (!wasTouched.current) void overboard.press()
        wasTouched.current = false
      }}
    >
      {t('alerts.mob')}
    </button>
  )
}

/** Takes MOB back, for a few seconds and only where it was pressed. */
export const UndoButton = ({ seconds }: { readonly seconds: number }): JSX.Element => {
  const { overboard } = useAlerts()
  return (
    <button
      type="button"
      class="button strong"
      data-testid="mob-undo"
      disabled={overboard.disabledReason.value !== undefined}
      onClick={() => void overboard.end()}
    >
      {t('alerts.mob.undo', { seconds })}
    </button>
  )
}

/** The key M, why MOB failed, and Undo while the band of MOB, which has it, is not loaded. */
export const OverboardNotice = (): JSX.Element | null => {
  const { alerts, overboard, views } = useAlerts()
  const press = (): void => void overboard.press()
  useKeys({ m: press })
  const problem = overboard.problem.value
  const isRaised = alerts.list.value.some(({ path }) => path === overboardPath)
  const seconds = isRaised && views.value === undefined ? overboard.undoSeconds.value : undefined
  if (seconds === undefined && problem === undefined) return null
  return (
    <div class="mob-notice">
      {problem !== undefined && (
        <p class="alerts-note" role="alert" data-testid="mob-problem">
          {problem}
        </p>
      )}
      {seconds !== undefined && <UndoButton seconds={seconds} />}
    </div>
  )
}
