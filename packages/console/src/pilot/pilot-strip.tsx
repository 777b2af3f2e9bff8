import { durationText } from '#words/durations.ts'
import { turnBetween, radians } from '@marinedata/model'
import type { JSX } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useConsole } from '#page/console-context.ts'
import { useBoat, useSubscription } from '#boat/boat.ts'
import { HoldButton } from '#parts/hold-button.tsx'
import { Sheet } from '#parts/sheet.tsx'
import { t } from '#words/words.ts'
import { stateText, offsetText, PilotNotice, modeName, pilotStatus } from './pilot-notice.tsx'
import { usePilot, presentPaths } from './pilot.ts'
import { isDodging, type PilotReport, leftToTurn, targetText } from './pilots.ts'
import './pilot.css'

const takeMs = 800

/** Takes the helm when held. */
const TakeHelm = (): JSX.Element => {
  const { commands, disabledReason } = usePilot()
  return (
    <HoldButton
      ms={takeMs}
      testId="helm-take"
      disabled={disabledReason.value !== 'held'}
      onHeld={() => void commands.takeHelm()}
    >
      <small>{t('helm.hold')}</small>
      {t('helm.take')}
    </HoldButton>
  )
}

/** Fields in which a space is typed. */
const written = 'input:not([type="range"]), textarea, select, [contenteditable]'

