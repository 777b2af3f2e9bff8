import type { JSX } from 'preact'
import { useBoat } from '#boat/boat.ts'
import { t, type WordKey } from '#words/words.ts'
import type { PendingPhase } from './pending-command.ts'
import { type Pilot, usePilot } from './pilot.ts'
import { isDodging, isOffline, type PilotReport, targetInWords } from './pilots.ts'

/** Common names of modes; any other mode is shown by its own name. */
const modeWords: Readonly<Record<string, WordKey>> = {
  compass: 'helm.mode.compass',
  wind: 'helm.mode.wind',
  gps: 'helm.mode.gps',
  route: 'helm.mode.route',
}

export const modeName = (mode: string): string => {
  const word = modeWords[mode]
  return word === undefined ? mode.toUpperCase() : t(word)
}

type PilotStatus = 'engaged' | 'dodging' | 'standby' | 'offline'

export const pilotStatus = (report: PilotReport): PilotStatus => {
  if (isOffline(report)) return 'offline'
  if (!report.isEngaged) return 'standby'
  return isDodging(report) ? 'dodging' : 'engaged'
}

const stateWords: Readonly<Record<PilotStatus, WordKey>> = {
  engaged: 'helm.engaged',
  dodging: 'helm.engaged',
  standby: 'helm.standby',
  offline: 'helm.offline',
}

/** State of the autopilot. On a lost connection: the last state and its age. */
export const stateText = (report: PilotReport, lostSeconds: number | undefined): string => {
  const state = t(stateWords[pilotStatus(report)])
  return lostSeconds === undefined ? state : t('helm.lostState', { state, seconds: lostSeconds })
}

/** Words for the phases of a pending target. */
export const phaseWords: Readonly<Record<PendingPhase, WordKey>> = {
  requested: 'helm.requested',
  accepted: 'helm.accepted',
  unconfirmed: 'helm.notConfirmed',
}

/** `+20°`: the offset of a dodge, positive to starboard. */
export const offsetText = (degrees: number): string => {
  const whole = Math.round(degrees) || 0
  return `${whole < 0 ? '−' : '+'}${Math.abs(whole)}°`
}

const shownMs = 8_000

interface Notice {
  readonly text: string
  readonly testId: string
  readonly button?: { readonly text: string; readonly act: () => void; readonly isOff: boolean }
}

const unconfirmedCommand = ({ commands }: Pilot): Notice | undefined => {
  const pendingCommand = commands.pendingCommand.value
  if (pendingCommand?.phase !== 'unconfirmed') return undefined
  const text =
    pendingCommand.kind === 'disengage' ? t('helm.standbyUnconfirmed') : t('helm.commandUnconfirmed')
  return { text, testId: 'not-confirmed' }
}

const unconfirmedTarget = ({ commands, pilots, disabledReason }: Pilot): Notice | undefined => {
  const target = pilots.chosen.value?.target ?? null
  if (commands.pendingTarget.value?.phase !== 'unconfirmed' || target === null) return undefined
  return {
    text: t('helm.notConfirmedHolds', { target: targetInWords(target, pilots.kind.value) }),
    testId: 'not-confirmed',
    button: {
      text: t('shell.retry'),
      act: () => commands.retry(),
      isOff: disabledReason.value !== undefined,
    },
  }
}

const refused = ({ refusals }: Pilot, now: number): Notice | undefined => {
  const [latest] = refusals.value
  return latest === undefined || now - latest.receivedAt > shownMs
    ? undefined
    : { text: latest.words, testId: 'refused' }
}

const helmTaken = ({ lease }: Pilot): Notice | undefined => {
  const taker = lease.takenBy.value
  if (taker === undefined) return undefined
  const button = { text: t('helm.understood'), act: () => lease.forgetTaker(), isOff: false }
  return { text: t('helm.taken', { taker }), testId: 'helm-taken', button }
}

/** The most important message for the user who commands. */
export const PilotNotice = ({ place }: { readonly place: 'strip' | 'dial' }): JSX.Element | null => {
  const pilot = usePilot()
  const { now } = useBoat()
  const notice =
    unconfirmedCommand(pilot) ?? refused(pilot, now.value) ?? unconfirmedTarget(pilot) ?? helmTaken(pilot)
  if (notice === undefined) return null
  const { text, testId, button } = notice
  return (
    <div class={`pilot-notice at-${place}`} role="status" data-testid={testId}>
      <span>{text}</span>
      {button !== undefined && (
        <button
          type="button"
          class="button"
          data-testid={`${testId}-answer`}
          disabled={button.isOff}
          onClick={button.act}
        >
          {button.text}
        </button>
      )}
    </div>
  )
}
