import type { Boat } from '@marinedata/plugin-api'
import type { FoundPort } from '#serial/port-scan.ts'

/** A chosen port as it is stored. */
export interface ChosenPort extends FoundPort {
  readonly speed: number | undefined
}

const key = 'chosen'

const isChosenPort = (value: unknown): value is ChosenPort => {
  const { id, name, device, speed } = Object(value) as Partial<Record<keyof ChosenPort, unknown>>
  return (
    [id, name, device].every((text) => typeof text === 'string' && text !== '') &&
    (speed === undefined || typeof speed === 'number')
  )
}

/** The ports that people chose, stored by the server and restored at every start. */
export class ChosenPorts {
  readonly #storage: Boat['storage']
  #saved = ''

  constructor(storage: Boat['storage']) {
    this.#storage = storage
  }

  async read(): Promise<readonly ChosenPort[]> {
    const stored = await this.#storage.get(key)
    this.#saved = JSON.stringify(stored)
    return Array.isArray(stored) ? stored.filter(isChosenPort) : []
  }

  /** Resolves when they are on disk. Unchanged choices are not written. */
  async write(ports: readonly ChosenPort[]): Promise<void> {
    const text = JSON.stringify(ports)
    if (text === this.#saved) return
    await this.#storage.set({ [key]: ports })
    this.#saved = text
  }
}
