import { turnBetween, wrapFull, wrapHalf, type ModeKind } from '@marinedata/model'
import { ageOf, numberIn, type Age, type Reading } from '#boat/reading.ts'

export type North = 'M' | 'T'

/** Which way the boat points, from which north, and how sure that is. Radians. */
export interface HeadingSeen {
  readonly angle: number | undefined
  readonly north: North
  readonly age: Age
}

export interface HeadingReadings {
  readonly magnetic: Reading | undefined
  readonly trueNorth: Reading | undefined
  readonly now: number
  readonly isLost: boolean
}

/** The compass's own heading; the true one only where there is no compass. */
export const headingSeen = ({ magnetic, trueNorth, now, isLost }: HeadingReadings): HeadingSeen => {
  const north = numberIn(magnetic) === undefined && numberIn(trueNorth) !== undefined ? 'T' : 'M'
  const reading = north === 'M' ? magnetic : trueNorth
  return { angle: numberIn(reading), north, age: ageOf(reading, now, isLost) }
}

/** What turns one north into the other: told, or the difference of the two headings; positive to the east. */
export const variationOf = (
  told: number | undefined,
  magnetic: number | undefined,
  trueNorth: number | undefined,
): number | undefined => {
  if (told !== undefined) return told
  return magnetic === undefined || trueNorth === undefined ? undefined : turnBetween(magnetic, trueNorth)
}

export interface Card {
  readonly north: North
  readonly variation: number | undefined
}

/** A direction on a card of another north; undefined when nobody knows the variation. */
export const onCard = (angle: number, from: North, { north, variation }: Card): number | undefined => {
  if (from === north) return wrapFull(angle)
  if (variation === undefined) return undefined
  return wrapFull(north === 'T' ? angle + variation : angle - variation)
}

export interface Steering extends Card {
  /** Where the boat points, on this card. */
  readonly heading: number | undefined
  readonly windAngle: number | undefined
}

/** Where the bow will point when the target is reached: a wind target is that far from where it points now. */
export const bugOn = (target: number, kind: ModeKind | undefined, steering: Steering): number | undefined => {
  switch (kind) {
    case 'heading':
      return onCard(target, 'M', steering)
    case 'course':
    case 'route':
      return onCard(target, 'T', steering)
    case 'wind': {
      const { heading, windAngle } = steering
      if (heading === undefined || windAngle === undefined) return undefined
      return wrapFull(heading + wrapHalf(target + windAngle))
    }
    default:
      return undefined
  }
}
