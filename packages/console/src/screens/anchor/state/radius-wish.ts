/** Requested: told to the boat. Accepted: it said yes. Confirmed is not here: then there is no wish any more. */
export type WishPhase = 'requested' | 'accepted' | 'unconfirmed'

/** A radius that someone wants and the watch does not show yet. */
export interface RadiusWish {
  readonly wanted: number
  readonly phase: WishPhase
  /** On the clock of `performance.now()`. */
  readonly since: number
}

const nearEnough = 0.5
const confirmMs = 3_000
const forgottenAfterMs = 20_000

/** From where the next step goes: what is wanted, unless that was never confirmed. */
export const stepFrom = (wish: RadiusWish | undefined, limit: number): number =>
  wish === undefined || wish.phase === 'unconfirmed' ? limit : wish.wanted

/** Undefined when the watch shows what was wanted: confirmed. */
export const afterReport = (
  wish: RadiusWish | undefined,
  limit: number | undefined,
): RadiusWish | undefined =>
  wish === undefined || limit === undefined || Math.abs(limit - wish.wanted) <= nearEnough ? undefined : wish

export const agedWish = (wish: RadiusWish | undefined, now: number): RadiusWish | undefined => {
  if (wish === undefined) return undefined
  const age = now - wish.since
  if (wish.phase === 'unconfirmed') return age < forgottenAfterMs ? wish : undefined
  return age < confirmMs ? wish : { ...wish, phase: 'unconfirmed' }
}
