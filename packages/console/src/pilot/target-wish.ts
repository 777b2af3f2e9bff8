import { turnBetween } from '@marinedata/model'

const degree = Math.PI / 180
/** A report as near as this shows what was asked. */
const nearEnough = degree
const tiny = 0.1 * degree

export const confirmMs = 3_000
/** What was never confirmed is not kept on the screen for ever. */
const forgottenAfterMs = 30_000

/** What is asked for: so many degrees more, or a new target in radians. */
export type Ask = { readonly by: number } | { readonly to: number }

/** Two that wait become one, so that one request carries both. */
export const merged = (
  waiting: Ask | undefined,
  ask: Ask,
  turn: (target: number, by: number) => number,
): Ask => {
  if (waiting === undefined || 'to' in ask) return ask
  return 'by' in waiting ? { by: waiting.by + ask.by } : { to: turn(waiting.to, ask.by) }
}

/** Nothing is asked when what was added was taken away again. */
export const isNothing = (ask: Ask): boolean => 'by' in ask && ask.by === 0

/** Requested: told to the boat. Accepted: it said yes. Confirmed is not here: then there is no wish any more. */
export type WishPhase = 'requested' | 'accepted' | 'unconfirmed'

/** A target that someone wants and the pilot does not show yet. */
export interface TargetWish {
  /** What it held when it was asked. */
  readonly held: number
  readonly wanted: number
  readonly phase: WishPhase
  /** When it was asked for last, on the clock of `performance.now()`. */
  readonly since: number
}

export interface Asking {
  readonly ask: Ask
  /** What the pilot says that it holds. */
  readonly held: number
  readonly now: number
  readonly turn: (target: number, by: number) => number
}

/** More is added to what is wanted; but what was never confirmed counts no more: then the pilot's own word does. */
export const wished = (before: TargetWish | undefined, { ask, held, now, turn }: Asking): TargetWish => {
  const from = before === undefined || before.phase === 'unconfirmed' ? held : before.wanted
  return { held, wanted: 'to' in ask ? ask.to : turn(from, ask.by), phase: 'requested', since: now }
}

export const accepted = (wish: TargetWish | undefined): TargetWish | undefined =>
  wish?.phase === 'requested' ? { ...wish, phase: 'accepted' } : wish

/** The pilot shows it when it is near to it, and nearer than to what it held before: one degree more is not there at once. */
const isShownBy = ({ held, wanted }: TargetWish, target: number): boolean => {
  const off = Math.abs(turnBetween(target, wanted))
  const isNews = Math.abs(turnBetween(held, wanted)) > tiny
  return off <= nearEnough && (!isNews || off < Math.abs(turnBetween(target, held)))
}

/** Undefined when the pilot shows what was wanted: confirmed. */
export const told = (wish: TargetWish | undefined, target: number | null): TargetWish | undefined =>
  wish === undefined || target === null || isShownBy(wish, target) ? undefined : wish

export const aged = (wish: TargetWish | undefined, now: number): TargetWish | undefined => {
  if (wish === undefined) return undefined
  const age = now - wish.since
  if (wish.phase === 'unconfirmed') return age < forgottenAfterMs ? wish : undefined
  return age < confirmMs ? wish : { ...wish, phase: 'unconfirmed' }
}
