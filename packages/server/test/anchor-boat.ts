import type { AnchorState, Position } from '@marinedata/model'
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { BoatStore } from '../src/storage/boat-store.ts'
import { exchange, getJson, type Exchange } from '@marinedata/testing/exchange'
import { type Asking } from '@marinedata/testing/boats/pilot-boat'
import { startBoat, type Boat } from '@marinedata/testing/boats/start-boat'
import { StreamListener } from '@marinedata/testing/stream-listener'
import { until } from '@marinedata/testing/until'

export const anchorPath = '/marinedata/v2/api/vessels/self/navigation/anchor'

/** A plugin that provides an anchor watch, with its settings for these tests. */
export interface AnchorProvider {
  readonly place: string
  readonly plugin: string
  readonly device: string
  readonly settings: Readonly<Record<string, unknown>>
}

const repository = join(import.meta.dirname, '..', '..', '..')

/** The built-in watch, with the antenna at the bow and the bow 1.2 m above the water. */
export const boatsWatch: AnchorProvider = {
  place: join(repository, 'plugins', 'anchor-watch'),
  plugin: 'anchor-watch',
  device: 'anchor-watch',
  settings: { bowHeight: 1.2, fromBow: 0 },
}

/** A minimal provider that fails on request. Its bow is 1.2 m above the water. */
export const smallWatch: AnchorProvider = {
  place: join(repository, 'packages', 'plugin-api', 'test', 'plugins', 'flawed-anchor.ts'),
  plugin: 'flawed-anchor',
  device: 'bower',
  settings: {},
}

export const home = { latitude: 54.4321, longitude: 10.1234 }
const heading = 0.5
const feedMs = 200
const metresPerDegree = 111_195

/** Sends one request below the anchor; `GET` alone reads the anchor itself. */
export const askAnchor = (
  url: string,
  ask: string,
  { body, headers = {} }: Asking = {},
): Promise<Exchange> => {
  const [method = 'GET', path] = ask.split(' ')
  const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body)
  const type = text === undefined ? {} : { 'content-type': 'application/json' }
  return exchange(url, path === undefined ? anchorPath : `${anchorPath}/${path}`, {
    method,
    headers: { ...type, ...headers },
    ...(text !== undefined && { body: text }),
  })
}

/** The state of the anchor before a case. */
export type AnchorStanding = 'raised' | 'setting' | 'watching'

export interface AnchorBoatOptions {
  readonly provider?: AnchorProvider
  /** The instruments that report; all when absent. */
  readonly hasPosition?: boolean
  readonly hasHeading?: boolean
  readonly listenerPatienceMs?: number
}

/** Writes the settings before the start: a changed setting would restart the plugin. */
const keepSettings =
  ({ plugin, settings }: AnchorProvider) =>
  async (folder: string): Promise<void> => {
    using store = new BoatStore(folder)
    void store.plugins.decide(plugin, { settings: { ...settings } })
  }

/** Flat-earth approximation, exact enough over a few metres. */
const astern = ({ latitude, longitude }: Position, metres: number): Position => ({
  latitude: latitude - (metres * Math.cos(heading)) / metresPerDegree,
  longitude:
    longitude - (metres * Math.sin(heading)) / (metresPerDegree * Math.cos((latitude * Math.PI) / 180)),
})

/** A whole server with an anchor watch provider, and instruments that report the position. */
export class AnchorBoat implements AsyncDisposable {
  readonly boat: Boat
  readonly #provider: AnchorProvider
  readonly #stack = new AsyncDisposableStack()
  #place: Position = home
  /** Speed in metres per second. */
  #drift = 0
  #standing: AnchorStanding | undefined

  private constructor(boat: Boat, provider: AnchorProvider) {
    this.boat = this.#stack.use(boat)
    this.#provider = provider
  }

  static async start({
    provider = boatsWatch,
    hasPosition = true,
    hasHeading = true,
    ...rest
  }: AnchorBoatOptions = {}): Promise<AnchorBoat> {
    const plugins = { given: [provider.place] }
    await using stack = new AsyncDisposableStack()
    const boat = await startBoat({ ...rest, plugins, prepare: keepSettings(provider) })
    const anchored = stack.use(new AnchorBoat(boat, provider))
    await anchored.isOnline()
    if (hasPosition) await anchored.#feed(hasHeading)
    stack.move()
    return anchored
  }

  get url(): string {
    return this.boat.url
  }

  ask(ask: string, asking: Asking = {}): Promise<Exchange> {
    return askAnchor(this.url, ask, asking)
  }

  /** Sends a request that must succeed. */
  async must(ask: string, body?: unknown): Promise<AnchorState> {
    const answer = await this.ask(ask, { body })
    assert.equal(answer.status, 200, `${ask}: ${answer.text}`)
    return (JSON.parse(answer.text) as { anchor: AnchorState }).anchor
  }

  state(): Promise<AnchorState> {
    return getJson(this.url, anchorPath)
  }

  /** Waits until the provider has reported since its start. */
  async isOnline(): Promise<void> {
    await until(
      async () => (await this.ask('GET')).text,
      (text) => text.includes('"confirmed":true'),
    )
  }

  /** Makes the provider fail in this way from now on. */
  async spoil(flaw: string): Promise<void> {
    await this.#send(`${this.#plugin}/actions/spoil`, { flaw })
    this.changed()
  }

  /** Disables or enables the provider. */
  async switch(verb: 'disable' | 'enable'): Promise<void> {
    await this.#send(`${this.#plugin}/${verb}`)
    this.changed()
  }

  /** Moves the boat astern, away from its anchor, at this speed in metres per second. */
  driftAt(speed: number): void {
    this.#drift = speed
  }

  /** Brings the anchor into a state; does nothing when it is in that state already. */
  async bring(standing: AnchorStanding): Promise<void> {
    if (this.#standing === standing) return
    await this.must('POST raise')
    if (standing !== 'raised') await this.must('POST drop')
    if (standing === 'watching') await this.must('POST radius', { value: 50 })
    this.#standing = standing
  }

  /** Marks the state as changed, so that the next case prepares it again. */
  changed(): void {
    this.#standing = undefined
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack.disposeAsync()
  }

  get #plugin(): string {
    return `/marinedata/v2/api/plugins/${this.#provider.plugin}`
  }

  async #feed(hasHeading: boolean): Promise<void> {
    const teller = this.#stack.use(await StreamListener.open(this.url, '?subscribe=none'))
    const show = (): void => {
      this.#place = astern(this.#place, (this.#drift * feedMs) / 1_000)
      teller.put('navigation.position', this.#place)
      if (hasHeading) teller.put('navigation.headingTrue', heading)
    }
    show()
    const timer = setInterval(show, feedMs)
    this.#stack.defer(() => clearInterval(timer))
    await teller.settled()
    // The provider receives it a moment later.
    await until(
      () => this.ask('POST drop'),
      ({ status }) => status === 200,
    )
    await this.must('POST raise')
  }

  async #send(path: string, body?: unknown): Promise<void> {
    const text = body === undefined ? {} : { body: JSON.stringify(body) }
    const headers = { 'content-type': 'application/json' }
    const answer = await exchange(this.url, path, { method: 'POST', headers, ...text })
    assert.equal(answer.status, 200, answer.text)
  }
}
