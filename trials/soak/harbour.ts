import { setTimeout as sleep } from 'node:timers/promises'
import type { SoakedServer } from './soaked-server.ts'

/** Pseudo-random numbers from 0 to 1, equal in each run (mulberry32). */
export const randomFrom = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const clients = 30
const vesselsPerSecond = 20
const restartEveryMs = 20_000
const paths: readonly [string, ...string[]] = [
  '*',
  'navigation.*',
  'navigation.position',
  'name',
  'environment.wind.*',
]

const open = async (url: string, query: string): Promise<WebSocket> => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/marinedata/v1/stream?${query}`)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true })
    socket.addEventListener('error', () => reject(new Error(`No stream at ${url}`)), { once: true })
  })
  return socket
}

/** A busy harbour: clients that connect, subscribe and leave; vessels that appear once; a plugin that is restarted. */
export class Harbour implements AsyncDisposable {
  readonly #server: SoakedServer
  readonly #random: () => number
  readonly #plugin: string
  readonly #running: Promise<unknown>
  #isOver = false
  #connections = 0
  #vessels = 0
  #restarts = 0

  constructor(server: SoakedServer, plugin: string, seed = 1) {
    this.#server = server
    this.#plugin = plugin
    this.#random = randomFrom(seed)
    this.#running = Promise.all([
      ...Array.from({ length: clients }, () => this.#client()),
      this.#traffic(),
      this.#restarting(),
    ])
  }

  get done(): { readonly connections: number; readonly vessels: number; readonly restarts: number } {
    return { connections: this.#connections, vessels: this.#vessels, restarts: this.#restarts }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true
    await this.#running
  }

  #pick<T>(choices: readonly [T, ...T[]]): T {
    return choices[Math.floor(this.#random() * choices.length)] ?? choices[0]
  }

  async #client(): Promise<void> {
    while (!this.#isOver) {
      const socket = await open(this.#server.url, `subscribe=${this.#pick(['none', 'self', 'all'])}`)
      this.#connections++
      const steps = 1 + Math.floor(this.#random() * 6)
      for (let step = 0; step < steps && !this.#isOver; step++) {
        if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(this.#message()))
        await sleep(200 + this.#random() * 2_000)
      }
      socket.close()
      await sleep(this.#random() * 500)
    }
  }

  #message(): object {
    if (this.#random() < 0.25) return { context: '*', unsubscribe: [{ path: '*' }] }
    const rhythm = this.#pick<object>([
      {},
      { period: 500 },
      { period: 5_000 },
      { minPeriod: 1_000 },
      { policy: 'ideal', period: 1_000 },
    ])
    const west = this.#random() * 4
    const south = 50 + this.#random() * 4
    const bbox = { south, west, north: south + 2, east: west + 2 }
    return {
      context: this.#pick(['vessels.*', '*', 'vessels.self']),
      subscribe: [{ path: this.#pick(paths), ...rhythm }],
      ...(this.#random() < 0.4 && { bbox }),
    }
  }

  /** A vessel that appears once, with four values. */
  async #traffic(): Promise<void> {
    const socket = await open(this.#server.url, 'subscribe=none')
    const beganAt = performance.now()
    while (!this.#isOver) {
      const due = ((performance.now() - beganAt) / 1_000) * vesselsPerSecond
      while (this.#vessels < due) socket.send(JSON.stringify(this.#vessel(this.#vessels++)))
      await sleep(50)
    }
    socket.close()
  }

  #vessel(index: number): object {
    const position = { latitude: 50 + this.#random() * 6, longitude: this.#random() * 6 }
    return {
      context: `vessels.urn:mrn:imo:mmsi:${201_000_000 + (index % 500_000_000)}`,
      updates: [
        {
          values: [
            { path: 'navigation.position', value: position },
            { path: 'navigation.speedOverGround', value: this.#random() * 10 },
            { path: 'navigation.courseOverGroundTrue', value: this.#random() * 6 },
            { path: 'name', value: `Vessel ${index}` },
          ],
        },
      ],
    }
  }

  async #restarting(): Promise<void> {
    const plugin = `/marinedata/v2/api/plugins/${this.#plugin}`
    for (let waited = 0; !this.#isOver; waited += 250) {
      await sleep(250)
      if (waited < restartEveryMs) continue
      waited = 0
      await this.#server.ask('POST', `${plugin}/restart`)
      this.#restarts++
    }
  }
}
