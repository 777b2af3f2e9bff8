import type { AlertCall, AlertChannelReport } from '@marinedata/model'

export type CallState = AlertCall['state']

/** What makes the sound: a loudspeaker or a relay. */
export interface SoundOutput extends AsyncDisposable {
  /** Sounds until `quiet`, or in another way from now on. */
  sound(state: CallState): void
  quiet(): void
}

/** What an output observes. */
export interface SoundEvents {
  /** It sounds. */
  sounding(): void
  /** It does not sound. It tries again by itself. */
  failed(reason: string): void
}

interface AlarmSoundOptions {
  /** Who hears it, for the receipts. */
  readonly to: string
  readonly output: (events: SoundEvents) => SoundOutput
  readonly report: (report: AlertChannelReport) => void
}

const longestReason = 256

/** Sounds while at least one call is open, in the way of the most severe one. */
export class AlarmSound implements AsyncDisposable {
  readonly #options: AlarmSoundOptions
  readonly #output: SoundOutput
  readonly #callById = new Map<string, AlertCall>()
  /** The last state that was reported, by call. */
  readonly #reportedById = new Map<string, AlertChannelReport['state']>()

  constructor(options: AlarmSoundOptions) {
    this.#options = options
    this.#output = options.output({
      sounding: () => this.#report('delivered'),
      failed: (reason) => this.#report('failed', reason.slice(0, longestReason)),
    })
  }

  begin(call: AlertCall): void {
    this.#callById.set(call.id, call)
    this.#reportedById.delete(call.id)
    this.#update()
  }

  end(id: string): void {
    this.#callById.delete(id)
    this.#reportedById.delete(id)
    this.#update()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#callById.clear()
    await this.#output[Symbol.asyncDispose]()
  }

  #update(): void {
    const states = [...this.#callById.values()].map(({ state }) => state)
    if (states.length === 0) return this.#output.quiet()
    this.#output.sound(states.includes('emergency') ? 'emergency' : 'alarm')
  }

  #report(state: AlertChannelReport['state'], reason?: string): void {
    for (const call of this.#callById.keys()) {
      if (this.#reportedById.get(call) === state) continue
      this.#reportedById.set(call, state)
      const { to, report } = this.#options
      report({ call, to, state, ...(reason !== undefined && { reason }) })
    }
  }
}
