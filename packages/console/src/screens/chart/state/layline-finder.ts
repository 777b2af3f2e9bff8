import { wrapFull } from '@marinedata/model'
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
import { angleLimits, type ChartMemory } from './memory.ts'
import type { OwnBoat } from './own-ship.ts'

/** Laylines, and by what angle they were found. */
export interface FoundLaylines extends Laylines {
  /** Whole degrees off the wind. */
  readonly degrees: number
  /** The boat knows no such angle: someone has chosen it. */
  readonly isAssumed: boolean
}

/** What is asked of the own boat for them. */
export const laylinePaths = [
  'environment.wind.directionTrue',
  'environment.wind.angleTrueWater',
  'performance.beatAngle',
  'performance.gybeAngle',
] as const

const degree = Math.PI / 180
const ways = ['beat', 'gybe'] as const satisfies readonly (keyof SailingAngles)[]

/** Finds laylines, and none from what is old. */
export class LaylineFinder {
  readonly #boat: Pick<Boat, 'values' | 'link'>
  readonly #memory: Pick<ChartMemory, 'angles'>
  #wind: Steadied | undefined

  constructor(boat: Pick<Boat, 'values' | 'link'>, memory: Pick<ChartMemory, 'angles'>) {
    this.#boat = boat
    this.#memory = memory
  }

  /** To be asked again and again: the wind is steadied from look to look. */
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

  /** Whether there is a true wind to find them by. */
  get hasWind(): boolean {
    return this.#wind !== undefined
  }

  #windDirection({ heading }: OwnBoat, now: number): number | undefined {
    const told = liveNumber(this.#boat, 'environment.wind.directionTrue', now)
    if (told !== undefined) return told
    const angle = liveNumber(this.#boat, 'environment.wind.angleTrueWater', now)
    return angle === undefined || heading === undefined ? undefined : wrapFull(heading + angle)
  }

  /** What a polar says; nonsense is as good as nothing. */
  #polar(way: (typeof ways)[number], now: number): number | undefined {
    const told = liveNumber(this.#boat, `performance.${way}Angle`, now)
    const degrees = Math.abs(told ?? NaN) / degree
    const { least, most } = angleLimits[way]
    return degrees >= least && degrees <= most ? degrees * degree : undefined
  }
}