const isForUs = ({ key, target, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean =>
  key === ' ' &&
  !ctrlKey &&
  !altKey &&
  !metaKey &&
  !(target instanceof Element && target.closest(written) !== null)

/**
 * Space disengages, no matter what has the focus. Captures the key before any button receives it, and also its release,
 * on which some browsers click.
 * @param letGo undefined if there is nothing to disengage: Space then goes to the focused element
 */
const useStandbyKey = (letGo: (() => void) | undefined): void => {
  const latest = useRef(letGo)
  latest.current = letGo
  useLayoutEffect(() => {
    let isDown = false
    const take = (event: KeyboardEvent): void => {
      event.preventDefault()
      event.stopPropagation()
    }
    const press = (event: KeyboardEvent): void => {
      if (!isForUs(event) || (latest.current === undefined && !isDown)) return
      take(event)
      if (!event.repeat) latest.current?.()
      isDown = true
    }
    const release = (event: KeyboardEvent): void => {
      if (event.key !== ' ' || !isDown) return
      isDown = false
      take(event)
    }
    window.addEventListener('keydown', press, { capture: true })
    window.addEventListener('keyup', release, { capture: true })
    return () => {
      window.removeEventListener('keydown', press, { capture: true })
      window.removeEventListener('keyup', release, { capture: true })
    }
  }, [])
}

/** Selects one of several autopilots. */
const Choice = (): JSX.Element | null => {
  const { pilots } = usePilot()
  const { all, chosen } = pilots
  if (all.value.length < 2) return null
  return (
    <div class="pilot-choice" role="group" aria-label={t('helm.choose')}>
      {all.value.map((report) => (
        <button
          key={report.id}
          type="button"
          class="button"
          aria-pressed={report.id === chosen.value?.id}
          data-testid={`pilot-${report.id}`}
          onClick={() => pilots.choose(report.id)}
        >
          <span class="grow">
            {report.id}
            {report.isDefault && <small> · {t('helm.default')}</small>}
          </span>
          <small>{stateText(report, undefined)}</small>
        </button>
      ))}
    </div>
  )
}

const helmWords = (isOwn: boolean, other: string | undefined): string => {
  if (isOwn) return t('helm.youHaveHelm')
  return other === undefined ? t('helm.nobodyHasHelm') : t('helm.othersHelm', { holder: other })
}

/** The holder of the helm, and the buttons to take or release it. */
const HelmPart = ({ mayTake }: { readonly mayTake: boolean }): JSX.Element => {
  const { lease } = usePilot()
  const { isOwn, other } = lease
  return (
    <div class="row">
      <p class="grow">{helmWords(isOwn.value, other.value)}</p>
      {isOwn.value && (
        <button type="button" class="button" data-testid="helm-release" onClick={() => void lease.release()}>
          {t('helm.release')}
        </button>
      )}
      {other.value !== undefined && mayTake && <TakeHelm />}
    </div>
  )
}

interface PilotSheetProps {
  readonly onClose: () => void
  /** Elsewhere the helm is taken from the strip itself. */
  readonly mayTake: boolean
}

/** Selects the autopilot, and takes or releases the helm. */
const PilotSheet = ({ onClose, mayTake }: PilotSheetProps): JSX.Element => (
  <Sheet title={t('helm.pilot')} onClose={onClose} testId="pilot-sheet">
    <Choice />
    <HelmPart mayTake={mayTake} />
    <p class="quiet small">{t('helm.helmMeaning')}</p>
  </Sheet>
)

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
const TurnState = ({ report }: StateProps): JSX.Element | null => {
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
const DodgeState = ({ report }: StateProps): JSX.Element | null => {
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

interface StripPart {
  readonly report: PilotReport
  readonly isHelm: boolean
}

/** The target, on screens without a dial. */
const StripTarget = ({ report }: { readonly report: PilotReport }): JSX.Element | null => {
  const { kind } = usePilot().pilots
  if (!report.isEngaged || report.target === null || kind.value === undefined) return null
  return (
    <span class="pilot-target" data-testid="target">
      {targetText(report.target, kind.value)}
    </span>
  )
}

/** The holder of the helm. */
const Holder = (): JSX.Element | null => {
  const { lease } = usePilot()
  const { other, isOwn } = lease
  if (other.value === undefined && !isOwn.value) return null
  return (
    <span class="pilot-holder" data-testid="helm-holder">
      {other.value === undefined ? t('helm.youHaveHelm') : t('helm.othersHelm', { holder: other.value })}
    </span>
  )
}

const StripWords = ({ report, isHelm }: StripPart): JSX.Element => {
  const { link } = useBoat()
  const { pilots } = usePilot()
  const isLost = link.isLost.value
  return (
    <>
      <span class="pilot-line">
        <span class="pilot-shape" aria-hidden="true" />
        <strong data-testid="pilot-state" data-engaged={report.isEngaged}>
          {stateText(report, isLost ? link.seconds.value : undefined)}
        </strong>
        {report.mode !== null && !isDodging(report) && (
          <span class={`pilot-mode ${isHelm ? '' : 'pilot-spare'}`}>{modeName(report.mode)}</span>
        )}
        {!isHelm && <StripTarget report={report} />}
        {pilots.all.value.length > 1 && (
          <span class={`pilot-name ${isHelm ? '' : 'pilot-spare'}`}>{report.id} ▾</span>
        )}
      </span>
      <Holder />
    </>
  )
}

const StandbyButton = ({ testId }: { readonly testId: string }): JSX.Element => {
  const { commands, mayStandBy } = usePilot()
  return (
    <button
      type="button"
      class="button standby"
      data-testid={testId}
      disabled={!mayStandBy.value}
      onClick={() => void commands.standby()}
    >
      ■ {t('helm.standby')}
    </button>
  )
}

const OtherButtons = ({ report }: StateProps): JSX.Element => {
  const { commands, disabledReason } = usePilot()
  return (
    <>
      {isDodging(report) && (
        <button
          type="button"
          class="button"
          data-testid="resume"
          disabled={disabledReason.value !== undefined}
          onClick={() => void commands.resume()}
        >
          {t('helm.resume')}
        </button>
      )}
      {report.isEngaged && <StandbyButton testId="standby" />}
    </>
  )
}

/** At the helm the screen itself has STANDBY, unless a sheet covers it. */
const HelmButtons = ({ report }: StateProps): JSX.Element => {
  const { lease } = usePilot()
  const isCovered = useConsole().openSheets.value > 0
  return (
    <>
      {lease.other.value !== undefined && <TakeHelm />}
      {isCovered && report.isEngaged && <StandbyButton testId="strip-standby" />}
    </>
  )
}

const StripButtons = ({ report, isHelm }: StripPart): JSX.Element =>
  isHelm ? <HelmButtons report={report} /> : <OtherButtons report={report} />

/** State of the autopilot and STANDBY, on every screen. */
export const PilotStrip = (): JSX.Element | null => {
  const { pilots, commands, mayStandBy } = usePilot()
  const { router } = useConsole()
  const { link } = useBoat()
  const [isOpen, setOpen] = useState(false)
  const report = pilots.chosen.value
  const isHelm = router.route.value.screen === 'helm'
  const mayStop = report?.isEngaged === true && mayStandBy.value
  useStandbyKey(mayStop ? () => void commands.standby() : undefined)
  if (report === undefined) return null
  const status = link.isLost.value ? 'lost' : pilotStatus(report)
  return (
    <>
      <section
        class="pilot-strip"
        data-status={status}
        data-busy={isDodging(report) || report.manoeuvre !== null}
        data-place={isHelm ? 'helm' : 'other'}
        data-testid="pilot-strip"
        aria-label={t('helm.pilot')}
      >
        <button type="button" class="pilot-said" data-testid="pilot-open" onClick={() => setOpen(true)}>
          <StripWords report={report} isHelm={isHelm} />
        </button>
        <TurnState report={report} />
        <DodgeState report={report} />
        <StripButtons report={report} isHelm={isHelm} />
        {!isHelm && <PilotNotice place="strip" />}
      </section>
      {isOpen && <PilotSheet onClose={() => setOpen(false)} mayTake={!isHelm} />}
    </>
  )
}
