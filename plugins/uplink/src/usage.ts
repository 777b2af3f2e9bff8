import { tariffs, type Tariff } from '@marinedata/uplink-protocol'
import type { Clock } from './clock.ts'
import { tariffRules } from './tariffs.ts'

const dayMs = 86_400_000
const dayOf = (time: number): number => Math.floor(time / dayMs)

export interface SavedUsage {
  /** Days since 1970, UTC. */
  readonly day: number
  readonly bytes: Readonly<Record<Tariff, number>>
}

const isSaved = (value: unknown): value is SavedUsage => {
  if (typeof value !== 'object' || value === null || !('day' in value && 'bytes' in value)) return false
  const { day, bytes } = value
  return (
    Number.isSafeInteger(day) &&
    typeof bytes === 'object' &&
    bytes !== null &&
    // The line above makes it an object; its members are checked here.
    tariffs.every((tariff) => Number.isSafeInteger((bytes as Partial<Record<Tariff, unknown>>)[tariff]))
  )
}

/** The bytes that were sent and received today (UTC), by tariff. */
export class Usage {
  readonly #clock: Clock
  readonly #budgetBytes: number | undefined
  #day: number
  #bytes: Record<Tariff, number> = { satellite: 0, cellular: 0, wifi: 0 }

  constructor(clock: Clock, budgetBytes: number | undefined, saved?: unknown) {
    this.#clock = clock
    this.#budgetBytes = budgetBytes
    this.#day = dayOf(clock.now())
    if (isSaved(saved) && saved.day === this.#day) this.#bytes = { ...saved.bytes }
  }

  get budgetBytes(): number | undefined {
    return this.#budgetBytes
  }

  get today(): SavedUsage {
    this.#turnDay()
    return { day: this.#day, bytes: { ...this.#bytes } }
  }

  get msToMidnight(): number {
    const now = this.#clock.now()
    return (dayOf(now) + 1) * dayMs - now
  }

  add(tariff: Tariff, bytes: number): void {
    this.#turnDay()
    this.#bytes[tariff] += bytes
  }

  /** Total of all tariffs that count for the budget, or of a tariff outside it. */
  #countedWith(tariff: Tariff): number {
    this.#turnDay()
    if (!tariffRules[tariff].isMetered) return this.#bytes[tariff]
    return tariffs
      .filter((other) => tariffRules[other].isMetered)
      .reduce((sum, other) => sum + this.#bytes[other], 0)
  }

  isSpent(tariff: Tariff): boolean {
    return (
      this.#budgetBytes !== undefined &&
      tariffRules[tariff].isMetered &&
      this.#countedWith(tariff) >= this.#budgetBytes
    )
  }

  #turnDay(): void {
    const day = dayOf(this.#clock.now())
    if (day === this.#day) return
    this.#day = day
    this.#bytes = { satellite: 0, cellular: 0, wifi: 0 }
  }
}
