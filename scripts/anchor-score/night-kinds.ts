import type { NightSettings } from '../../plugins/simulator/src/anchored/anchored-night.ts'
import { goodReception, poorReception } from '../../plugins/simulator/src/anchored/anchored-receiver.ts'
import { Chance } from '../../plugins/simulator/src/sea/chance.ts'
import { degrees } from '../../plugins/simulator/src/units.ts'
import { vectorOf } from '../../plugins/simulator/src/vector.ts'

/** What a night is like: what the score is counted over. */
export interface NightKind {
  readonly name: string
  readonly words: string
  /** The mean wind lies between these, in metres per second. */
  readonly wind: readonly [number, number]
  /** Metres per second at which the anchor comes home; 0 when it holds. */
  readonly drag: number
  readonly isPoor?: true
  readonly isShifting?: true
  readonly hasOutages?: true
}

export const nightKinds: readonly NightKind[] = [
  { name: 'quiet', words: 'quiet, 4–8 m/s', wind: [4, 8], drag: 0 },
  { name: 'gusty', words: 'gusty, 9–15 m/s', wind: [9, 15], drag: 0 },
  { name: 'poor GNSS', words: 'poor GNSS, 6–14 m/s', wind: [6, 14], drag: 0, isPoor: true },
  { name: 'wind shift', words: 'wind shift of 60–180°', wind: [5, 12], drag: 0, isShifting: true },
  { name: 'GNSS outage', words: 'GNSS outages of 2–40 min', wind: [5, 12], drag: 0, hasOutages: true },
  { name: 'slow drag', words: 'slow drag, 0.05 m/s', wind: [8, 15], drag: 0.05 },
  { name: 'fast drag', words: 'fast drag, 0.3 m/s', wind: [8, 15], drag: 0.3 },
]

/** A night to come, and what the crew knows of its own boat. */
export interface NightPlan {
  readonly kind: NightKind
  readonly settings: NightSettings
  readonly hours: number
  /** What the crew reads off the chain and the sounder. */
  readonly told: { readonly rodeLength: number; readonly anchorDepth: number }
  readonly bowHeight: number
  /** The crew forgot to press anything when the anchor fell. */
  readonly isForgotten: boolean
}

const hour = 3_600
const boatLength = 12
const bowHeight = 1.2

/** How far from the anchor the bow was when someone pressed the button: up to 8 m, anywhere in that circle. */
const misplaced = (chance: Chance) => vectorOf(chance.between(0, 2 * Math.PI), 8 * Math.sqrt(chance.even()))

const eventsOf = (
  { isShifting, hasOutages, drag }: NightKind,
  chance: Chance,
): Pick<NightSettings, 'shift' | 'outages' | 'drag'> => {
  const from = chance.between(1 * hour, 6 * hour)
  const side = chance.even() < 0.5 ? -1 : 1
  const by = side * degrees(chance.between(60, 180))
  const first = chance.between(1 * hour, 3 * hour)
  const second = chance.between(4 * hour, 7 * hour)
  const outages = [first, second].map((at) => ({ from: at, to: at + chance.between(120, 2_400) }))
  return {
    ...(isShifting && { shift: { at: from, by, over: 900 } }),
    outages: hasOutages ? outages : [],
    ...(drag > 0 && { drag: { at: chance.between(1 * hour, 2.5 * hour), speed: drag } }),
  }
}

/** The same kind and number make the same night, always. */
export const planNight = (kind: NightKind, number: number): NightPlan => {
  const chance = new Chance(number).branch(kind.name)
  const length = chance.between(30, 60)
  const height = length / chance.between(5, 7)
  return {
    kind,
    hours: 8,
    bowHeight,
    isForgotten: number % 2 === 1,
    told: {
      rodeLength: length + chance.between(-2, 2),
      anchorDepth: height - bowHeight + chance.between(-0.5, 0.5),
    },
    settings: {
      seed: Math.floor(chance.between(0, 2 ** 32)),
      position: { latitude: chance.between(-60, 60), longitude: chance.between(-180, 180) },
      depth: height - bowHeight,
      fromBow: chance.between(0.5, 0.9) * boatLength,
      reception: kind.isPoor ? poorReception : goodReception,
      chain: { length, height, weight: chance.even() < 0.5 ? 19.6 : 12 },
      wind: { direction: chance.between(0, 2 * Math.PI), speed: chance.between(...kind.wind) },
      gusts: 1,
      bow: misplaced(chance),
      astern: 360,
      ...eventsOf(kind, chance),
    },
  }
}

export const lengthOverall = boatLength
