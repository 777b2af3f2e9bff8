import { Type, checkOf, type Static } from '@marinedata/model'
import type { Storage } from '@marinedata/plugin-api'

/** Where paths were published. */
const Place = Type.Object({ broker: Type.String(), topic: Type.String(), discoveryTopic: Type.String() })
export type Place = Static<typeof Place>

const isPlace = checkOf<Place>(Place)

/** The storage holds 16 KiB in a value, and a path has at most 256 bytes. */
const pathsPerValue = 50
const mostValues = 20

const keyOf = (index: number): string => `paths.${index}`

/** The paths that the broker keeps for this boat, remembered over restarts: they are removed when they are no longer wanted. */
export class PublishedBefore {
  readonly #storage: Storage
  #saved: string | undefined

  constructor(storage: Storage) {
    this.#storage = storage
  }

  /** What an earlier run has published, and where; undefined when there was none. */
  async load(): Promise<{ readonly place: Place; readonly paths: readonly string[] } | undefined> {
    const place = await this.#storage.get('place')
    if (!isPlace.accepts(place)) return undefined
    const values = await Promise.all(
      Array.from({ length: mostValues }, (_, index) => this.#storage.get(keyOf(index))),
    )
    const paths = values
      .flatMap((value): unknown[] => (Array.isArray(value) ? value : []))
      .filter((path) => typeof path === 'string')
    return { place, paths }
  }

  /** Saves the paths, if they have changed. */
  async save(place: Place, paths: readonly string[]): Promise<void> {
    const text = paths.toSorted().join('\n')
    if (text === this.#saved) return
    this.#saved = text
    const values: Record<string, unknown> = { place }
    for (let index = 0; index < mostValues; index++) {
      const part = paths.slice(index * pathsPerValue, (index + 1) * pathsPerValue)
      values[keyOf(index)] = part.length === 0 ? null : part
    }
    await this.#storage.set(values)
  }
}
