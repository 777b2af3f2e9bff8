import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { useConsole } from '#app/console-context.ts'
import { useBoat } from '#boat/boat-context.ts'
import { t } from '#words/words.ts'
import { usePilot } from '#pilot/pilot-context.ts'
import { PilotNotice } from '#pilot/pilot-notice.tsx'
import { isDodging, type PilotReport } from '#pilot/pilot-report.ts'
import { PilotSheet } from './pilot-sheet.tsx'
import { modeName, pilotLook, stateText } from '#pilot/pilot-words.ts'
import { useStandbyKey } from './standby-key.ts'
import { targetText } from '#pilot/steering-kind.ts'
import { DodgeState, TurnState } from './strip-states.tsx'
import { TakeHelm } from './take-helm.tsx'
import '#pilot/pilot.css'

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

/** Who has the helm. */
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

const StandbyButton = (): JSX.Element => {
  const { commands, mayStandBy } = usePilot()
  return (
    <button
      type="button"
      class="button strong"
      data-testid="standby"
      disabled={!mayStandBy.value}
      onClick={() => void commands.standby()}
    >
      ■ {t('helm.standby')}
    </button>
  )
}

const StripButtons = ({ report, isHelm }: StripPart): JSX.Element | null => {
  const { commands, disabledReason, lease } = usePilot()
  if (isHelm) return lease.other.value === undefined ? null : <TakeHelm />
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
      {report.isEngaged && <StandbyButton />}
    </>
  )
}

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
  const look = link.isLost.value ? 'lost' : pilotLook(report)
  return (
    <>
      <section
        class="pilot-strip"
        data-look={look}
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
