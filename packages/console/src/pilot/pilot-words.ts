import { t, type WordKey } from '#words/words.ts'
import type { DisabledReason } from './pilot.ts'
import { isDodging, isOffline, type PilotReport } from './pilot-report.ts'
import type { PendingPhase } from './pending-target.ts'

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

export type PilotLook = 'engaged' | 'dodging' | 'standby' | 'offline'

export const pilotLook = (report: PilotReport): PilotLook => {
  if (isOffline(report)) return 'offline'
  if (!report.isEngaged) return 'standby'
  return isDodging(report) ? 'dodging' : 'engaged'
}

const stateWords: Readonly<Record<PilotLook, WordKey>> = {
  engaged: 'helm.engaged',
  dodging: 'helm.engaged',
  standby: 'helm.standby',
  offline: 'helm.offline',
}

/** State of the autopilot. On a lost connection: the last state and its age. */
export const stateText = (report: PilotReport, lostSeconds: number | undefined): string => {
  const state = t(stateWords[pilotLook(report)])
  return lostSeconds === undefined ? state : t('helm.lostState', { state, seconds: lostSeconds })
}

/** Words for the phases of a pending target. */
export const phaseWords: Readonly<Record<PendingPhase, WordKey>> = {
  requested: 'helm.requested',
  accepted: 'helm.accepted',
  unconfirmed: 'helm.notConfirmed',
}

/** Why a command is not possible, as a text. */
export const disabledReasonText = (disabledReason: DisabledReason, holder: string | undefined): string =>
  disabledReason === 'lost' ? t('shell.noLink') : t(`helm.why.${disabledReason}`, { holder: holder ?? '' })

/** `+20°`: the offset of a dodge, positive to starboard. */
export const offsetText = (degrees: number): string => {
  const whole = Math.round(degrees) || 0
  return `${whole < 0 ? '−' : '+'}${Math.abs(whole)}°`
}
