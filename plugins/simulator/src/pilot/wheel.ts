import { MarineDataError } from '@marinedata/plugin-api'

/** The wheel, which one pilot at a time can hold. */
export class Wheel {
  #holder: string | undefined

  get holder(): string | undefined {
    return this.#holder
  }

  /** The pilot that blocks this one. */
  heldAgainst(id: string): string | undefined {
    return this.#holder === id ? undefined : this.#holder
  }

  /** @throws MarineDataError `rejected-by-device` when another pilot holds it */
  take(id: string): void {
    if (this.heldAgainst(id) !== undefined)
      throw new MarineDataError('rejected-by-device', `The pilot "${this.#holder}" steers`)
    this.#holder = id
  }

  release(id: string): void {
    if (this.#holder === id) this.#holder = undefined
  }
}
