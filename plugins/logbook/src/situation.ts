import { isWholePosition, type LogbookEntry } from '@marinedata/model'
import type { Position, SentDelta } from '@marinedata/plugin-api'

type Seconds = number

/** Values of an entry and of the trip, and the age up to which they are used. */
const maxAgeByPath: Readonly<Record<string, Seconds>> = {
  'navigation.position': 10,
  'navigation.courseOverGroundTrue': 10,
  'navigation.speedOverGround': 5,
  'environment.wind.directionTrue': 10,
  'environment.wind.speedTrue': 10,
  'environment.outside.pressure': 900,
  'environment.depth.belowSurface': 30,
  'environment.depth.belowKeel': 30,
  'environment.depth.belowTransducer': 30,
}
export const measuredPaths: readonly string[] = Object.keys(maxAgeByPath)

const depths = [
  ['surface', 'environment.depth.belowSurface'],
  ['keel', 'environment.depth.belowKeel'],
  ['transducer', 'environment.depth.belowTransducer'],
] as const

interface Reading {
  readonly value: unknown
  readonly at: Seconds
}

const rounded = (value: number | undefined, digits: number): number | undefined =>
  value === undefined ? undefined : Number(value.toFixed(digits))

/** Drops unknown members: an entry has only what was known. */
const known = <T extends object>(members: T): { [Name in keyof T]?: NonNullable<T[Name]> } =>
  // An optional member of an entry is absent, never undefined.
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never

/** The latest values of the boat. Stale, null and old ones are unknown. */
export class Situation {
  readonly #readingByPath = new Map<string, Reading>()

  take({ updates }: SentDelta, now: Seconds): void {
    for (const { values = [] } of updates)
      for (const { path, value, stale: isStale = false } of values) {
        if (!Object.hasOwn(maxAgeByPath, path)) continue
        if (isStale || value === null) this.#readingByPath.delete(path)
        else this.#readingByPath.set(path, { value, at: now })
      }
  }

  position(now: Seconds): Position | undefined {
    const value = this.#valueOf('navigation.position', now)
    return typeof value === 'object' && value !== null && isWholePosition(value) ? value : undefined
  }

  number(path: string, now: Seconds): number | undefined {
    const value = this.#valueOf(path, now)
    return typeof value === 'number' && Number.isFinite(value) ? value : undefined
  }

  /** The part of an entry that describes where the boat is and how it moves. */
  describe(now: Seconds): Partial<LogbookEntry> {
    const position = this.position(now)
    const [depthFrom, depthPath] = depths.find(([, path]) => this.number(path, now) !== undefined) ?? []
    const depth = depthPath === undefined ? undefined : this.number(depthPath, now)
    return known({
      position: position && {
        latitude: Number(position.latitude.toFixed(5)),
        longitude: Number(position.longitude.toFixed(5)),
      },
      course: rounded(this.number('navigation.courseOverGroundTrue', now), 3),
      speed: rounded(this.number('navigation.speedOverGround', now), 2),
      windDirection: rounded(this.number('environment.wind.directionTrue', now), 3),
      windSpeed: rounded(this.number('environment.wind.speedTrue', now), 2),
      pressure: rounded(this.number('environment.outside.pressure', now), 0),
      depth: rounded(depth, 1),
      depthFrom,
    })
  }

  #valueOf(path: string, now: Seconds): unknown {
    const reading = this.#readingByPath.get(path)
    return reading === undefined || now - reading.at > (maxAgeByPath[path] ?? 0) ? undefined : reading.value
  }
}
