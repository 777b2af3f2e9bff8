import { MarineDataError } from '@marinedata/plugin-api'

/** The one wheel, which only one can hold. */
export class Wheel {
  #holder: string | undefined

  get holder(): string | undefined {
    return this.#holder
  }

  /** Who keeps that one from taking it. */
  heldAgainst(id: string): string | undefined {
    return this.#holder === id ? undefined : this.#holder
  }

  /** @throws MarineDataError `rejected-by-device` when another one holds it */
  take(id: string): void {
    if (this.heldAgainst(id) !== undefined)
      throw new MarineDataError('rejected-by-device', `The pilot "${this.#holder}" steers`)
    this.#holder = id
  }

  release(id: string): void {
    if (this.#holder === id) this.#holder = undefined
  }
}
