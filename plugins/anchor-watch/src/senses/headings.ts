import { wrapFull } from '@marinedata/model'
import type { Radians, Seconds } from '#water/units.ts'
import { MeanDirection, type Mean } from './mean-direction.ts'

/** What was heard of the heading; a member that is absent was not heard, null says "not available". */
export interface HeadingReading {
  readonly at: Seconds
  readonly headingTrue?: number | null
  readonly headingMagnetic?: number | null
  readonly variation?: number | null
}

/** A boat sheers to and fro within a minute or two; the mean over five has forgotten it. */
const meanOver: Seconds = 300
const freshFor: Seconds = 10

interface Heard {
  readonly value: Radians
  readonly at: Seconds
}

const heardOf = (value: number | null | undefined, at: Seconds): Heard | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? { value, at } : undefined

/** The true heading: as it is told, or the magnetic one and the variation; never a magnetic one alone. */
export class Headings {
  readonly #mean = new MeanDirection(meanOver)
  #true: Heard | undefined
  #magnetic: Heard | undefined
  #variation: Heard | undefined

  hear({ headingTrue, headingMagnetic, variation }: HeadingReading, now: Seconds): void {
    if (headingTrue !== undefined) this.#true = heardOf(headingTrue, now)
    if (headingMagnetic !== undefined) this.#magnetic = heardOf(headingMagnetic, now)
    if (variation !== undefined) this.#variation = heardOf(variation, now)
    const heading = this.heading(now)
    if (heading !== undefined) this.#mean.add(heading, now)
  }

  /** The heading of this moment; undefined when it is not known. */
  heading(now: Seconds): Radians | undefined {
    if (this.#true !== undefined && now - this.#true.at <= freshFor) return wrapFull(this.#true.value)
    if (this.#magnetic === undefined || this.#variation === undefined) return undefined
    // The variation is that of the place: it stays as long as the anchor does.
    return now - this.#magnetic.at <= freshFor
      ? wrapFull(this.#magnetic.value + this.#variation.value)
      : undefined
  }

  /** @param since what was heard before counts for nothing */
  mean(now: Seconds, since?: Seconds): Mean | undefined {
    return this.#mean.mean(now, since)
  }
}
