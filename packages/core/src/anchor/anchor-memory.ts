import type { Clock } from '#clock.ts'
import {
  AnchorStays,
  AnchorTrack,
  checkOf,
  MarineDataError,
  type AnchorQuestion,
  type Check,
} from '@marinedata/model'
import type { AnchorRegistry } from './anchor-registry.ts'
import { refusalFrom } from './windlass.ts'

export interface MemoryPorts {
  readonly clock: Clock
  readonly registry: AnchorRegistry
  /** Hands a question to the provider; rejects when that refuses, and when no answer comes in time. */
  readonly ask: (
    device: { readonly id: string; readonly provider: string },
    question: AnchorQuestion,
    options: { readonly deadlineMs: number },
  ) => Promise<unknown>
}

const trackCheck = checkOf<AnchorTrack>(AnchorTrack)
const staysCheck = checkOf<AnchorStays>(AnchorStays)

/** An answer serves everyone who asks within this: however many ask, a watch is not kept from watching. */
const goodForMs = 1_000

/** What whoever watches the anchor remembers. Nothing is changed by asking: it takes no turn, and leaves no record. */
export class AnchorMemory {
  readonly #ports: MemoryPorts
  readonly #answers = new Map<string, { readonly askedAt: number; readonly answer: Promise<unknown> }>()

  constructor(ports: MemoryPorts) {
    this.#ports = ports
  }

  /** @throws MarineDataError `no-provider`, `unsupported-action` or what else stood in the way */
  track(): Promise<AnchorTrack> {
    return this.#checked('track', trackCheck)
  }

  /** @throws MarineDataError `no-provider`, `unsupported-action` or what else stood in the way */
  stays(): Promise<AnchorStays> {
    return this.#checked('stays', staysCheck)
  }

  async #checked<T>(name: AnchorQuestion['name'], check: Check<T>): Promise<T> {
    const answer = await this.#answer(name)
    if (check.accepts(answer)) return answer
    const errors = check.faults(answer)
    throw new MarineDataError('plugin-failed', `What the anchor watch tells of its ${name} does not fit`, {
      errors,
    })
  }

  #answer(name: AnchorQuestion['name']): Promise<unknown> {
    const now = this.#ports.clock.now()
    const before = this.#answers.get(name)
    if (before !== undefined && now - before.askedAt < goodForMs) return before.answer
    const answer = this.#ask(name)
    this.#answers.set(name, { askedAt: now, answer })
    return answer
  }

  async #ask(name: AnchorQuestion['name']): Promise<unknown> {
    const { device } = this.#ports.registry
    if (device === undefined)
      throw new MarineDataError('no-provider', 'There is no anchor watch: no plugin that provides one runs')
    if (device.link !== 'on-line')
      throw new MarineDataError('no-provider', `The anchor watch "${device.id}" is off-line`)
    try {
      return await this.#ports.ask(device, { name, input: {} }, { deadlineMs: device.confirmMs })
    } catch (error) {
      const refusal = refusalFrom(error, device)
      // Nothing was to be confirmed.
      if (refusal.code !== 'unconfirmed') throw refusal
      throw new MarineDataError('no-provider', `The anchor watch "${device.id}" does not answer`, {
        cause: error,
      })
    }
  }
}
