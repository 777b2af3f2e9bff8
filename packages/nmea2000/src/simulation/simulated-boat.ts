import { definitionById } from '#codec/database.ts'
import type { Fields } from '#codec/decode.ts'
import { encodeById } from '#codec/encode.ts'
import type { BusNode } from '#network/node.ts'
import type { Timer } from '#timer.ts'
import { broadcastAddress } from '#transport/frame.ts'
import type { SimulatedBus } from './simulated-bus.ts'
import { simulateDevice, type SensorMessage } from './simulated-device.ts'
import { simulatedSensors } from './simulated-sensors.ts'
import { SimulatedVoyage, type Voyage } from './simulated-voyage.ts'

export interface SimulatedBoatOptions {
  readonly bus: SimulatedBus
  readonly timer: Timer
  /** The same number gives the same voyage. */
  readonly seed?: number
  /** The date and time when the timer was 0, in milliseconds since 1970. */
  readonly startsAt?: number
}

/** A message number for the values that were measured at one time. */
const sequences = 253

/** The instruments of a sailing boat under way: every device claims an address, says what it is, and sends at its own rate. */
export class SimulatedBoat implements Disposable {
  readonly #timer: Timer
  readonly #voyage: SimulatedVoyage
  readonly #stack = new DisposableStack()
  /** The pending timer of each message. */
  readonly #waiting = new Map<SensorMessage, Disposable>()
  #sent = 0

  constructor({ bus, timer, seed = 1, startsAt = Date.UTC(2026, 5, 1, 10) }: SimulatedBoatOptions) {
    this.#timer = timer
    this.#voyage = new SimulatedVoyage({ seed, startsAt, startedAt: timer.now })
    this.#stack.defer(() => {
      for (const waiting of this.#waiting.values()) waiting[Symbol.dispose]()
    })
    for (const { messages, ...description } of simulatedSensors) {
      const { node } = this.#stack.use(simulateDevice(description, { bus, timer }))
      for (const message of messages) this.#schedule(node, message, 0)
    }
  }

  /** Number of messages sent, without network management. */
  get sent(): number {
    return this.#sent
  }

  /** Where the boat is and how it moves now. */
  get voyage(): Voyage {
    return this.#voyage.at(this.#timer.now)
  }

  [Symbol.dispose](): void {
    this.#stack[Symbol.dispose]()
  }

  #schedule(node: BusNode, message: SensorMessage, count: number): void {
    const waiting = this.#timer.after(message.everyMs, () => {
      this.#send(node, message, count)
      this.#schedule(node, message, (count + 1) % sequences)
    })
    this.#waiting.set(message, waiting)
  }

  #send(node: BusNode, { id, fields, lists }: SensorMessage, sid: number): void {
    const voyage = this.voyage
    const { pgn, priority } = definitionById(id) ?? { pgn: 0, priority: 0 }
    const all: Fields = { sid, ...fields(voyage) }
    const payload = encodeById(id, all, lists?.(voyage))
    if (node.send({ pgn, priority, destination: broadcastAddress, payload })) this.#sent++
  }
}
