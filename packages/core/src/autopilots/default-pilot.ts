import { isDeviceId } from '#devices/device-identity.ts'

/** The device that a person chose as the default, by id and provider. */
export interface PilotChoice {
  readonly id: string
  readonly provider: string
}

export interface ChoiceStore {
  load(): PilotChoice | undefined
  /** On disk when it returns. */
  save(choice: PilotChoice): void
}

/**
 * Resolves `_default` to a device. A choice of a person is permanent; without one the first candidate is assigned.
 */
export class DefaultPilot {
  readonly #store: ChoiceStore
  #chosen: PilotChoice | undefined
  #assigned: string | undefined

  constructor(store: ChoiceStore) {
    this.#store = store
    const stored = store.load()
    // Ignores a stored id that is no longer valid: such a device can never register.
    this.#chosen = stored !== undefined && isDeviceId(stored.id) ? stored : undefined
  }

  get id(): string | undefined {
    return this.#chosen?.id ?? this.#assigned
  }

  /** The device that a person chose; it may not be registered yet. */
  get chosen(): PilotChoice | undefined {
    return this.#chosen
  }

  choose(choice: PilotChoice): void {
    this.#store.save(choice)
    this.#chosen = choice
  }

  /** Assigns the device unless there is a default already; returns whether it did. */
  assign(id: string): boolean {
    if (this.id !== undefined) return false
    this.#assigned = id
    return true
  }

  /** The device was removed. A choice stays, as over a restart, so that no command goes to another device. */
  drop(id: string): void {
    if (this.#assigned === id) this.#assigned = undefined
  }
}
