import type { Boat } from '@marinedata/plugin-api'
import { isCasualty, type Casualty } from '../casualties/casualty.ts'
import { maxCasualties, type Casualties } from '../casualties/casualties.ts'
import type { Notices } from '../notices/notices.ts'

const indexKey = 'casualties'
const keyOf = (mmsi: string): string => `casualty.${mmsi}`
/** Times of the last messages are saved this often. */
const timesMs = 30_000
const maxRead = 4 * maxCasualties

interface SavedParts {
  readonly casualties: Casualties
  readonly noticesByKey: ReadonlyMap<string, Notices>
}

/** Saves casualties and notices in the storage of the plugin. Storage that fails or is slow delays nothing. */
export class SavedState {
  readonly #boat: Boat
  readonly #parts: SavedParts
  #isSaving = false
  #isFailing = false
  #isWanted = false
  #savedAt = 0
  readonly #pending = new Set<string>()

  constructor(boat: Boat, parts: SavedParts) {
    this.#boat = boat
    this.#parts = parts
  }

  /** The saved records; none when the storage fails. */
  async load(): Promise<{
    readonly casualties: readonly Casualty[]
    readonly notices: ReadonlyMap<string, unknown>
  }> {
    const notices = new Map<string, unknown>()
    const casualties: Casualty[] = []
    try {
      const index = await this.#boat.storage.get(indexKey)
      for (const mmsi of Array.isArray(index) ? index.slice(0, maxRead) : []) {
        const record = await this.#boat.storage.get(keyOf(String(mmsi)))
        if (isCasualty(record)) casualties.push(record)
      }
      for (const key of this.#parts.noticesByKey.keys()) notices.set(key, await this.#boat.storage.get(key))
    } catch (error) {
      this.#boat.log.warn(`cannot read the saved casualties: ${(error as Error).message}`)
    }
    return { casualties, notices }
  }

  /** Saves what has changed, after the write that is running. */
  save(): void {
    for (const mmsi of this.#parts.casualties.takeChanged()) this.#pending.add(mmsi)
    this.#isWanted = true
    if (!this.#isSaving) void this.#write()
  }

  /** Saves the times of the last messages, from time to time. */
  saveTimes(now: number): void {
    if (now - this.#savedAt < timesMs) return
    this.#savedAt = now
    for (const { mmsi } of this.#parts.casualties.records) this.#pending.add(mmsi)
    this.save()
  }

  async #write(): Promise<void> {
    this.#isSaving = true
    while (this.#isWanted) {
      this.#isWanted = false
      const saved = [...this.#pending]
      this.#pending.clear()
      if (await this.#writeOnce(saved)) continue
      for (const mmsi of saved) this.#pending.add(mmsi)
      break
    }
    this.#isSaving = false
  }

  async #writeOnce(changed: readonly string[]): Promise<boolean> {
    const { casualties, noticesByKey } = this.#parts
    const values = {
      [indexKey]: casualties.records.map(({ mmsi }) => mmsi),
      ...Object.fromEntries(changed.map((mmsi) => [keyOf(mmsi), casualties.at(mmsi) ?? null])),
      ...Object.fromEntries([...noticesByKey].map(([key, { records }]) => [key, records])),
    }
    try {
      await this.#boat.storage.set(values)
      this.#isFailing = false
      return true
    } catch (error) {
      if (!this.#isFailing)
        this.#boat.log.warn(
          `could not save the casualties, which a restart would lose: ${(error as Error).message}`,
        )
      this.#isFailing = true
      return false
    }
  }
}
