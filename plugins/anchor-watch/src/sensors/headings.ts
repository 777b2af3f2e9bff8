import { wrapFull, radians } from '@marinedata/model'
import type { Radians, Seconds } from '#water/units.ts'
import { MeanDirection, type Mean } from './mean-direction.ts'

/** Received heading values. An absent member was not received; null means unknown. */
export interface HeadingReading {
  readonly at: Seconds
  readonly headingTrue?: number | null
  readonly headingMagnetic?: number | null
  readonly variation?: number | null
}

/** A boat sheers within a minute or two; the mean over five minutes is free of it. */
const meanOver: Seconds = 300
const freshFor: Seconds = 10

interface Measurement {
  readonly value: Radians
  readonly at: Seconds
}

const receivedOf = (value: number | null | undefined, at: Seconds): Measurement | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? { value: radians(value), at } : undefined

/** The true heading: as sent, or the magnetic heading plus variation; never a magnetic heading alone. */
export class Headings {
  readonly #mean = new MeanDirection(meanOver)
  #true: Measurement | undefined
  #magnetic: Measurement | undefined
  #variation: Measurement | undefined

  hear({ headingTrue, headingMagnetic, variation }: HeadingReading, now: Seconds): void {
    if (headingTrue !== undefined) this.#true = receivedOf(headingTrue, now)
    if (headingMagnetic !== undefined) this.#magnetic = receivedOf(headingMagnetic, now)
    if (variation !== undefined) this.#variation = receivedOf(variation, now)
    const heading = this.heading(now)
    if (heading !== undefined) this.#mean.add(heading, now)
  }

  /** The present heading; undefined when it is unknown. */
  heading(now: Seconds): Radians | undefined {
    if (this.#true !== undefined && now - this.#true.at <= freshFor) return wrapFull(this.#true.value)
    if (this.#magnetic === undefined || this.#variation === undefined) return undefined
    // The variation belongs to the place, so it stays valid at anchor.
    return now - this.#magnetic.at <= freshFor
      ? wrapFull(radians(this.#magnetic.value + this.#variation.value))
      : undefined
  }

  /** @param since ignores earlier headings */
  mean(now: Seconds, since?: Seconds): Mean | undefined {
    return this.#mean.mean(now, since)
  }
}
