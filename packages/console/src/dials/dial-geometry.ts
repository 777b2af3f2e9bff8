import { turnBetween, wrapFull, wrapHalf, type ModeKind, radians } from '@marinedata/model'
import { ageOf, numberIn, type Age, type Reading } from '#boat/values.ts'
import type { WordKey } from '#words/words.ts'

/** Degrees clockwise from the top, radii in drawing units. */
export const radii = { ring: 186, band: 158, labels: 138, inner: 112 } as const

/** View box. The card is off the centre of it, because only marks lie above and beside the ring. */
export const frame = { left: -211, top: -220, size: 422 } as const

const round = (value: number): number => Math.round(value * 100) / 100

const pointAt = (degrees: number, radius: number): readonly [x: number, y: number] => {
  const angle = (degrees * Math.PI) / 180
  return [round(Math.sin(angle) * radius), round(-Math.cos(angle) * radius)]
}

interface Ticks {
  readonly every: number
  /** Interval of longer ticks to skip. */
  readonly butEvery?: number
  readonly length: number
}

/** All ticks of one length as one path, inwards from the ring. */
export const tickPath = ({ every, butEvery, length }: Ticks): string => {
  const parts: string[] = []
  for (let degrees = 0; degrees < 360; degrees += every) {
    if (butEvery !== undefined && degrees % butEvery === 0) continue
    const [x, y] = pointAt(degrees, radii.ring)
    const [toX, toY] = pointAt(degrees, radii.ring - length)
    parts.push(`M${x} ${y}L${toX} ${toY}`)
  }
  return parts.join('')
}

const letters: Readonly<Record<number, WordKey>> = {
  0: 'compass.north',
  90: 'compass.east',
  180: 'compass.south',
  270: 'compass.west',
}

interface Label {
  /** In degrees. */
  readonly text: string
  /** The word of a cardinal point, which is shown in place of its degrees. */
  readonly letter: WordKey | undefined
  /** Centre. */
  readonly at: readonly [x: number, y: number]
}

export const labels: readonly Label[] = Array.from({ length: 12 }, (_, index) => {
  const degrees = index * 30
  return { text: String(degrees), letter: letters[degrees], at: pointAt(degrees, radii.labels) }
})

/** Shortest turn between two directions in degrees, positive to starboard. */
export const wayBetween = (from: number, to: number): number => {
  const way = (((to - from) % 360) + 360) % 360
  return way > 180 ? way - 360 : way
}

/** The same direction, offset by full turns so that an animation takes the shorter way. */
export const continuous = (before: number | undefined, degrees: number): number =>
  before === undefined ? degrees : before + wayBetween(before, degrees)

/** Direction of a point (as shares of width and height) from the centre of the card. */
export const directionOf = (acrossShare: number, downShare: number): number => {
  const x = frame.left + acrossShare * frame.size
  const y = frame.top + downShare * frame.size
  return ((Math.atan2(x, -y) * 180) / Math.PI + 360) % 360
}

type North = 'M' | 'T'

/** The heading in radians, with its reference and age. */
export interface HeadingSeen {
  readonly angle: number | undefined
  readonly north: North
  readonly age: Age
}

interface HeadingReadings {
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

interface Card {
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
