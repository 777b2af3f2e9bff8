import { degree, turnBetween, radians } from '@marinedata/model'
import { isDodging, type PilotReport } from './pilots.ts'

/** A report within this angle confirms the target. */
const nearEnough = degree
const tiny = 0.1 * degree

const confirmMs = 3_000
/** An unconfirmed target disappears from the screen after this time. */
const targetForgottenAfterMs = 30_000

/** A change by degrees, or a new target in radians. */
export type Ask = { readonly by: number } | { readonly to: number }

/** Merges two pending changes, so that one request carries both. */
export const merged = (
  waiting: Ask | undefined,
  ask: Ask,
  turn: (target: number, by: number) => number,
): Ask => {
  if (waiting === undefined || 'to' in ask) return ask
  return 'by' in waiting ? { by: waiting.by + ask.by } : { to: turn(waiting.to, ask.by) }
}

/**
 * The change to send now, and the rest: a device that has only keys takes a change as its steps, the largest first.
 * @param steps in radians; undefined when it takes any change
 */
export const firstStep = (
  ask: Ask | undefined,
  steps: readonly number[] | undefined,
): readonly [now: Ask | undefined, later: Ask | undefined] => {
  if (ask === undefined || steps === undefined || !('by' in ask)) return [ask, undefined]
  const { by } = ask
  const fitting = steps
    .map((step) => Math.round((step * 1_800) / Math.PI) / 10)
    .filter((step) => step / by > 0 && step / by <= 1)
    .toSorted((a, b) => (b - a) * by)
  // A change without a step is sent as it is: the server says which ones there are.
  const [step = by] = fitting
  return [{ by: step }, step === by ? undefined : { by: by - step }]
}

/** Whether the taps cancel each other. */
export const isNothing = (ask: Ask): boolean => 'by' in ask && ask.by === 0

/** Requested: sent to the server. Accepted: the server said yes. A confirmed target is no longer pending. */
export type PendingPhase = 'requested' | 'accepted' | 'unconfirmed'

/** A pending target: requested, and not yet reported by the autopilot. */
export interface PendingTarget {
  /** The target held at the time of the request. */
  readonly held: number
  readonly wanted: number
  readonly phase: PendingPhase
  /** Time of the last request, on the clock of `performance.now()`. */
  readonly since: number
}

interface Asking {
  readonly ask: Ask
  /** The target reported by the autopilot. */
  readonly held: number
  readonly now: number
  readonly turn: (target: number, by: number) => number
}

/** Adds to the pending target. An unconfirmed one no longer counts: then the reported target is the base. */
export const requestTarget = (
  before: PendingTarget | undefined,
  { ask, held, now, turn }: Asking,
): PendingTarget => {
  const from = before === undefined || before.phase === 'unconfirmed' ? held : before.wanted
  return { held, wanted: 'to' in ask ? ask.to : turn(from, ask.by), phase: 'requested', since: now }
}

export const accepted = (pendingTarget: PendingTarget | undefined): PendingTarget | undefined =>
  pendingTarget?.phase === 'requested' ? { ...pendingTarget, phase: 'accepted' } : pendingTarget

/**
 * Confirmed when the report is near the pending target, and nearer to it than to the previous target: a change by one degree must
 * not be confirmed too early.
 */
const isShownBy = ({ held, wanted }: PendingTarget, target: number): boolean => {
  const off = Math.abs(turnBetween(radians(target), radians(wanted)))
  const isNews = Math.abs(turnBetween(radians(held), radians(wanted))) > tiny
  return off <= nearEnough && (!isNews || off < Math.abs(turnBetween(radians(target), radians(held))))
}

/** Undefined when the report confirms the target. */
export const targetAfterReport = (
  pendingTarget: PendingTarget | undefined,
  target: number | null,
): PendingTarget | undefined =>
  pendingTarget === undefined || target === null || isShownBy(pendingTarget, target)
    ? undefined
    : pendingTarget

export const aged = (pendingTarget: PendingTarget | undefined, now: number): PendingTarget | undefined => {
  if (pendingTarget === undefined) return undefined
  const age = now - pendingTarget.since
  if (pendingTarget.phase === 'unconfirmed') return age < targetForgottenAfterMs ? pendingTarget : undefined
  return age < confirmMs ? pendingTarget : { ...pendingTarget, phase: 'unconfirmed' }
}

type PendingCommandKind = 'engage' | 'disengage' | 'mode' | 'tack' | 'gybe' | 'cancel' | 'dodge' | 'resume'

/** A pending command other than a target. */
export interface PendingCommand {
  readonly kind: PendingCommandKind
  readonly phase: PendingPhase
  /** On the clock of `performance.now()`. */
  readonly since: number
  /** The mode, for a change of mode. */
  readonly mode?: string
}

const commandForgottenAfterMs = 20_000

/** How the autopilot's report confirms each command. */
const shownBy: Readonly<
  Record<PendingCommandKind, (report: PilotReport, pendingCommand: PendingCommand) => boolean>
> = {
  engage: ({ isEngaged }) => isEngaged,
  disengage: ({ isEngaged }) => !isEngaged,
  mode: ({ mode }, pendingCommand) => mode === pendingCommand.mode,
  tack: ({ manoeuvre }) => manoeuvre?.kind === 'tack',
  gybe: ({ manoeuvre }) => manoeuvre?.kind === 'gybe',
  cancel: ({ manoeuvre }) => manoeuvre === null,
  dodge: isDodging,
  resume: (report) => !isDodging(report),
}

/** Undefined when the report confirms it. */
export const commandAfterReport = (
  pendingCommand: PendingCommand | undefined,
  report: PilotReport | undefined,
): PendingCommand | undefined =>
  pendingCommand === undefined || report === undefined || shownBy[pendingCommand.kind](report, pendingCommand)
    ? undefined
    : pendingCommand

export const agedCommand = (
  pendingCommand: PendingCommand | undefined,
  now: number,
): PendingCommand | undefined => {
  if (pendingCommand === undefined) return undefined
  const age = now - pendingCommand.since
  if (pendingCommand.phase === 'unconfirmed')
    return age < commandForgottenAfterMs ? pendingCommand : undefined
  return age < confirmMs ? pendingCommand : { ...pendingCommand, phase: 'unconfirmed' }
}
