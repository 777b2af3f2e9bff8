import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useConsole } from '#page/console-context.ts'
import { HoldButton } from '#parts/hold-button.tsx'
import { usePilot, type Pilot } from '#pilot/pilot.ts'
import { targetInWords } from '#pilot/pilots.ts'
import { bearingText, sideText, dashes } from '#units/quantities.ts'
import { t } from '#words/screen-words.ts'
import { AlertIcon, Standby, useSettled } from './alert-controls.tsx'
import { useAlerts } from './alerts-context.tsx'
import { markOf, type PendingTurn } from './turn-question.ts'
import './next-leg.css'

const turnMs = 600
const courseText = (course: number | null): string => (course === null ? dashes : `${bearingText(course)}°T`)

/** `90° S`: the angle, then the side. */
const turnText = (turn: number | null): string => (turn === null ? dashes : sideText(turn))

/** Explains who has to steer the turn: starting a leg turns only an autopilot in route mode. */
const steeringText = ({ pilots }: Pick<Pilot, 'pilots'>): string => {
  const { target = null, isEngaged = false } = pilots.chosen.value ?? {}
  const kind = pilots.kind.value
  if (!isEngaged) return t('leg.byHand')
  if (kind === 'route') return t('leg.byRoute')
  return t('leg.byPilot', { target: target === null ? dashes : targetInWords(target, kind) })
}

const Courses = ({ pending: { leg } }: NextLegDialogProps): JSX.Element => (
  <>
    <p class="leg-courses">
      <output data-testid="next-leg-from">{courseText(leg.from)}</output>
      <span aria-label={t('leg.to')}>→</span>
      <output class="leg-new" data-testid="next-leg-to">
        {courseText(leg.to)}
      </output>
    </p>
    <p class="leg-point">
      <strong data-testid="next-leg-by">{turnText(leg.turn)}</strong>
      {' · '}
      {t('leg.point', { number: leg.leg + 1, count: leg.points, route: leg.route })}
    </p>
  </>
)

const Answers = ({ pending }: NextLegDialogProps): JSX.Element => {
  const { question } = useAlerts()
  const isSettled = useSettled(markOf(pending))
  const { to } = pending.leg
  return (
    <div class="leg-answers">
      <HoldButton
        ms={turnMs}
        class="strong"
        testId="next-leg-turn"
        disabled={!isSettled || question.disabledReason.value !== undefined}
        onHeld={() => void question.turn(pending)}
      >
        <span>
          {to === null ? t('leg.begin') : t('leg.turn', { course: courseText(to) })}
          <small>{t('helm.hold')}</small>
        </span>
      </HoldButton>
      <button
        type="button"
        class="button"
        data-testid="next-leg-keep"
        disabled={!isSettled}
        onClick={() => void question.keepHeading(pending)}
      >
        {t('leg.keep')}
      </button>
    </div>
  )
}

interface NextLegDialogProps {
  readonly pending: PendingTurn
}

/**
 * Asks whether to turn onto the next leg or keep the heading. Covers the screen, but not the pilot's strip and the
 * navigation.
 */
export const NextLegDialog = ({ pending }: NextLegDialogProps): JSX.Element => {
  const { question } = useAlerts()
  const { preferences } = useConsole()
  const pilot = usePilot()
  const dialog = useRef<HTMLDivElement>(null)
  // Focuses the dialog without selecting a button: a key meant for something else must not answer it.
  useEffect(() => dialog.current?.focus(), [])
  const disabledReason = question.disabledReason.value
  const note = question.problem.value ?? (disabledReason === undefined ? undefined : t(disabledReason))
  return (
    <div class="leg-back" data-hand={preferences.of('hand').value}>
      <div
        ref={dialog}
        class="leg"
        role="dialog"
        aria-modal="true"
        aria-label={t('leg.title')}
        tabIndex={-1}
        data-testid="next-leg"
        onKeyDown={({ key }) => key === 'Escape' && void question.keepHeading(pending)}
      >
        <header>
          <AlertIcon alert={pending.alert} isSteady />
          <h2>{t('leg.title')}</h2>
        </header>
        <Courses pending={pending} />
        <p class="quiet">{steeringText(pilot)}</p>
        {note !== undefined && (
          <p class="alerts-note" role="status" data-testid="next-leg-note">
            {note}
          </p>
        )}
        <Answers pending={pending} />
        <p class="quiet small">{t('leg.silence')}</p>
        <Standby testId="next-leg-standby" />
      </div>
    </div>
  )
}
