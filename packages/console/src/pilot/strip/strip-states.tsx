import type { JSX } from 'preact'
import { turnBetween, radians } from '@marinedata/model'
import { useBoat, useSubscription } from '#boat/boat-context.ts'
import { t } from '#words/words.ts'
import { usePilot } from '#pilot/pilot-context.ts'
import { presentPaths } from '#pilot/pilot.ts'
import { isDodging, type PilotReport } from '#pilot/pilot-report.ts'
import { offsetText } from '#pilot/pilot-words.ts'
import { durationText } from '#words/durations.ts'
import { leftToTurn } from '#pilot/steering-kind.ts'

interface StateProps {
  readonly report: PilotReport
}

const degrees = 180 / Math.PI
const following = { paths: presentPaths }

/** Degrees left of a manoeuvre. */
const Progress = ({ report }: StateProps): JSX.Element => {
  useSubscription(following)
  const { present } = usePilot()
  const { manoeuvre, target } = report
  const side = manoeuvre?.direction ?? 'port'
  const left =
    present.value === undefined || target === null ? undefined : leftToTurn(present.value, target, side)
  return (
    <span class="pilot-event">
      <strong>{t(`helm.turning.${manoeuvre?.kind ?? 'tack'}.${side}`)}</strong>
      {left !== undefined && <span class="pilot-left"> {t('helm.toGo', { degrees: Math.round(left) })}</span>}
    </span>
  )
}

/** A tack or gybe in progress, with a cancel button. */
export const TurnState = ({ report }: StateProps): JSX.Element | null => {
  const { commands, disabledReason, present } = usePilot()
  if (report.manoeuvre === null) return null
  const back = report.targetBefore ?? present.value
  return (
    <>
      <Progress report={report} />
      <button
        type="button"
        class="button"
        data-testid="tack-cancel"
        disabled={disabledReason.value !== undefined || back === undefined}
        onClick={() => back !== undefined && void commands.cancelTurn(back)}
      >
        {t('helm.cancel')}
      </button>
    </>
  )
}

/** Offset and duration of a dodge, as far as this page has seen it. */
export const DodgeState = ({ report }: StateProps): JSX.Element | null => {
  const { now } = useBoat()
  if (!isDodging(report)) return null
  const { dodge, target } = report
  const offset =
    dodge?.from === undefined || dodge.from === null || target === null
      ? ''
      : ` ${offsetText(turnBetween(radians(dodge.from), radians(target)) * degrees)}`
  return (
    <span class="pilot-event" data-testid="dodging">
      <strong>
        {t('helm.dodging')}
        {offset}
      </strong>
      {dodge !== undefined && <span class="pilot-left"> {durationText(now.value - dodge.since)}</span>}
    </span>
  )
}
