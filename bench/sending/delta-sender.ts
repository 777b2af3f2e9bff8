import type { DeltaMaker } from './deltas.ts'
import { textFrame, type RawWebSocket } from '../sockets/raw-websocket.ts'
import type { SendClock } from './send-clock.ts'

export interface DeltaSenderDeps {
  readonly socket: RawWebSocket
  readonly clock: SendClock
  readonly make: DeltaMaker
  readonly perSecond: number
}

// A delayed benchmark must not catch up in one burst.
const largestBurst = 500

/** Sends deltas at a constant rate, even when the target cannot keep up: boats do not wait. */
export class DeltaSender {
  readonly #deps: DeltaSenderDeps
  #timer: NodeJS.Timeout | undefined
  #due = 0
  #checkedAt = 0
  sent = 0

  constructor(deps: DeltaSenderDeps) {
    this.#deps = deps
  }

  start(): void {
    this.#checkedAt = performance.now()
    this.#timer = setInterval(() => this.#sendDue(), 1)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #sendDue(): void {
    const { socket, clock, make, perSecond } = this.#deps
    const now = performance.now()
    this.#due = Math.min(this.#due + ((now - this.#checkedAt) * perSecond) / 1000, largestBurst)
    this.#checkedAt = now
    const frames: Buffer[] = []
    for (; this.#due >= 1; this.#due--) frames.push(textFrame(make(this.sent++, clock.next())))
    if (frames.length > 0 && !socket.isClosed) socket.sendFrames(Buffer.concat(frames))
  }
}
