/** Requested: sent to the server. Accepted: the server said yes. A confirmed radius is no longer pending. */
export type PendingPhase = 'requested' | 'accepted' | 'unconfirmed'

/** A requested radius that the watch does not report yet. */
export interface PendingRadius {
  readonly wanted: number
  readonly phase: PendingPhase
  /** On the clock of `performance.now()`. */
  readonly since: number
}

const nearEnough = 0.5
const confirmMs = 3_000
const forgottenAfterMs = 20_000

/** The base of the next step: the requested radius, unless it was never confirmed. */
export const stepFrom = (pendingRadius: PendingRadius | undefined, limit: number): number =>
  pendingRadius === undefined || pendingRadius.phase === 'unconfirmed' ? limit : pendingRadius.wanted

/** Undefined when the report confirms the radius. */
export const afterReport = (
  pendingRadius: PendingRadius | undefined,
  limit: number | undefined,
): PendingRadius | undefined =>
  pendingRadius === undefined || limit === undefined || Math.abs(limit - pendingRadius.wanted) <= nearEnough
    ? undefined
    : pendingRadius

export const agedRadius = (
  pendingRadius: PendingRadius | undefined,
  now: number,
): PendingRadius | undefined => {
  if (pendingRadius === undefined) return undefined
  const age = now - pendingRadius.since
  if (pendingRadius.phase === 'unconfirmed') return age < forgottenAfterMs ? pendingRadius : undefined
  return age < confirmMs ? pendingRadius : { ...pendingRadius, phase: 'unconfirmed' }
}
