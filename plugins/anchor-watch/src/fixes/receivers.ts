import { distanceBetween, type Place } from '#water/plane.ts'
import type { Metres, MetresPerSecond, Seconds } from '#water/units.ts'
import { FixGate } from './fix-gate.ts'
import { deviationOf, readFix, type Fix, type Refusal, type Sighting } from './fix.ts'

/**
 * How long the active receiver may be silent or unusable before another one takes over, and how long it must be steady
 * again to get the charge back.
 */
const handover: Seconds = 5
/** How far apart two receivers may be and still agree: a boat length plus their errors. */
const agreement: Metres = 15
const drift: MetresPerSecond = 3
const mostReceivers = 8
/** Weight of each new fix in the averaged distance between two receivers. */
const learning = 0.05

interface Receiver {
  readonly gate: FixGate
  lastAt: Seconds
  said: { readonly stamp: string; readonly place: Place } | undefined
  good: Sighting | undefined
  /** Since when it has given good fixes without a longer silence. */
  steadySince: Seconds
  /** Averaged distance in metres from the active receiver. */
  apart: Metres | undefined
}

export interface Disagreement {
  readonly source: string
  readonly other: string
  readonly apart: Metres
}

/** Two places that one source says in turns. */
export interface TwoPlaces {
  readonly source: string
  /** The place that is not accepted. */
  readonly second: Place
  readonly apart: Metres
}

/** All receivers on the boat: one is active, the others are standby. */
export class Receivers {
  readonly #receiverBySource = new Map<string, Receiver>()
  #inCharge: string | undefined
  /** The receiver that was in charge until it was silent. */
  #displaced: string | undefined

  /** @param last the last good fix before a restart, which the next one is compared with */
  constructor(last?: Sighting) {
    if (last === undefined) return
    this.#inCharge = last.source
    this.#receiverBySource.set(last.source, newReceiver(last))
  }

  /** Returns an accepted fix, the reason of a rejected one, or nothing for a standby receiver. */
  hear(fix: Fix, now: Seconds, isAnchored: boolean): Sighting | Refusal | undefined {
    const receiver = this.#receiver(fix.source, now)
    const place = readFix(fix)
    if (typeof place === 'string') return this.#refused(fix, place, now)
    if (isRepeated(fix, place, receiver)) return this.#refused(fix, 'repeated', now)
    const refusal = receiver.gate.judge(place, now, isAnchored)
    if (refusal !== undefined) return this.#refused(fix, refusal, now)
    if (receiver.good === undefined || now - receiver.good.at > handover) receiver.steadySince = now
    receiver.good = { place, at: now, source: fix.source, deviation: deviationOf(fix) }
    return this.#choose(receiver.good, receiver, isAnchored)
  }

  /** Two recently received receivers that are too far apart. */
  disagreement(now: Seconds): Disagreement | undefined {
    for (const [other, { good, apart = 0 }] of this.#receiverBySource)
      if (apart > agreement && good !== undefined && now - good.at <= handover)
        return { source: this.#inCharge ?? '', other, apart }
    return undefined
  }

  /** Whether two receivers talk behind the active source. */
  twoPlaces(now: Seconds): TwoPlaces | undefined {
    const leader = this.#leader
    const second = leader?.gate.secondPlace(now)
    if (leader?.good === undefined || second === undefined) return undefined
    const { source, place } = leader.good
    return { source, second, apart: distanceBetween(place, second) }
  }

  /** How long a receiver behind the active source has repeated exactly the same position, when that is too long. */
  frozenFor(now: Seconds): Seconds | undefined {
    return this.#leader?.gate.frozenFor(now)
  }

  get #leader(): Receiver | undefined {
    return this.#inCharge === undefined ? undefined : this.#receiverBySource.get(this.#inCharge)
  }

  /** Faults of a standby receiver are reported only while the active one is silent. */
  #refused({ source }: Fix, refusal: Refusal, now: Seconds): Refusal | undefined {
    const last = this.#leader?.good
    const isSilent = last === undefined || now - last.at > handover
    return this.#inCharge === source || isSilent ? refusal : undefined
  }

  #choose(good: Sighting, receiver: Receiver, isAnchored: boolean): Sighting | Refusal | undefined {
    const leader = this.#leader
    if (leader === receiver) return good
    const last = leader?.good
    if (last === undefined) return this.#takeOver(good)
    const age = good.at - last.at
    const apart = distanceBetween(last.place, good.place)
    if (this.#isBack(good, receiver)) return this.#takeOver(good)
    if (age <= handover) {
      receiver.apart = (receiver.apart ?? apart) + learning * (apart - (receiver.apart ?? apart))
      return undefined
    }
    if (isAnchored && apart > agreement + drift * age) return 'disagrees'
    return this.#takeOver(good)
  }

  #isBack({ source, at }: Sighting, { steadySince }: Receiver): boolean {
    return source === this.#displaced && at - steadySince >= handover
  }

  #takeOver(good: Sighting): Sighting {
    if (good.source === this.#displaced) this.#displaced = undefined
    else this.#displaced ??= this.#inCharge
    this.#inCharge = good.source
    for (const each of this.#receiverBySource.values()) each.apart = undefined
    return good
  }

  #receiver(source: string, now: Seconds): Receiver {
    const known = this.#receiverBySource.get(source)
    const receiver = known ?? newReceiver()
    receiver.lastAt = now
    if (known === undefined) {
      if (this.#receiverBySource.size >= mostReceivers) this.#forgetOne()
      this.#receiverBySource.set(source, receiver)
    }
    return receiver
  }

  /** The standby receiver that has been silent longest. */
  #forgetOne(): void {
    const standBy = [...this.#receiverBySource].filter(([source]) => source !== this.#inCharge)
    const [silent] = standBy.toSorted(([, a], [, b]) => a.lastAt - b.lastAt)
    if (silent !== undefined) this.#receiverBySource.delete(silent[0])
  }
}

const newReceiver = (last?: Sighting): Receiver => ({
  gate: new FixGate(last),
  lastAt: last?.at ?? 0,
  said: undefined,
  good: last,
  steadySince: last?.at ?? 0,
  apart: undefined,
})

/** The same position with the same timestamp is a repetition. */
const isRepeated = ({ stamp }: Fix, place: Place, receiver: Receiver): boolean => {
  const before = receiver.said
  receiver.said = stamp === undefined ? undefined : { stamp, place }
  return (
    before !== undefined &&
    before.stamp === stamp &&
    before.place.latitude === place.latitude &&
    before.place.longitude === place.longitude
  )
}
