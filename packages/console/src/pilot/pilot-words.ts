import { t, type WordKey } from '#words/words.ts'
import type { Hindrance } from './pilot.ts'
import { isDodging, isOffline, type PilotReport } from './pilot-report.ts'
import type { WishPhase } from './target-wish.ts'

/** Modes that many pilots have under the same name; any other is called as its maker calls it. */
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

/** What it does; on a line that is lost only what it did, and how long ago. */
export const stateText = (report: PilotReport, lostSeconds: number | undefined): string => {
  const state = t(stateWords[pilotLook(report)])
  return lostSeconds === undefined ? state : t('helm.lostState', { state, seconds: lostSeconds })
}

/** How far a wish has come. */
export const wishWords: Readonly<Record<WishPhase, WordKey>> = {
  requested: 'helm.requested',
  accepted: 'helm.accepted',
  unconfirmed: 'helm.notConfirmed',
}

/** Why a command cannot be given, for people to read. */
export const hindranceText = (hindrance: Hindrance, holder: string | undefined): string =>
  t(`helm.why.${hindrance}`, { holder: holder ?? '' })

/** `00:43` */
export const clockText = (ms: number): string => {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`
}

/** `+20°`: how far it was turned away, positive to starboard. */
export const offsetText = (degrees: number): string => {
  const whole = Math.round(degrees) || 0
  return `${whole < 0 ? '−' : '+'}${Math.abs(whole)}°`
}
