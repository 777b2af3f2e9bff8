import { isDeviceId } from '#device-identity.ts'

/** A choice that someone made, by id and provider. */
export interface PilotChoice {
  readonly id: string
  readonly provider: string
}

export interface ChoiceStore {
  load(): PilotChoice | undefined
  /** On disk when it returns. */
  save(choice: PilotChoice): void
}

/** Which device `_default` means. An explicit choice stays; else the first that comes into question is taken and kept. */
export class DefaultPilot {
  readonly #store: ChoiceStore
  #chosen: PilotChoice | undefined
  #assigned: string | undefined

  constructor(store: ChoiceStore) {
    this.#store = store
    const kept = store.load()
    // An id from before that could be no device's today would never come back.
    this.#chosen = kept !== undefined && isDeviceId(kept.id) ? kept : undefined
  }

  get id(): string | undefined {
    return this.#chosen?.id ?? this.#assigned
  }

  /** The device that someone chose, which may not be there yet. */
  get chosen(): PilotChoice | undefined {
    return this.#chosen
  }

  choose(choice: PilotChoice): void {
    this.#store.save(choice)
    this.#chosen = choice
  }

  /** Takes this one unless there is a default already; says whether it was taken. */
  assign(id: string): boolean {
    if (this.id !== undefined) return false
    this.#assigned = id
    return true
  }

  /** The device is gone for good. A choice outlives it, as it outlives a restart: no command goes to another instead. */
  drop(id: string): void {
    if (this.#assigned === id) this.#assigned = undefined
  }
}
