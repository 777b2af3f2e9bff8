import assert from 'node:assert/strict'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { TestContext } from 'node:test'
import type { TokenMade } from '@marinedata/model'
import { accessApi, answered, askBoat, claimBoat, claimCodeOf } from '@marinedata/testing/boats/crew'
import { LatencyReaders, median, probePrefix } from '@marinedata/testing/measured/latency-readers'
import { PacedLoad } from '@marinedata/testing/measured/paced-load'
import { startCli, temporaryFolder, type RunningCli } from '@marinedata/testing/boats/start-cli'
import { StreamListener } from '@marinedata/testing/stream-listener'
import { isFullForm } from '@marinedata/testing/time-limit'
import type { Flood } from './flood-worker.ts'

const windowMs = isFullForm ? 1_000 : 400
const mostWindows = 5
const vessels = 2_000
const limits = {
  /** The allowed growth of memory in use during an attack. */
  memoryMb: 24,
  /** The allowed factor of the median latency of a healthy client during an attack. */
  latencyRatio: 5,
  /** Latencies below this are treated as equal. */
  latencyFloorMs: 5,
}

const collector: readonly string[] = [
  '--expose-gc',
  '--import',
  new URL('./memory-on-request.ts', import.meta.url).pathname,
]

const roles = {
  viewer: { role: 'viewer' },
  other: { role: 'viewer' },
  gauge: { role: 'owner' },
  owner: { role: 'owner' },
} as const
export type Who = keyof typeof roles

const makeTokens = async (url: string, folder: string): Promise<Record<Who, string>> => {
  const token = await claimBoat(url, await claimCodeOf(folder))
  const made = await Promise.all(
    Object.entries(roles).map(async ([who, role]) => {
      const body = { name: `hostile-${who}`, ...role }
      const answer = await answered<TokenMade>(askBoat(url, `POST ${accessApi}/tokens`, { token, body }))
      return [who, answer.token] as const
    }),
  )
  // Each name has just got a token of its own.
  return Object.fromEntries(made) as Record<Who, string>
}

export interface Attack extends AsyncDisposable {
  /** Additional checks during the attack. */
  readonly meanwhile?: () => Promise<void>
}

/** A closed boat with other vessels, a healthy client, and an authenticated attacker. */
export class Scene implements AsyncDisposable {
  readonly server: RunningCli
  readonly #tokens: Record<Who, string>
  readonly #readers: LatencyReaders
  readonly #stack: AsyncDisposableStack

  private constructor(
    server: RunningCli,
    { tokens, readers }: { readonly tokens: Record<Who, string>; readonly readers: LatencyReaders },
    stack: AsyncDisposableStack,
  ) {
    this.server = server
    this.#tokens = tokens
    this.#readers = readers
    this.#stack = stack
  }

  static async open(): Promise<Scene> {
    await using stack = new AsyncDisposableStack()
    const folder = stack.use(await temporaryFolder()).path
    const settings = { logLevel: 'warn', announce: { plotters: false } } as const
    const server = stack.use(await startCli({ folder, settings, isOpen: false, nodeOptions: collector }))
    const tokens = await makeTokens(server.url, folder)
    const as = (who: Who) => ({ headers: { authorization: `Bearer ${tokens[who]}` } })
    const gauge = stack.use(await StreamListener.open(server.url, '?subscribe=none', as('gauge')))
    for (let index = 0; index < vessels; index++) gauge.send(vesselDelta(index))
    await gauge.settled()
    const readers = stack.use(await LatencyReaders.open(server.url, 1, as('other')))
    stack.use(new PacedLoad({ sockets: [gauge.socket], perSecond: 100, make: probe }))
    // The vessels keep reporting, so that subscriptions to them receive values.
    let next = 0
    const make = (): string => JSON.stringify(vesselDelta(next++ % vessels, next))
    stack.use(new PacedLoad({ sockets: [gauge.socket], perSecond: 200, make }))
    await sleep(500)
    return new Scene(server, { tokens, readers }, stack.move())
  }

