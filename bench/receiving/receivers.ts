import { Deliveries } from './deliveries.ts'
import { hasAlarm } from '../sending/deltas.ts'
import { FrameMemory, scanFrame, type FrameContent } from './frame-content.ts'
import { RawWebSocket } from '../sockets/raw-websocket.ts'
import type { SendClock } from '../sending/send-clock.ts'
import type { Target } from '../targets/targets.ts'

export interface ReceiverOptions {
  readonly target: Target
  readonly clock: SendClock
  readonly count: number
  /** `self`, `all` or `none`: the `subscribe` parameter of the URL. */
  readonly subscribe: 'self' | 'all' | 'none'
  /** A separate subscription for each client, so that no two frames are equal. */
  readonly subscription?: (client: number) => string
  /** Only every nth client counts values; the others only look for alarms. All count when absent. */
  readonly countOneIn?: number
  /** Called for each frame with an alarm. */
  readonly onAlarm?: (client: number, sentAt: number) => void
}

const openAtOnce = 50

/** Clients that read and count everything they receive. */
export class Receivers {
  readonly deliveries = new Deliveries()
  readonly #sockets: RawWebSocket[] = []
  readonly #options: ReceiverOptions
  readonly #memory = new FrameMemory()

  private constructor(options: ReceiverOptions) {
    this.#options = options
  }

  static async open(options: ReceiverOptions): Promise<Receivers> {
    const receivers = new Receivers(options)
    for (let first = 0; first < options.count; first += openAtOnce) {
      const size = Math.min(openAtOnce, options.count - first)
      await Promise.all(Array.from({ length: size }, (_, at) => receivers.#openOne(first + at)))
    }
    return receivers
  }

  /** Clients that the target has disconnected. */
  get closed(): number {
    return this.#sockets.filter(({ isClosed }) => isClosed).length
  }

  close(): void {
    for (const socket of this.#sockets) socket.close()
  }

  async #openOne(client: number): Promise<void> {
    const { target, subscribe, subscription } = this.#options
    const isCounting = this.#isCounting(client)
    const socket = await RawWebSocket.open({
      port: target.port,
      path: `${target.stream}?subscribe=${subscribe}&sendCachedValues=false&sendMeta=none`,
      onText: (buffer, start, end) => {
        if (isCounting || hasAlarm(buffer, start, end)) this.#count(client, this.#read(buffer, start, end))
      },
    })
    if (subscription !== undefined) socket.send(subscription(client))
    this.#sockets.push(socket)
  }

  #isCounting(client: number): boolean {
    return client % (this.#options.countOneIn ?? 1) === 0
  }

  #read(buffer: Buffer, start: number, end: number): FrameContent {
    if (this.#options.subscription === undefined) return this.#memory.read(buffer, start, end)
    return scanFrame(buffer.toString('latin1', start, end))
  }

  #count(client: number, content: FrameContent): void {
    if (this.#isCounting(client)) this.deliveries.add(content, this.#options.clock.now())
    if (content.alarm !== undefined) this.#options.onAlarm?.(client, content.alarm)
  }
}
