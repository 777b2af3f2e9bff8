import type { PluginInput } from '@marinedata/plugin-api'
import type { Link } from '#links/link.ts'
import { MessageMeter } from './message-meter.ts'

interface Directions {
  readonly isRead: boolean
  readonly isWritten: boolean
}

/** The state of an input, its last error, and what it receives and sends. */
export class InputStatus {
  readonly received = new MessageMeter()
  readonly sent = new MessageMeter()
  readonly #changed: () => void
  #state: PluginInput['state'] = 'silent'
  #error: PluginInput['error']
  /** The open link; undefined while there is none. */
  link: Link | undefined

  /** @param changed called when people should see a change at once */
  constructor(changed: () => void) {
    this.#changed = changed
  }

  get state(): PluginInput['state'] {
    return this.#state
  }

  get report(): Pick<PluginInput, 'state' | 'clients' | 'received' | 'damaged' | 'error'> {
    const clients = this.link?.clients
    return {
      state: this.#state,
      ...(clients !== undefined && { clients }),
      received: this.received.total,
      damaged: this.received.damaged,
      ...(this.#error && { error: this.#error }),
    }
  }

  /** Rates of the directions that are used, and the last message of the first of them. */
  flow({ isRead, isWritten }: Directions): Pick<PluginInput, 'rate' | 'sent' | 'lastMessage'> {
    const { last } = isRead ? this.received : this.sent
    return {
      ...(isRead && { rate: this.received.rate }),
      ...(isWritten && { sent: this.sent.rate }),
      ...(last !== undefined && { lastMessage: last }),
    }
  }

  /** The link is closed: nothing is received or sent. */
  close(): void {
    this.link = undefined
    this.received.rest()
    this.sent.rest()
  }

  /** @param trouble the reason, shown with the time at which it first occurred; without one the last error stays */
  enter(state: PluginInput['state'], trouble?: string): void {
    if (trouble !== undefined && (this.#state !== state || this.#error?.message !== trouble))
      this.#error = { at: new Date().toISOString(), message: trouble }
    this.#state = state
    this.#changed()
  }

  forgetError(): void {
    this.#error = undefined
  }
}
