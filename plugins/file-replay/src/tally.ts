/** Why a line or a value was skipped. */
export type Skipped = 'broken' | 'too long' | 'alarms or autopilot' | 'own vessel seen by others' | 'no data'

/** Counts the lines of one pass through the file. */
export class Tally {
  readonly #countBySkipped = new Map<Skipped, number>()
  #deltas = 0

  get deltas(): number {
    return this.#deltas
  }

  played(): void {
    this.#deltas++
  }

  skip(why: Skipped, count = 1): void {
    if (count > 0) this.#countBySkipped.set(why, (this.#countBySkipped.get(why) ?? 0) + count)
  }

  /** Text for people: `120 deltas; skipped 2 broken, 1 too long`. */
  get text(): string {
    const played = `${this.#deltas} ${this.#deltas === 1 ? 'delta' : 'deltas'}`
    const skipped = [...this.#countBySkipped].map(([why, count]) => `${count} ${why}`)
    return skipped.length === 0 ? played : `${played}; skipped ${skipped.join(', ')}`
  }
}

const units = ['bytes', 'kB', 'MB', 'GB', 'TB']

/** A size as text: `30 kB`. */
export const sizeText = (bytes: number): string => {
  const power = bytes < 1_000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const amount = bytes / 1_000 ** power
  return `${power === 0 || amount >= 100 ? Math.round(amount) : amount.toFixed(1)} ${units[power]}`
}
