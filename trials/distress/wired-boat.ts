import { FrameAssembler, type Packet } from '@marinedata/nmea2000'
import type { Alert, AuditEvent, PluginReport } from '@marinedata/model'
import { exchange } from '@marinedata/testing/exchange'
import { startBoat, type Boat } from '@marinedata/testing/boats/start-boat'
import { tell } from '@marinedata/testing/stream-listener'
import { until } from '@marinedata/testing/until'
import { Harbour } from '../../plugins/nmea2000/test/aboard.ts'

const api = '/marinedata/v2/api'
const mmsi = '235099999'
export const position = { latitude: 50 + 20 / 60, longitude: -(4 + 10 / 60) }

/** A message about alerts that is on the bus, and when it came there: milliseconds, monotonic. */
export interface SeenMessage extends Packet {
  readonly at: number
  readonly bytes: string
}

const isAboutAlerts = (pgn: number): boolean => pgn === 127_233 || (pgn >= 126_983 && pgn <= 126_985)

/** A server with the position of the vectors, whose plugins send to a simulated bus. */
export class WiredBoat implements AsyncDisposable {
  readonly harbour: Harbour
  readonly boat: Boat
  readonly seen: SeenMessage[] = []
  readonly #stack: AsyncDisposableStack
  #publishing: NodeJS.Timeout | undefined

  private constructor(harbour: Harbour, boat: Boat, stack: AsyncDisposableStack) {
    this.harbour = harbour
    this.boat = boat
    this.#stack = stack
    const assembler = new FrameAssembler()
    const attached = harbour.bus.attachToFrames((frame) => {
      const at = performance.now()
      const { packet } = assembler.add(frame, at)
      if (packet !== undefined && isAboutAlerts(packet.pgn))
        this.seen.push({ ...packet, at, bytes: Buffer.from(packet.payload).toString('hex') })
    })
    stack.use(attached)
    stack.defer(() => clearInterval(this.#publishing))
  }

  /** @param prepare called before the server starts: it may set the search path */
  static async start(plugin: string, prepare?: (harbour: Harbour) => Promise<void>): Promise<WiredBoat> {
    await using stack = new AsyncDisposableStack()
    const harbour = stack.use(await Harbour.make())
    await prepare?.(harbour)
    const boat = stack.use(await startBoat({ settings: { mmsi }, plugins: { enabledByDefault: [plugin] } }))
    const wired = new WiredBoat(harbour, boat, stack.move())
    await wired.#publish()
    return wired
  }

  async ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    const { status, text } = await exchange(this.boat.url, `${api}/${path}`, {
      method,
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    })
    if (status !== 200) throw new Error(`${method} ${path}: ${status} ${text}`)
    // The answer of our own interface.
    return JSON.parse(text) as T
  }

  /** Sets up a plugin and waits until its inputs are used. */
  async configure(plugin: string, settings: object, inputs: number): Promise<void> {
    await this.until(
      () => this.ask<PluginReport>('GET', `plugins/${plugin}`),
      ({ state }) => state === 'running',
    )
    await this.ask('PUT', `plugins/${plugin}/settings`, settings)
    await this.until(
      () => this.ask<PluginReport>('GET', `plugins/${plugin}`),
      (report) => report.inputs.filter(({ chosen, state }) => chosen && state !== 'lost').length >= inputs,
    )
  }

  async alerts(): Promise<readonly Alert[]> {
    return await this.ask<Alert[]>('GET', 'notifications')
  }

  async mob(): Promise<Alert> {
    await this.ask('POST', 'notifications/mob')
    return await this.ownMob()
  }

  /** The own man-overboard alert. Pressing again would sound it again. */
  async ownMob(): Promise<Alert> {
    const alerts = await this.alerts()
    const alert = alerts.find(({ path }) => path === 'notifications.mob')
    if (alert === undefined) throw new Error('There is no man-overboard alert')
    return alert
  }

  /** Publishes a value of the own vessel. */
  async publish(path: string, value: unknown): Promise<void> {
    await tell(this.boat.url, [{ updates: [{ $source: 'test', values: [{ path, value }] }] }])
  }

  async audit(operation: string): Promise<readonly AuditEvent[]> {
    const events = await this.ask<AuditEvent[]>('GET', 'access/audit?kind=alert')
    return events.filter((event) => event.operation === operation)
  }

  /** Asks until the answer is as wanted. */
  async until<T>(ask: () => Promise<T>, isWanted: (answer: T) => boolean): Promise<T> {
    for (const end = performance.now() + 60_000; performance.now() < end;) {
      const answer = await ask()
      if (isWanted(answer)) return answer
      await new Promise((resolve) => void setTimeout(resolve, 5))
    }
    throw new Error('Timed out waiting for an answer')
  }

  /** The first message with this PGN and state after a time. */
  async message(pgn: number, isWanted: (message: SeenMessage) => boolean): Promise<SeenMessage> {
    return await until(() => this.seen.find((message) => message.pgn === pgn && isWanted(message)), Boolean)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack[Symbol.asyncDispose]()
  }

  /** Values are live while they are repeated. */
  async #publish(): Promise<void> {
    const values = [
      { path: 'navigation.position', value: position },
      { path: 'navigation.courseOverGroundTrue', value: Math.PI / 2 },
      { path: 'navigation.speedOverGround', value: 2.57 },
    ]
    const send = (): Promise<void> => tell(this.boat.url, [{ updates: [{ $source: 'test', values }] }])
    await send()
    this.#publishing = setInterval(() => void send().catch(() => undefined), 1_000)
  }
}
