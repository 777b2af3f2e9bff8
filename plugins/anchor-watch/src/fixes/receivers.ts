import { distanceBetween, type Place } from '#water/plane.ts'
import type { Metres, MetresPerSecond, Seconds } from '#water/units.ts'
import { FixGate } from './fix-gate.ts'
import { deviationOf, readFix, type Fix, type Refusal, type Sighting } from './fix.ts'

/** How long the receiver in charge may be silent or of no use before another one takes over. */
const handover: Seconds = 5
/** How far two receivers may be apart and still agree: the length of a boat, and what they are off. */
const agreement: Metres = 15
const drift: MetresPerSecond = 3
const mostReceivers = 8
/** How slowly the distance between two receivers is learned: the share of each new fix. */
const learning = 0.05

interface Receiver {
  readonly gate: FixGate
  heard: Seconds
  said: { readonly stamp: string; readonly place: Place } | undefined
  good: Sighting | undefined
  /** Metres from the receiver in charge, averaged. */
  apart: Metres | undefined
}

export interface Disagreement {
  readonly source: string
  readonly other: string
  readonly apart: Metres
}

/** All receivers aboard: one is in charge, the others stand by. */
export class Receivers {
  readonly #receiverBySource = new Map<string, Receiver>()
  #inCharge: string | undefined

  /** @param last the last good sighting of an earlier life: what comes next is measured against it */
  constructor(last?: Sighting) {
    if (last === undefined) return
    this.#inCharge = last.source
    this.#receiverBySource.set(last.source, newReceiver(last))
  }

  /** Gives a sighting when there is one to go by, why not when the fix was bad, and nothing for one that stands by. */
  hear(fix: Fix, now: Seconds, isAnchored: boolean): Sighting | Refusal | undefined {
    const heard = this.#receiver(fix.source, now)
    const place = readFix(fix)
    if (typeof place === 'string') return this.#refused(fix, place)
    if (isRepeated(fix, place, heard)) return this.#refused(fix, 'repeated')
    const refusal = heard.gate.judge(place, now, isAnchored)
    if (refusal !== undefined) return this.#refused(fix, refusal)
    heard.good = { place, at: now, source: fix.source, deviation: deviationOf(fix) }
    return this.#choose(heard.good, heard, isAnchored)
  }

  /** Two receivers that have both been heard of late and are too far apart. */
  disagreement(now: Seconds): Disagreement | undefined {
    for (const [other, { good, apart = 0 }] of this.#receiverBySource)
      if (apart > agreement && good !== undefined && now - good.at <= handover)
        return { source: this.#inCharge ?? '', other, apart }
    return undefined
  }

  /** What is wrong with a receiver that stands by troubles nobody. */
  #refused({ source }: Fix, refusal: Refusal): Refusal | undefined {
    return this.#inCharge === undefined || this.#inCharge === source ? refusal : undefined
  }

  #choose(good: Sighting, heard: Receiver, isAnchored: boolean): Sighting | Refusal | undefined {
    const leader = this.#inCharge === undefined ? undefined : this.#receiverBySource.get(this.#inCharge)
    if (leader === heard) return good
    const last = leader?.good
    if (last === undefined) return this.#takeOver(good)
    const age = good.at - last.at
    const apart = distanceBetween(last.place, good.place)
    if (age <= handover) {
      heard.apart = (heard.apart ?? apart) + learning * (apart - (heard.apart ?? apart))
      return undefined
    }
    if (isAnchored && apart > agreement + drift * age) return 'disagrees'
    return this.#takeOver(good)
  }

  #takeOver(good: Sighting): Sighting {
    this.#inCharge = good.source
    for (const each of this.#receiverBySource.values()) each.apart = undefined
    return good
  }

  #receiver(source: string, now: Seconds): Receiver {
    const known = this.#receiverBySource.get(source)
    const receiver = known ?? newReceiver()
    receiver.heard = now
    if (known === undefined) {
      if (this.#receiverBySource.size >= mostReceivers) this.#forgetOne()
      this.#receiverBySource.set(source, receiver)
    }
    return receiver
  }

  /** Of those that stand by, the one that has been silent longest. */
  #forgetOne(): void {
    const standBy = [...this.#receiverBySource].filter(([source]) => source !== this.#inCharge)
    const [silent] = standBy.toSorted(([, a], [, b]) => a.heard - b.heard)
    if (silent !== undefined) this.#receiverBySource.delete(silent[0])
  }
}

const newReceiver = (last?: Sighting): Receiver => ({
  gate: new FixGate(last),
  heard: last?.at ?? 0,
  said: undefined,
  good: last,
  apart: undefined,
})

/** The same place under the same stamp is what was said before, said again. */
const isRepeated = ({ stamp }: Fix, place: Place, heard: Receiver): boolean => {
  const before = heard.said
  heard.said = stamp === undefined ? undefined : { stamp, place }
  return (
    before !== undefined &&
    before.stamp === stamp &&
    before.place.latitude === place.latitude &&
    before.place.longitude === place.longitude
  )
}