  headers(who: Who): { readonly authorization: string } {
    return { authorization: `Bearer ${this.#tokens[who]}` }
  }

  /** Starts a thread that sends as fast as the server accepts. */
  async flood(flood: Omit<Flood, 'url' | 'headers'>): Promise<Attack> {
    const workerData: Flood = { ...flood, url: this.server.url, headers: this.headers('viewer') }
    const worker = new Worker(new URL('./flood-worker.ts', import.meta.url), { workerData })
    await once(worker, 'message', { signal: AbortSignal.timeout(10_000) })
    return {
      [Symbol.asyncDispose]: async () => {
        await worker.terminate()
      },
    }
  }

  /** Opens a stream of the attacker. */
  stream(who: Who = 'viewer'): Promise<StreamListener> {
    return StreamListener.open(this.server.url, '?subscribe=none', { headers: this.headers(who) })
  }

  /** @param ask such as `POST /marinedata/v2/api/access/ticket` */
  async ask(who: Who, ask: string, more: RequestInit = {}): Promise<number> {
    const [method = '', path = ''] = ask.split(' ')
    const headers = { ...this.headers(who), ...(more.headers as Record<string, string> | undefined) }
    const { url } = this.server
    const answer = await fetch(url + path, { signal: AbortSignal.timeout(5_000), ...more, method, headers })
    await answer.arrayBuffer()
    return answer.status
  }

  /** Measures before and during the attack, and compares memory and latency. */
  async suffer(context: TestContext, attack: () => Attack | Promise<Attack>): Promise<void> {
    const memoryBefore = await this.#memoryMb()
    const latencyBefore = median(await this.#latencies())
    const running = await attack()
    // A result beyond the limit is judged by the median of more samples: the attack goes on, and shows in all of them.
    const ratioOf = (ms: number): number => ms / Math.max(latencyBefore, limits.latencyFloorMs)
    const samples = [...(await this.#latencies())]
    for (let windows = 1; ratioOf(median(samples)) > limits.latencyRatio && windows < mostWindows; windows++)
      samples.push(...(await this.#latencies()))
    const latency = median(samples)
    const memory = await this.#memoryMb()
    await running.meanwhile?.()
    await running[Symbol.asyncDispose]()
    const more = memory - memoryBefore
    const ratio = ratioOf(latency)
    context.diagnostic(
      `memory ${memoryBefore.toFixed(1)} MB, ${more.toFixed(1)} more; ` +
        `latency ${latencyBefore.toFixed(1)} ms before, ${latency.toFixed(1)} ms during`,
    )
    assert.ok(more <= limits.memoryMb, `${more.toFixed(1)} MB more`)
    assert.ok(ratio <= limits.latencyRatio, `the healthy reader waits ${ratio.toFixed(1)} times as long`)
    assert.equal(this.#readers.openCount, 1)
    assert.equal(this.#readers.outOfOrder, 0)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack.disposeAsync()
  }

  async #latencies(): Promise<readonly number[]> {
    this.#readers.take()
    await sleep(windowMs)
    return this.#readers.take()
  }

  async #memoryMb(): Promise<number> {
    const { child } = this.server
    const answer = once(child, 'message', { signal: AbortSignal.timeout(10_000) }) as Promise<
      [{ heapUsed: number; external: number }]
    >
    child.send('memory')
    const [{ heapUsed, external }] = await answer
    return (heapUsed + external) / 1e6
  }
}

const probe = (): string =>
  JSON.stringify({ updates: [{ values: [{ path: `${probePrefix}sentAt`, value: performance.now() }] }] })

const vesselDelta = (index: number, speed = 0): object => ({
  context: `vessels.urn:mrn:imo:mmsi:${231_000_000 + index}`,
  updates: [
    {
      values: [
        {
          path: 'navigation.position',
          value: { latitude: 50 + index / 1_000, longitude: 1 + (speed % 100) / 1e5 },
        },
        { path: 'navigation.speedOverGround', value: speed % 10 },
        { path: 'navigation.courseOverGroundTrue', value: 1 },
        { path: 'name', value: `Vessel ${index}` },
      ],
    },
  ],
})
