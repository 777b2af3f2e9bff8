import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { rawConnection } from '../raw-connection.ts'
import { startCli } from '@marinedata/testing/boats/start-cli'
import { timeLimit } from '@marinedata/testing/time-limit'
import { inForm } from '@marinedata/testing/measured/judgement'

const limit = { timeout: 330_000 }
const quiet = { announce: { mdns: false, plotters: false } } as const
const native = '/marinedata/v1/stream?subscribe=all&sendCachedValues=false'
const family = '/signalk/v1/stream?subscribe=all&sendCachedValues=false'
const warmUps = 3
const rounds = inForm(16, 8)
const deltas = inForm(1_000, 500)
/** At least. */
const bytesOfDelta = 150

/** The processor time of all threads of a process, in milliseconds. */
const processorMs = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`)
    .map((thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]))
    .reduce((sum, ns) => sum + ns, 0) / 1e6

/** A pong without content. The server closes clients that do not answer its pings. */
const pong = Buffer.from([0x8a, 0x80, 0, 0, 0, 0])

/** Clients that receive and count bytes, without the cost of understanding them. */
class Crowd implements Disposable {
  readonly #sockets: readonly Socket[]
  readonly #pongs: NodeJS.Timeout
  #bytes = 0

  private constructor(sockets: readonly Socket[]) {
    this.#sockets = sockets
    for (const socket of sockets)
      socket.on('data', (chunk: Buffer) => {
        this.#bytes += chunk.length
      })
    this.#pongs = setInterval(() => {
      for (const socket of sockets) socket.write(pong)
    }, 1_000)
  }

  static async join(url: string, path: string, count: number): Promise<Crowd> {
    const sockets: Socket[] = []
    for (let index = 0; index < count; index++) {
      const socket = rawConnection(url)
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
          'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
      )
      const [first] = (await once(socket, 'data')) as [Buffer]
      assert.match(first.toString('latin1'), /^HTTP\/1\.1 101/)
      sockets.push(socket)
    }
    return new Crowd(sockets)
  }

  /** The number of clients. */
  get size(): number {
    return this.#sockets.length
  }

  get bytes(): number {
    return this.#bytes
  }

  [Symbol.dispose](): void {
    clearInterval(this.#pongs)
    for (const socket of this.#sockets) socket.destroy()
  }
}

class Boat implements AsyncDisposable {
  readonly #server: Awaited<ReturnType<typeof startCli>>
  readonly #teller: WebSocket
  #count = 0

  private constructor(server: Awaited<ReturnType<typeof startCli>>, teller: WebSocket) {
    this.#server = server
    this.#teller = teller
  }

  static async start(isFamily: boolean): Promise<Boat> {
    const server = await startCli({ settings: { ...quiet, family: isFamily } })
    const teller = new WebSocket(`${server.url.replace('http', 'ws')}/marinedata/v1/stream?subscribe=none`)
    await once(teller, 'open')
    return new Boat(server, teller)
  }

  join(path: string, count: number): Promise<Crowd> {
    return Crowd.join(this.#server.url, path, count)
  }

  /** Sends deltas at a steady pace; returns the processor time that the server has used for them. */
  async cost(crowds: readonly Crowd[]): Promise<number> {
    const before = processorMs(this.#server.pid)
    const begun = crowds.map(({ bytes }) => bytes)
    for (let sent = 0; sent < deltas; sent++) {
      this.#tell()
      await sleep(1)
    }
    await this.#settled(crowds.map((crowd, index) => () => (crowd.bytes - (begun[index] ?? 0)) / crowd.size))
    return processorMs(this.#server.pid) - before
  }

  /** Waits until every client has received the deltas and no more bytes come. */
  async #settled(bytesOfClient: readonly (() => number)[]): Promise<void> {
    const endsAt = performance.now() + timeLimit(6_000)
    let last: readonly number[] = []
    for (;;) {
      const bytes = bytesOfClient.map((count) => count())
      if (bytes.every((count, index) => count > deltas * bytesOfDelta && count === last[index])) return
      assert.ok(performance.now() < endsAt, `Clients have received ${bytes.join(' and ')} bytes`)
      last = bytes
      await sleep(300)
    }
  }

  /** The paths are others than those of the deltas before: a frame has the last value of a path only. */
  #tell(): void {
    this.#count++
    const engine = `propulsion.engine${this.#count % deltas}`
    const values = ['revolutions', 'temperature', 'oilPressure', 'coolantTemperature'].map((name) => ({
      path: `${engine}.${name}`,
      value: (this.#count % 9_973) / 10,
    }))
    this.#teller.send(JSON.stringify({ updates: [{ values }] }))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#teller.terminate()
    await this.#server[Symbol.asyncDispose]()
  }
}

/** A busy machine adds to the cost of a round and never takes from it: the cost is that of the better half. */
const costOf = (measured: readonly number[]): number => {
  const better = measured.toSorted((one, other) => one - other).slice(0, Math.ceil(measured.length / 2))
  return better.reduce((sum, ms) => sum + ms, 0) / better.length
}

/** Measures both in turn, and each pair in the other order. The first rounds are those in which code is compiled. */
const ratioOf = async (
  context: TestContext,
  name: string,
  sides: readonly [() => Promise<number>, () => Promise<number>],
): Promise<number> => {
  const measured: readonly [number[], number[]] = [[], []]
  for (let round = 0; round < warmUps + rounds; round++)
    for (const side of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const ms = await sides[side]()
      if (round >= warmUps) measured[side].push(ms)
    }
  const [first, second] = measured.map(costOf) as [number, number]
  const ratio = first / second
  context.diagnostic(
    `${name}: ratio ${ratio.toFixed(3)}; ${first.toFixed(0)} ms and ${second.toFixed(0)} ms of processor time`,
  )
  return ratio
}

test('a door that is open and unused costs clients of the own stream nothing', limit, async (context) => {
  await using open = await Boat.start(true)
  await using closed = await Boat.start(false)
  using openCrowd = await open.join(native, 100)
  using closedCrowd = await closed.join(native, 100)
  const ratio = await ratioOf(context, 'door open to door closed, 100 clients', [
    () => open.cost([openCrowd]),
    () => closed.cost([closedCrowd]),
  ])
  assert.ok(Math.abs(ratio - 1) <= inForm(0.05, 0.15), `ratio ${ratio}`)
})

test('a hundred clients of the family cost at most a third more than own ones', limit, async (context) => {
  await using mixed = await Boat.start(true)
  await using own = await Boat.start(true)
  using half = await mixed.join(native, 100)
  using other = await mixed.join(family, 100)
  using all = await own.join(native, 200)
  const ratio = await ratioOf(context, '100 own and 100 of the family to 200 own', [
    () => mixed.cost([half, other]),
    () => own.cost([all]),
  ])
  assert.ok(ratio <= 1.3, `ratio ${ratio}`)
})
