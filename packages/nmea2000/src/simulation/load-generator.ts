import { encodeById } from '#codec/encode.ts'
import { FastPacketSplitter } from '#transport/fast-packet.ts'
import { broadcastAddress, type Frame } from '#transport/frame.ts'
import type { Timer } from '#timer.ts'
import type { SimulatedBus } from './simulated-bus.ts'

/** Approximate maximum frame rate at 250 kbit/s. */
const fullBus = 1_800
const stepMs = 10
const fullTurn = 2 * Math.PI
const sources = { first: 180, count: 8 }
/** Every fifth message is a fast packet. */
const longEvery = 5

/** Fills a bus with headings, winds and positions of eight devices. Every message has another value, so that a lost one is found. */
export class LoadGenerator implements Disposable {
  readonly #bus: SimulatedBus
  readonly #timer: Timer
  readonly #splitters = Array.from({ length: sources.count }, () => new FastPacketSplitter())
  readonly #framesPerSecond: number
  readonly #startedAt: number
  #frames = 0
  #messages = 0
  #next: Disposable

  constructor(
    { bus, timer }: { readonly bus: SimulatedBus; readonly timer: Timer },
    framesPerSecond: number = fullBus,
  ) {
    this.#bus = bus
    this.#timer = timer
    this.#framesPerSecond = framesPerSecond
    this.#startedAt = timer.now
    this.#next = this.#schedule()
  }

  /** Frames that were sent. */
  get frames(): number {
    return this.#frames
  }

  /** Messages that were sent: more than one frame is one message. */
  get messages(): number {
    return this.#messages
  }

  [Symbol.dispose](): void {
    this.#next[Symbol.dispose]()
  }

  #schedule(): Disposable {
    return this.#timer.after(stepMs, () => {
      const due = ((this.#timer.now - this.#startedAt) / 1_000) * this.#framesPerSecond
      while (this.#frames < due) this.#sendNext()
      this.#next = this.#schedule()
    })
  }

  #sendNext(): void {
    const count = this.#messages++
    const frames = count % longEvery === 0 ? this.#long(count) : [this.#short(count)]
    for (const frame of frames) this.#bus.send(frame)
    this.#frames += frames.length
  }

  #short(count: number): Frame {
    const source = sources.first + (count % sources.count)
    const heading = ((count % 62_831) / 62_832) * fullTurn
    const data = encodeById('vesselHeading', { sid: count % 253, heading, reference: 1 })
    return { priority: 2, pgn: 127_250, source, destination: broadcastAddress, data }
  }

  #long(count: number): Frame[] {
    const index = count % sources.count
    const payload = encodeById('gnssPositionData', {
      sid: count % 253,
      date: 20_000,
      time: (count % 864_000) / 10,
      latitude: 59 + (count % 1_000_000) / 1e7,
      longitude: 24,
      gnssType: 0,
      method: 1,
      integrity: 1,
    })
    const header = { priority: 3, pgn: 129_029, source: sources.first + index, destination: broadcastAddress }
    return this.#splitters[index]?.split({ ...header, payload }) ?? []
  }
}
