import type { PluginReport } from '@marinedata/model'
import assert from 'node:assert/strict'
import { exchange, getJson } from '@marinedata/testing/exchange'
import { startBoat, type Boat } from '@marinedata/testing/boats/start-boat'
import { until } from '@marinedata/testing/until'

const api = '/marinedata/v2/api/plugins'

/** When the bus of a user was offered and lost, in milliseconds since 1970. */
export interface BusEvent {
  readonly what: 'offered' | 'silent' | 'lost'
  readonly at: number
  /** The number of the last message that was sent before. */
  readonly number: number
}

export interface Written {
  readonly number: number
  readonly at: number
  readonly to: string | null
  readonly user: string
}

export interface Spread {
  readonly median: number
  readonly p99: number
  readonly max: number
}

export interface Received {
  readonly count: number
  /** Messages that did not follow the one before. */
  readonly gaps: number
  /** Milliseconds between the owner and the user. */
  readonly age: Spread
}

export interface Sent {
  /** By answer: `written`, or the code of the problem. */
  readonly outcomes: Readonly<Record<string, number>>
  /** Milliseconds until the answer. */
  readonly time: Spread
}

/** A boat with a plugin that offers a bus and plugins that use it. */
export class BusBoat implements AsyncDisposable {
  readonly boat: Boat

  private constructor(boat: Boat) {
    this.boat = boat
  }

  /** @param names file names of the plugins */
  static async start(...names: readonly string[]): Promise<BusBoat> {
    const given = names.map((name) => new URL(`./plugins/${name}.ts`, import.meta.url).pathname)
    const busBoat = new BusBoat(await startBoat({ plugins: { given } }))
    for (const name of names) await busBoat.running(name)
    return busBoat
  }

  report(name: string): Promise<PluginReport> {
    return getJson<PluginReport>(this.boat.url, `${api}/${name}`)
  }

  running(name: string): Promise<PluginReport> {
    return until(
      () => this.report(name),
      ({ state }) => state === 'running',
    )
  }

  async post(path: string, body: object = {}): Promise<unknown> {
    const headers = { 'content-type': 'application/json' }
    const options = { method: 'POST', headers, body: JSON.stringify(body) }
    const { status, text } = await exchange(this.boat.url, `${api}/${path}`, options)
    assert.equal(status, 200, text)
    return JSON.parse(text)
  }

  /** Calls an action of a plugin. */
  async act<T>(plugin: string, action: string, input: object = {}): Promise<T> {
    const { result } = (await this.post(`${plugin}/actions/${action}`, input)) as { result: T }
    return result
  }

  /** What a user has received. */
  received(plugin: string): Promise<Received> {
    return this.act(plugin, 'received')
  }

  /** What became of the messages that a user sent. */
  sent(plugin: string): Promise<Sent> {
    return this.act(plugin, 'sent')
  }

  /** What the owner has written since it started. */
  written(): Promise<Written[]> {
    return this.act('bus-owner', 'written')
  }

  async configure(plugin: string, settings: object): Promise<void> {
    const headers = { 'content-type': 'application/json' }
    const options = { method: 'PUT', headers, body: JSON.stringify(settings) }
    const { status, text } = await exchange(this.boat.url, `${api}/${plugin}/settings`, options)
    assert.equal(status, 200, text)
  }

  /** Waits for the first event of a user after a moment. */
  async event(plugin: string, what: BusEvent['what'], after = 0): Promise<BusEvent> {
    const isIt = (event: BusEvent): boolean => event.what === what && event.at > after
    const events = await until(
      () => this.act<BusEvent[]>(plugin, 'events'),
      (seen) => seen.some(isIt),
    )
    return events.find(isIt)!
  }

  async metric(name: string): Promise<number> {
    const { text } = await exchange(this.boat.url, '/metrics')
    const line = text.split('\n').find((each) => each.startsWith(`marinedata_${name} `))
    return Number(line?.split(' ')[1])
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.boat[Symbol.asyncDispose]()
  }
}
