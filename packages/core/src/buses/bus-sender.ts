import { busLimits, MarineDataError } from '@marinedata/model'
import type { Clock } from '#clock.ts'
import type { Counters } from '#counters.ts'
import type { BusOpening } from './bus-opening.ts'
import type { OfferNumber, SendLimits, SentMessage } from './bus-ports.ts'
import { RateWindow } from './rate-window.ts'

export interface BusSenderOptions {
  readonly clock: Clock
  readonly counters: Counters
  /** Called once for each topic that the plugin may not send, and for a limited number of topics. */
  readonly onUndeclared: (topic: string, opening: BusOpening) => void
}

/** Checks everything that one plugin sends on buses, and passes it to their owners. */
export class BusSender {
  readonly #options: BusSenderOptions
  readonly #ordinary = new RateWindow(busLimits.sendsPerSecond)
  readonly #urgent = new RateWindow(busLimits.urgentSendsPerSecond)
  readonly #undeclared = new Set<string>()
  #pending = 0

  constructor(options: BusSenderOptions) {
    this.#options = options
  }

  /**
   * Resolves when the message is on the wire.
   * @throws MarineDataError `not-declared`, `too-many-requests`, `bus-unavailable`, `not-claimed`, `busy`,
   * `unconfirmed`, or the error of the owner, such as `device-not-found`
   */
  async send(
    opening: BusOpening,
    { offer, ...message }: SentMessage & Pick<OfferNumber, 'offer'>,
    { deadlineMs, signal }: SendLimits,
  ): Promise<void> {
    const bus = this.#checked(opening, { ...message, offer })
    const { counters } = this.#options
    this.#pending++
    try {
      const either = AbortSignal.any([signal, opening.ending])
      await bus.owner.send(bus.id, { ...message, user: opening.user.plugin }, { deadlineMs, signal: either })
      counters.sentBusMessages++
    } catch (error) {
      counters.failedBusMessages++
      throw hasOwnerEnded(error) ? lostOnTheWay(bus.id, error) : error
    } finally {
      this.#pending--
    }
  }

  #checked(opening: BusOpening, { topic, urgent = false, offer }: SentMessage & Pick<OfferNumber, 'offer'>) {
    const { bus } = opening
    if (!opening.sends.has(topic)) {
      this.#noteUndeclared(topic, opening)
      return this.#refuse(
        'not-declared',
        `The manifest does not declare "${topic}" in "sends" of "${opening.kind}"`,
      )
    }
    const { clock } = this.#options
    const perSecond = urgent ? busLimits.urgentSendsPerSecond : busLimits.sendsPerSecond
    if (!(urgent ? this.#urgent : this.#ordinary).tryTake(clock.now()))
      return this.#refuse('too-many-requests', `A plugin sends at most ${perSecond} such messages a second`)
    if (bus === undefined)
      return this.#refuse('bus-unavailable', `No bus of the kind "${opening.kind}" is available`)
    if (offer !== opening.offer)
      return this.#refuse('bus-unavailable', `The bus "${bus.id}" was lost since the message was decided on`)
    if (!bus.state.canSend)
      return this.#refuse(
        'not-claimed',
        `The bus "${bus.id}" cannot send now: it has no address, or no connection`,
      )
    if (this.#pending >= busLimits.pendingSends)
      return this.#refuse(
        'busy',
        `${busLimits.pendingSends} messages of the plugin are waiting to be written`,
      )
    return bus
  }

  #noteUndeclared(topic: string, opening: BusOpening): void {
    if (this.#undeclared.has(topic) || this.#undeclared.size >= busLimits.topics) return
    this.#undeclared.add(topic)
    this.#options.onUndeclared(topic, opening)
  }

  #refuse(
    code: 'not-declared' | 'too-many-requests' | 'bus-unavailable' | 'not-claimed' | 'busy',
    why: string,
  ): never {
    this.#options.counters.refusedBusMessages[code]++
    throw new MarineDataError(code, why)
  }
}

const hasOwnerEnded = (error: unknown): boolean =>
  error instanceof MarineDataError && error.code === 'plugin-not-running'

const lostOnTheWay = (bus: string, cause: unknown): MarineDataError =>
  new MarineDataError('bus-unavailable', `The bus "${bus}" was lost before it confirmed the message`, {
    outcome: 'unknown',
    cause,
  })
