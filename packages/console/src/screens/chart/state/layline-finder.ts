import { degree, wrapFull, radians } from '@marinedata/model'
import type { Boat } from '#boat/boat.ts'
import type { Place } from '#boat/reading.ts'
import {
  directionOf,
  laylinesTo,
  steadied,
  type Laylines,
  type SailingAngles,
  type Steadied,
} from '#screens/chart/geo/laylines.ts'
import { liveNumber } from './live-number.ts'
import { angleLimits, type ChartSettings } from './chart-settings.ts'
import type { OwnBoat } from './own-ship.ts'

/** Laylines and their angle. */
export interface FoundLaylines extends Laylines {
  /** Whole degrees off the wind. */
  readonly degrees: number
  /** The boat has no such angle; the user has set it. */
  readonly isAssumed: boolean
}

/** Paths of the own vessel that are needed. */
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
  readonly #memory: Pick<ChartSettings, 'angles'>
  #wind: Steadied | undefined

  constructor(boat: Pick<Boat, 'values' | 'link'>, memory: Pick<ChartSettings, 'angles'>) {
    this.#boat = boat
    this.#memory = memory
  }

  /** Call it repeatedly: it smooths the wind from call to call. */
  find(own: OwnBoat | undefined, mark: Place | undefined, now: number): FoundLaylines | undefined {
    const direction = own && this.#windDirection(own, now)
    this.#wind = direction === undefined ? undefined : steadied(this.#wind, direction, now)
    if (own === undefined || own.isOld || mark === undefined || this.#wind === undefined) return undefined
    const known = { beat: this.#polar('beat', now), gybe: this.#polar('gybe', now) }
    const chosen = this.#memory.angles.peek()
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
