import type { NightSettings } from '../../plugins/simulator/src/anchored/anchored-night.ts'
import { goodReception, poorReception } from '../../plugins/simulator/src/anchored/anchored-receiver.ts'
import { Random } from '../../plugins/simulator/src/sea/random.ts'
import { degrees } from '../../plugins/simulator/src/units.ts'
import { vectorOf } from '../../plugins/simulator/src/vector.ts'

/** A kind of night, over which the score is computed. */
export interface NightKind {
  readonly name: string
  readonly words: string
  /** Range of the mean wind in metres per second. */
  readonly wind: readonly [number, number]
  /** Metres per second at which the anchor drags; 0 when it holds. */
  readonly drag: number
  readonly isPoor?: true
  readonly isShifting?: true
  readonly hasOutages?: true
  /** A second receiver that talks behind the same source, from ten minutes before the drag at most. */
  readonly talker?: TalkerKind
}

/**
 * `frozen` repeats the position at which it started, `offset` says a place 15 to 500 m beside the boat, and `forged`
 * says at 10 Hz that the boat is still where it was.
 */
export type TalkerKind = 'frozen' | 'offset' | 'forged'

export const nightKinds: readonly NightKind[] = [
  { name: 'quiet', words: 'quiet, 4–8 m/s', wind: [4, 8], drag: 0 },
  { name: 'gusty', words: 'gusty, 9–15 m/s', wind: [9, 15], drag: 0 },
  { name: 'poor GNSS', words: 'poor GNSS, 6–14 m/s', wind: [6, 14], drag: 0, isPoor: true },
  { name: 'wind shift', words: 'wind shift of 60–180°', wind: [5, 12], drag: 0, isShifting: true },
  { name: 'GNSS outage', words: 'GNSS outages of 2–40 min', wind: [5, 12], drag: 0, hasOutages: true },
  { name: 'slow drag', words: 'slow drag, 0.05 m/s', wind: [8, 15], drag: 0.05 },
  { name: 'fast drag', words: 'fast drag, 0.3 m/s', wind: [8, 15], drag: 0.3 },
]

/** Nights with a second talker behind the source of the receiver. */
export const talkerKinds: readonly NightKind[] = [
  { name: 'frozen, slow drag', words: 'frozen, slow drag', wind: [8, 15], drag: 0.05, talker: 'frozen' },
  { name: 'frozen, fast drag', words: 'frozen, fast drag', wind: [8, 15], drag: 0.3, talker: 'frozen' },
  {
    name: 'offset, slow drag',
    words: '15–500 m beside, slow drag',
    wind: [8, 15],
    drag: 0.05,
    talker: 'offset',
  },
  {
    name: 'offset, fast drag',
    words: '15–500 m beside, fast drag',
    wind: [8, 15],
    drag: 0.3,
    talker: 'offset',
  },
  {
    name: 'forged, slow drag',
    words: 'forged at 10 Hz, slow drag',
    wind: [8, 15],
    drag: 0.05,
    talker: 'forged',
  },
  {
    name: 'forged, fast drag',
    words: 'forged at 10 Hz, fast drag',
    wind: [8, 15],
    drag: 0.3,
    talker: 'forged',
  },
]

/** The settings of a night, and what the crew knows about the boat. */
export interface NightPlan {
  readonly kind: NightKind
  readonly settings: NightSettings
  readonly hours: number
  /** What the crew reads from the chain and the sounder. */
  readonly knownRode: { readonly rodeLength: number; readonly anchorDepth: number }
  readonly bowHeight: number
  /** Whether the crew forgot to set the watch at the drop. */
  readonly isForgotten: boolean
}

const hour = 3_600
const boatLength = 12
const bowHeight = 1.2

/** Where the bow was, relative to the anchor, at the drop command: anywhere within 8 m. */
const misplaced = (random: Random) => vectorOf(random.between(0, 2 * Math.PI), 8 * Math.sqrt(random.even()))

const eventsOf = (
  { isShifting, hasOutages, drag }: NightKind,
  random: Random,
): Pick<NightSettings, 'shift' | 'outages' | 'drag'> => {
  const from = random.between(1 * hour, 6 * hour)
  const side = random.even() < 0.5 ? -1 : 1
  const by = side * degrees(random.between(60, 180))
  const first = random.between(1 * hour, 3 * hour)
  const second = random.between(4 * hour, 7 * hour)
  const outages = [first, second].map((at) => ({ from: at, to: at + random.between(120, 2_400) }))
  return {
    ...(isShifting && { shift: { at: from, by, over: 900 } }),
    outages: hasOutages ? outages : [],
    ...(drag > 0 && { drag: { at: random.between(1 * hour, 2.5 * hour), speed: drag } }),
  }
}

/** The same kind and number always give the same night. */
export const planNight = (kind: NightKind, number: number): NightPlan => {
  const random = new Random(number).branch(kind.name)
  const length = random.between(30, 60)
  const height = length / random.between(5, 7)
  return {
    kind,
    hours: 8,
    bowHeight,
    isForgotten: number % 2 === 1,
    knownRode: {
      rodeLength: length + random.between(-2, 2),
      anchorDepth: height - bowHeight + random.between(-0.5, 0.5),
    },
    settings: {
      seed: Math.floor(random.between(0, 2 ** 32)),
      position: { latitude: random.between(-60, 60), longitude: random.between(-180, 180) },
      depth: height - bowHeight,
      fromBow: random.between(0.5, 0.9) * boatLength,
      reception: kind.isPoor ? poorReception : goodReception,
      chain: { length, height, weight: random.even() < 0.5 ? 19.6 : 12 },
      wind: { direction: random.between(0, 2 * Math.PI), speed: random.between(...kind.wind) },
      gusts: 1,
      bow: misplaced(random),
      astern: 360,
      ...eventsOf(kind, random),
    },
  }
}

export const lengthOverall = boatLength
