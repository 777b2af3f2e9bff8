import type { Boat } from '@marinedata/plugin-api'
import type { FoundPort } from '#serial/port-scan.ts'

/** A port that someone uses, as it is remembered. */
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

/** The ports that people chose, kept by the server: they are used again after every start. */
export class ChosenPorts {
  readonly #storage: Boat['storage']
  #kept = ''

  constructor(storage: Boat['storage']) {
    this.#storage = storage
  }

  async read(): Promise<readonly ChosenPort[]> {
    const kept = await this.#storage.get(key)
    this.#kept = JSON.stringify(kept)
    return Array.isArray(kept) ? kept.filter(isChosenPort) : []
  }

  /** On disk when it resolves; what has not changed is not written. */
  async write(ports: readonly ChosenPort[]): Promise<void> {
    const text = JSON.stringify(ports)
    if (text === this.#kept) return
    await this.#storage.set({ [key]: ports })
    this.#kept = text
  }
}
