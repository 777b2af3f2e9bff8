import type { Packet } from '@marinedata/nmea2000'
import { setTimeout as sleep } from 'node:timers/promises'
import { gatewayAddress, Harbour } from '../../plugins/nmea2000/test/aboard.ts'
import { sentTopic, type UserNews } from './bus-user.ts'
import { WiredServer } from './wired-server.ts'

const patienceMs = 60_000
const user = 'soak-user'

/** A message of the user that reached the bus. */
export interface SentMessage {
  readonly number: number
  readonly destination: number
  /** In milliseconds since 1970. */
  readonly at: number
}

/** Milliseconds since 1970, finer than `Date.now()`. */
export const wallMs = (): number => performance.timeOrigin + performance.now()

/** Waits until something is known. */
export const waitFor = async <Result>(
  what: string,
  ask: () => Promise<Result | undefined> | Result | undefined,
): Promise<Result> => {
  for (const end = performance.now() + patienceMs; performance.now() < end; await sleep(2)) {
    const result = await ask()
    if (result !== undefined) return result
  }
  throw new Error(`${what}: not within ${patienceMs / 1_000} s`)
}

/** A simulated boat in this process, and a server whose NMEA 2000 plugin lets another plugin use the bus. */
export class UsedBus implements AsyncDisposable {
  readonly server: WiredServer
  readonly harbour: Harbour
  /** What the user sent, in order. */
  readonly sent: SentMessage[] = []
  /** Messages from the gateway that are not of the declared topic. */
  readonly otherTopics = new Map<number, number>()
  readonly #stack: AsyncDisposableStack

  private constructor(server: WiredServer, harbour: Harbour, stack: AsyncDisposableStack) {
    this.server = server
    this.harbour = harbour
    this.#stack = stack
    harbour.bus.attach({ handle: (packet) => this.#take(packet) })
  }

  static async start(): Promise<UsedBus> {
    await using stack = new AsyncDisposableStack()
    const harbour = stack.use(await Harbour.make())
    const gateway = await harbour.tcp('yacht-devices')
    const plugins = [new URL('./bus-user.ts', import.meta.url).pathname]
    const server = stack.use(await WiredServer.start('nmea2000', { plugins }))
    await server.configure({ gateways: [{ kind: 'yacht-devices', address: gateway.address }], sends: true })
    await server.input(({ state }) => state === 'used')
    await waitFor('the user', async () => (await server.report(user)).state === 'running' || undefined)
    const used = new UsedBus(server, harbour, stack.move())
    // Waits until the gateway has an address, too.
    await waitFor('a message of the user on the bus', async () => {
      await used.send(sentTopic)
      await sleep(100)
      return used.sent[0]
    })
    await used.news()
    return used
  }

  /** Lets the user send a message to all; returns what became of it. */
  async send(topic: string): Promise<unknown> {
    return await this.server.act(user, 'send', { topic })
  }

  async keepSending(): Promise<void> {
    await this.server.act(user, 'keepSending')
  }

  /** What happened to the user since the last time. */
  async news(): Promise<UserNews> {
    return (await this.server.act(user, 'take')) as UserNews
  }

  /** How often the user was refused, by reason. */
  async refused(reason: string): Promise<number> {
    return (await this.server.report(user)).refused[reason] ?? 0
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack[Symbol.asyncDispose]()
  }

  #take({ pgn, source, destination, payload }: Packet): void {
    if (source !== gatewayAddress) return
    if (pgn !== Number(sentTopic)) {
      this.otherTopics.set(pgn, (this.otherTopics.get(pgn) ?? 0) + 1)
      return
    }
    const number = new DataView(payload.buffer, payload.byteOffset).getUint32(0)
    this.sent.push({ number, destination, at: wallMs() })
  }
}
