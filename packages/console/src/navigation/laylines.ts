import { distanceBetween, degree, turnBetween, wrapFull, radians } from '@marinedata/model'
import type { Boat } from '#boat/boat.ts'
import type { Place } from '#boat/values.ts'
import { bearingBetween, placeFrom } from '@marinedata/console-map/earth'
import { angleLimits, type ChartSettings } from './chart-settings.ts'
import { liveNumber, type OwnBoat } from './own-ship.ts'

type Tack = 'port' | 'starboard'

/** Closest angle upwind and deepest angle downwind; radians off the direction the wind comes from. */
interface SailingAngles {
  readonly beat: number
  readonly gybe: number
}

interface LaylineQuestion {
  readonly own: Place
  readonly mark: Place
  /** Direction the true wind comes from, radians from true north. */
  readonly wind: number
  readonly angles: SailingAngles
}

/** The last leg to the mark on one tack, and the turning point onto it. */
export interface Layline {
  readonly tack: Tack
  /** From the turning point to the mark. */
  readonly line: readonly [Place, Place]
  /** From the boat on the other tack to the turning point; undefined if the boat has overstood this line. */
  readonly approach: readonly [Place, Place] | undefined
}

export interface Laylines {
  readonly way: keyof SailingAngles
  readonly lines: readonly [Layline, Layline]
}

/** The lines are useful this far beyond the sailing angle, because the wind shifts. */
const beside = 15 * degree
/** Range in metres. Nearer, the boat has arrived; farther, the wind will have changed. */
const [nearest, farthest] = [30, 100_000]

/** Whether the mark can be reached only upwind, only downwind, or directly. */
const wayTo = (offWind: number, { beat, gybe }: SailingAngles): keyof SailingAngles | undefined => {
  if (offWind <= beat + beside) return 'beat'
  return offWind >= gybe - beside ? 'gybe' : undefined
}

/**
 * The two lines on which the mark is reached without another turn, back to where the boat would turn onto them. Current
 * and leeway are not included. Undefined if the mark lies on a reach: the direct line is then the way.
 */
export const laylinesTo = ({ own, mark, wind, angles }: LaylineQuestion): Laylines | undefined => {
  const [bearing, distance] = [bearingBetween(own, mark), distanceBetween(own, mark)]
  const way = wayTo(Math.abs(turnBetween(radians(wind), radians(bearing))), angles)
  if (way === undefined || distance < nearest || distance > farthest) return undefined
  const angle = angles[way]
  const headings = { starboard: wrapFull(radians(wind - angle)), port: wrapFull(radians(wind + angle)) }
  // The way to the mark split into the two headings; negative if the line is overstood.
  const lengths = {
    starboard: (distance * Math.sin(headings.port - bearing)) / Math.sin(2 * angle),
    port: (distance * Math.sin(bearing - headings.starboard)) / Math.sin(2 * angle),
  }
  const isBetween = lengths.starboard > 0 && lengths.port > 0
  const lineOn = (tack: Tack): Layline => {
    const turn = placeFrom(mark, headings[tack] + Math.PI, isBetween ? lengths[tack] : distance)
    return { tack, line: [turn, mark], approach: isBetween ? [own, turn] : undefined }
  }
  return { way, lines: [lineOn('port'), lineOn('starboard')] }
}

/** State of a smoothed direction. */
interface Steadied {
  readonly east: number
  readonly north: number
  /** Milliseconds, on any clock. */
  readonly at: number
}

/** Gusts last seconds; a line to steer by must be steady. */
const steadyMs = 10_000

/**
 * Smooths a direction.
 * @param before undefined to start again
 */
export const steadied = (before: Steadied | undefined, direction: number, at: number): Steadied => {
  const [east, north] = [Math.sin(direction), Math.cos(direction)]
  if (before === undefined) return { east, north, at }
  const share = 1 - Math.exp(-Math.max(0, at - before.at) / steadyMs)
  return {
    east: before.east + (east - before.east) * share,
    north: before.north + (north - before.north) * share,
    at,
  }
}

export const directionOf = ({ east, north }: Steadied): number => wrapFull(radians(Math.atan2(east, north)))

/** Laylines and their angle. */
export interface FoundLaylines extends Laylines {
  /** Whole degrees off the wind. */
  readonly degrees: number
  /** The boat has no such angle; the user has set it. */
  readonly isAssumed: boolean
}

/** Paths of own ship that are needed. */
export const laylinePaths = [
  'environment.wind.directionTrue',
  'environment.wind.angleTrueWater',
  'performance.beatAngle',
  'performance.gybeAngle',
] as const

const ways = ['beat', 'gybe'] as const satisfies readonly (keyof SailingAngles)[]

/** Finds laylines; never from stale values. */
export class LaylineFinder {
  readonly #boat: Pick<Boat, 'values' | 'link'>
  readonly #settings: Pick<ChartSettings, 'angles'>
  #wind: Steadied | undefined

  constructor(boat: Pick<Boat, 'values' | 'link'>, settings: Pick<ChartSettings, 'angles'>) {
    this.#boat = boat
    this.#settings = settings
  }

  /** Call it repeatedly: it smooths the wind from call to call. */
  find(own: OwnBoat | undefined, mark: Place | undefined, now: number): FoundLaylines | undefined {
    const direction = own && this.#windDirection(own, now)
    this.#wind = direction === undefined ? undefined : steadied(this.#wind, direction, now)
    if (own === undefined || own.isOld || mark === undefined || this.#wind === undefined) return undefined
    const known = { beat: this.#polar('beat', now), gybe: this.#polar('gybe', now) }
    const chosen = this.#settings.angles.peek()
    const angleOf = (way: keyof SailingAngles): number => known[way] ?? chosen[way] * degree
    const angles = { beat: angleOf('beat'), gybe: angleOf('gybe') }
    const found = laylinesTo({ own: own.place, mark, wind: directionOf(this.#wind), angles })
    if (found === undefined) return undefined
    const { way } = found
    return { ...found, degrees: Math.round(angles[way] / degree), isAssumed: known[way] === undefined }
  }

  /** Whether there is a fresh true wind. */
  get hasWind(): boolean {
    return this.#wind !== undefined
  }

  #windDirection({ heading }: OwnBoat, now: number): number | undefined {
    const received = liveNumber(this.#boat, 'environment.wind.directionTrue', now)
    if (received !== undefined) return received
    const angle = liveNumber(this.#boat, 'environment.wind.angleTrueWater', now)
    return angle === undefined || heading === undefined ? undefined : wrapFull(radians(heading + angle))
  }

  /** Angle from the polar; an implausible one is ignored. */
  #polar(way: (typeof ways)[number], now: number): number | undefined {
    const received = liveNumber(this.#boat, `performance.${way}Angle`, now)
    const degrees = Math.abs(received ?? NaN) / degree
    const { least, most } = angleLimits[way]
    return degrees >= least && degrees <= most ? degrees * degree : undefined
  }
}
