import type { Boat } from '@marinedata/plugin-api'

/** A chosen port as it is stored. */
export interface ChosenPort {
  readonly id: string
  readonly name: string
  readonly device: string
  /** Baud; undefined while it is unknown. */
  readonly speed: number | undefined
}

/** What people chose: ports to use, and inputs of the settings not to use. */
export interface Choices {
  readonly ports: readonly ChosenPort[]
  readonly released: readonly string[]
}

const [portsKey, releasedKey] = ['chosen', 'released'] as const

const isChosenPort = (value: unknown): value is ChosenPort => {
  const { id, name, device, speed } = Object(value) as Partial<Record<keyof ChosenPort, unknown>>
  return (
    [id, name, device].every((text) => typeof text === 'string' && text !== '') &&
    (speed === undefined || typeof speed === 'number')
  )
}

const isText = (value: unknown): value is string => typeof value === 'string'

const those = <T>(stored: unknown, isSo: (value: unknown) => value is T): T[] =>
  Array.isArray(stored) ? stored.filter(isSo) : []

/** What people chose, stored by the server and restored at every start. */
export class ChosenInputs {
  readonly #storage: Boat['storage']
  #saved = ''

  constructor(storage: Boat['storage']) {
    this.#storage = storage
  }

  async read(): Promise<Choices> {
    const choices = {
      ports: those(await this.#storage.get(portsKey), isChosenPort),
      released: those(await this.#storage.get(releasedKey), isText),
    }
    this.#saved = JSON.stringify(choices)
    return choices
  }

  /** Resolves when they are on disk. Unchanged choices are not written. */
  async write({ ports, released }: Choices): Promise<void> {
    const text = JSON.stringify({ ports, released })
    if (text === this.#saved) return
    await this.#storage.set({ [portsKey]: ports, [releasedKey]: released })
    this.#saved = text
  }
}
