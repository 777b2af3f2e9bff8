import { turnBetween, wrapFull, wrapHalf, radians, type ModeKind } from '@marinedata/model'
import { ageOf, numberIn, type Age, type Reading } from '#boat/reading.ts'

export type North = 'M' | 'T'

/** The heading with its reference and age. Radians. */
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

/** The magnetic heading; the true one only without a compass. */
export const headingSeen = ({ magnetic, trueNorth, now, isLost }: HeadingReadings): HeadingSeen => {
  const north = numberIn(magnetic) === undefined && numberIn(trueNorth) !== undefined ? 'T' : 'M'
  const reading = north === 'M' ? magnetic : trueNorth
  return { angle: numberIn(reading), north, age: ageOf(reading, now, isLost) }
}

/** Variation, positive to the east: received, or the difference of the two headings. */
export const variationOf = (
  received: number | undefined,
  magnetic: number | undefined,
  trueNorth: number | undefined,
): number | undefined => {
  if (received !== undefined) return received
  return magnetic === undefined || trueNorth === undefined
    ? undefined
    : turnBetween(radians(magnetic), radians(trueNorth))
}

export interface Card {
  readonly north: North
  readonly variation: number | undefined
}

/** Converts a direction to the reference of the card; undefined without a variation. */
export const onCard = (angle: number, from: North, { north, variation }: Card): number | undefined => {
  if (from === north) return wrapFull(radians(angle))
  if (variation === undefined) return undefined
  return wrapFull(radians(north === 'T' ? angle + variation : angle - variation))
}

export interface Steering extends Card {
  /** The heading on this card. */
  readonly heading: number | undefined
  readonly windAngle: number | undefined
}

/** Heading of the bow when the target is reached. A wind target is relative to the present heading. */
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
      return wrapFull(radians(heading + wrapHalf(radians(target + windAngle))))
    }
    default:
      return undefined
  }
}
