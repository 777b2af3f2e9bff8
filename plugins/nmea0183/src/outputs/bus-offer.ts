import { parseSentence } from '@marinedata/nmea0183'
import { MarineDataError, type Boat, type OfferedBus, type SentBusMessage } from '@marinedata/plugin-api'
import type { Multiplexer, ReceivedSentence } from './multiplexer.ts'

const busId = 'nmea0183'
/** NMEA 0183 has no priorities: the lowest of the bus protocol. */
const priority = 7
const printable = /^[\x20-\x7e]+$/u

/**
 * Offers all NMEA 0183 inputs and outputs to other plugins as one bus. A topic is the formatter of a sentence, such as
 * `APB`; the payload is the line without its end. Only outputs with `plugins` in their settings are sent to.
 */
export class BusOffer {
  readonly #boat: Boat
  readonly #multiplexer: Multiplexer
  #offered: OfferedBus | undefined
  #wanted: ReadonlySet<string> = new Set()

  constructor(boat: Boat, multiplexer: Multiplexer) {
    this.#boat = boat
    this.#multiplexer = multiplexer
  }

  /** Offers the bus. Sentences are read and passed on without it, too. */
  async start(): Promise<void> {
    const { log } = this.#boat
    const failed =
      (what: string) =>
      (error: unknown): void =>
        log.warn(`${what}: ${(error as Error).message}`)
    try {
      const offered = await this.#boat.offerBus(
        { id: busId, kind: 'nmea0183', canSend: false },
        { send: (message) => this.#send(message), wanted: (topics) => (this.#wanted = topics) },
      )
      this.#offered = offered
      this.#multiplexer.onReach = (canSend) =>
        void offered.update({ canSend }).catch(failed('the state of the bus was not reported'))
    } catch (error) {
      failed('NMEA 0183 is not offered to other plugins')(error)
    }
  }

  /** Passes a sentence on, when a plugin wants it. */
  heard({ sentence, line }: ReceivedSentence): void {
    if (!this.#wanted.has(sentence.type)) return
    const payload = new Uint8Array(Buffer.from(line, 'latin1'))
    this.#offered?.heard({ topic: sentence.type, from: null, to: null, priority, payload })
  }

  #send({ topic, to, payload }: SentBusMessage): void {
    if (to !== null) throw new MarineDataError('device-not-found', 'NMEA 0183 has no addresses: send to all')
    const line = Buffer.from(payload).toString('latin1')
    const sentence = parseSentence(line)
    if ('fault' in sentence || sentence.type !== topic || !printable.test(line))
      throw new MarineDataError('invalid-message', `This is not a sentence ${topic} with its checksum`)
    if (!this.#multiplexer.reachesDevices)
      throw new MarineDataError('not-claimed', 'No output that takes sentences of plugins is connected')
    if (!this.#multiplexer.sendForPlugin(line))
      throw new MarineDataError('busy', `No output took the sentence ${topic}`)
  }
}
