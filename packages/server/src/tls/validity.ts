import type { X509Certificate } from 'node:crypto'
import type { Validity } from './certificate.ts'

export const dayMs = 86_400_000

const lives = {
  authorityYears: 20,
  /** What browsers accept at most from the authorities of the world; ours keep to it too. */
  serverMs: 397 * dayMs,
  /** A server's certificate is renewed when less is left. */
  renewalMs: 60 * dayMs,
}

/** Boats have clocks without a battery: a year before this one means that nobody has told the time yet. */
const knownPast = Date.UTC(2024, 0, 1)

export const isTimeKnown = (now: number): boolean => now >= knownPast

export const validityOf = ({ validFromDate, validToDate }: X509Certificate): Validity => ({
  from: validFromDate,
  to: validToDate,
})

/** A day back, for phones that are a little behind. */
const beginning = (now: number): Date => new Date(isTimeKnown(now) ? now - dayMs : knownPast)

export const authorityValidity = (now: number): Validity => {
  const from = beginning(now)
  const to = new Date(from)
  to.setUTCFullYear(from.getUTCFullYear() + lives.authorityYears)
  return { from, to }
}

/**
 * While the time is not known, or cannot be right, a server's certificate is good for as long as its authority: the phone
 * that reads it knows the date, and would find any shorter one to be over. It is replaced as soon as the time is known.
 */
export const serverValidity = (now: number, authority: Validity): Validity => {
  const end = authority.to.getTime()
  if (!isTimeKnown(now) || now >= end) return authority
  const from = beginning(now)
  return { from, to: new Date(Math.min(from.getTime() + lives.serverMs, end)) }
}

/** Whether a new certificate would serve better than the one that there is. */
export const isDue = (server: Validity, authority: Validity, now: number): boolean => {
  const [from, to] = [server.from.getTime(), server.to.getTime()]
  const next = serverValidity(now, authority).to.getTime()
  // A clock that says nothing, or more than the authority will live to see, is no reason to replace anything.
  if (!isTimeKnown(now) || next <= now) return false
  const isProvisional = to - from > lives.serverMs
  const endsSoon = to - now < lives.renewalMs && next > to
  return isProvisional || endsSoon || now < from
}

const dateOf = (moment: Date): string => moment.toISOString().slice(0, 10)

/** What is wrong with the date, as the end of a sentence; undefined when nothing is. */
export const dateFault = ({ from, to }: Validity, now: number): string | undefined => {
  if (!isTimeKnown(now)) return undefined
  if (now < from.getTime()) return `is not valid before ${dateOf(from)}`
  return now > to.getTime() ? `was valid until ${dateOf(to)}` : undefined
}
