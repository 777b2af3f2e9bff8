import type { X509Certificate } from 'node:crypto'
import type { Validity } from './certificate.ts'

export const dayMs = 86_400_000

const lifetimes = {
  authorityYears: 20,
  /** The maximum that browsers accept of public authorities. */
  serverMs: 397 * dayMs,
  /** A server certificate with less time left is renewed. */
  renewalMs: 60 * dayMs,
}

/** An earlier date means that the clock is not set yet: computers of boats often have no battery-backed clock. */
const knownPast = Date.UTC(2024, 0, 1)

export const isTimeKnown = (now: number): boolean => now >= knownPast

export const validityOf = ({ validFromDate, validToDate }: X509Certificate): Validity => ({
  from: validFromDate,
  to: validToDate,
})

/** One day back, for phones whose clocks are slightly behind. */
const startOf = (now: number): Date => new Date(isTimeKnown(now) ? now - dayMs : knownPast)

export const authorityValidity = (now: number): Validity => {
  const from = startOf(now)
  const to = new Date(from)
  to.setUTCFullYear(from.getUTCFullYear() + lifetimes.authorityYears)
  return { from, to }
}

/**
 * While the time is unknown or implausible, a server certificate is valid as long as its authority: the phone knows the
 * date and might find a shorter one expired. It is replaced as soon as the time is known.
 */
export const serverValidity = (now: number, authority: Validity): Validity => {
  const end = authority.to.getTime()
  if (!isTimeKnown(now) || now >= end) return authority
  const from = startOf(now)
  return { from, to: new Date(Math.min(from.getTime() + lifetimes.serverMs, end)) }
}

/** Whether the server certificate should be renewed. */
export const isDue = (server: Validity, authority: Validity, now: number): boolean => {
  const [from, to] = [server.from.getTime(), server.to.getTime()]
  const next = serverValidity(now, authority).to.getTime()
  // Does not renew while the clock is not set, or past the end of the authority.
  if (!isTimeKnown(now) || next <= now) return false
  const isProvisional = to - from > lifetimes.serverMs
  const endsSoon = to - now < lifetimes.renewalMs && next > to
  return isProvisional || endsSoon || now < from
}

const dateOf = (moment: Date): string => moment.toISOString().slice(0, 10)

/** The problem with the dates, as the end of a sentence; undefined for valid dates. */
export const dateFault = ({ from, to }: Validity, now: number): string | undefined => {
  if (!isTimeKnown(now)) return undefined
  if (now < from.getTime()) return `is not valid before ${dateOf(from)}`
  return now > to.getTime() ? `expired on ${dateOf(to)}` : undefined
}
