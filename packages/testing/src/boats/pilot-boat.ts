import { until } from '#until.ts'
import type { AutopilotDescription, PluginReport, Position } from '@marinedata/model'
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { BoatStore } from 'marinedata/boat-store'
import { exchange, getJson, type Exchange } from '#exchange.ts'
import { startBoat, type Boat, type BoatOptions } from './start-boat.ts'

export const simulator = join(import.meta.dirname, '..', '..', '..', '..', 'plugins', 'simulator')
export const pilots = '/marinedata/v2/api/vessels/self/autopilots'
const plugin = '/marinedata/v2/api/plugins/simulator'
const course = '/marinedata/v2/api/vessels/self/navigation/course'

/** Flat water, steady wind and no traffic: only commands change anything. */
const calm = { noise: 0, waves: 0, gusts: 0, traffic: 0, deviceDelay: 0, current: { set: 0, drift: 0 } }
const degree = Math.PI / 180
/** Close-hauled on the port tack. */
const start = { heading: 310 * degree, trueWindDirection: 250 * degree, trueWindSpeed: 6.7 }

/** Writes the settings before the start: a changed setting would restart the plugin. */
const keepCalm = async (folder: string): Promise<void> => {
  using store = new BoatStore(folder)
  void store.plugins.decide('simulator', { settings: calm })
}

export type DeviceId = 'main' | 'spare'

export interface Fault {
  readonly name:
    | 'compass-lost'
    | 'wind-lost'
    | 'gps-lost'
    | 'pilot-silent'
    | 'pilot-refuses'
    | 'link-cut'
    | 'slow-device'
    | 'pilot-off'
    | 'switchboard-refuses'
    | 'switchboard-silent'
  readonly device?: DeviceId
  readonly delay?: number
}

/** A request below a device: `PUT target`, or `GET` alone for the device itself. */
export interface Asking {
  /** A string is sent unchanged, anything else as JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** The state of a boat before a case: its fault, and its commands in order. */
export interface Standing {
  readonly fault?: Fault
  readonly steps?: readonly (readonly [ask: string, body?: unknown])[]
  readonly device?: DeviceId
  /** Whether a course leads straight ahead; no course otherwise. */
  readonly hasCourse?: boolean
}

/** Sends one request below the autopilots. */
export const askPilot = (
  url: string,
  ask: string,
  { body, headers = {} }: Asking = {},
): Promise<Exchange> => {
  const [method = 'GET', path = ''] = ask.split(' ')
  const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body)
  const type = text === undefined ? {} : { 'content-type': 'application/json' }
  return exchange(url, path === '' ? pilots : `${pilots}/${path}`, {
    method,
    headers: { ...type, ...headers },
    ...(text !== undefined && { body: text }),
  })
}

/** A whole server with the simulator as the provider of two autopilots, `main` and `spare`. */
export class PilotBoat implements AsyncDisposable {
  readonly boat: Boat
  #standing: Standing | undefined
  #faults: Fault[] = []

  private constructor(boat: Boat) {
    this.boat = boat
  }

  /** @param more folders of additional plugins */
  static async start(
    options: Pick<BoatOptions, 'settings'> = {},
    more: readonly string[] = [],
  ): Promise<PilotBoat> {
    await using started = new AsyncDisposableStack()
    const boat = started.use(
      new PilotBoat(
        await startBoat({ ...options, plugins: { given: [simulator, ...more] }, prepare: keepCalm }),
      ),
    )
    await boat.isRunning()
    started.move()
    return boat
  }

  get url(): string {
    return this.boat.url
  }

  /** @param ask such as `PUT main/target` */
  ask(ask: string, asking: Asking = {}): Promise<Exchange> {
    return askPilot(this.url, ask, asking)
  }

  /** Sends a request that must succeed. */
  async must(ask: string, body?: unknown): Promise<Exchange> {
    const answer = await this.ask(ask, { body })
    assert.equal(answer.status, 200, `${ask}: ${answer.text}`)
    return answer
  }

  describe(id: string): Promise<AutopilotDescription> {
    return getJson(this.url, `${pilots}/${id}`)
  }

  report(): Promise<PluginReport> {
    return getJson(this.url, plugin)
  }

  /** Waits until the provider runs and both autopilots are online. */
  async isRunning(): Promise<void> {
    await until(
      () => exchange(this.url, plugin),
      ({ text }) => text.includes('"state":"running"'),
    )
    await Promise.all([this.isOnline('main'), this.isOnline('spare')])
  }

  async isOnline(id: DeviceId = 'main'): Promise<void> {
    const look = async (): Promise<string> => (await this.ask(`GET ${id}`)).text
    await until(look, (text) => text.includes('"online":true'))
  }

  async fault(fault: Fault, on = true): Promise<void> {
    await this.#send('POST', `${plugin}/actions/fault`, { ...fault, on })
  }

  async place(situation: object): Promise<void> {
    await this.#send('POST', `${plugin}/actions/place`, situation)
  }

  /** Speeds up the simulated time. */
  async pace(factor: number): Promise<void> {
    await this.#send('POST', `${plugin}/actions/pace`, { factor })
  }

  /** Brings the boat into a state; does nothing when it is in that state already. */
  async bring(standing: Standing): Promise<void> {
    if (this.#standing === standing) return
    this.changed()
    await this.#mend()
    const { fault, steps = [], device = 'main', hasCourse = false } = standing
    await (hasCourse ? this.#setCourseAhead() : this.#send('DELETE', course))
    for (const [ask, body] of steps) {
      const [method, path] = ask.split(' ')
      await this.must(`${method} ${device}/${path}`, body)
    }
    if (fault !== undefined) {
      this.#faults.push({ device, ...fault })
      await this.fault({ device, ...fault })
      // The simulator answers after other faults have taken effect; it reports unavailable actions twice per second.
      if (fault.name === 'compass-lost') await this.#canEngage(device, false)
    }
    this.#standing = standing
  }

  /** Marks the state as changed, so that the next case prepares it again. */
  changed(): void {
    this.#standing = undefined
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.boat[Symbol.asyncDispose]()
  }

  async #mend(): Promise<void> {
    const mended = this.#faults
    for (const fault of mended) await this.fault(fault, false)
    this.#faults = []
    const letGo = async (id: DeviceId): Promise<void> => {
      await this.isOnline(id)
      await this.must(`POST ${id}/disengage`)
      await this.must(`PUT ${id}/mode`, { value: 'compass' })
    }
    await Promise.all([letGo('main'), letGo('spare'), this.place(start)])
    if (mended.some(({ name }) => name === 'compass-lost'))
      await Promise.all([this.#canEngage('main'), this.#canEngage('spare')])
  }

  /** Waits until the autopilot reports whether it can be engaged. */
  async #canEngage(device: string, isPossible = true): Promise<void> {
    await until(
      () => this.describe(device),
      ({ options }) =>
        options.actions?.some(({ id, available }) => id === 'engage' && available === isPossible) === true,
    )
  }

  /** Sets a destination straight ahead, and waits until the autopilot can follow it. */
  async #setCourseAhead(): Promise<void> {
    const { value: here } = await getJson<{ value: Position }>(
      this.url,
      '/marinedata/v1/api/vessels/self/navigation/position',
    )
    const position = {
      latitude: here.latitude + Math.cos(start.heading),
      longitude: here.longitude + Math.sin(start.heading) / Math.cos(here.latitude * degree),
    }
    await this.#send('PUT', `${course}/destination`, { position })
    await this.must('PUT main/mode', { value: 'route' })
    await this.#canEngage('main')
    await this.must('PUT main/mode', { value: 'compass' })
  }

  async #send(method: string, path: string, body?: unknown): Promise<void> {
    const content =
      body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const answer = await exchange(this.url, path, { method, ...content })
    assert.equal(answer.status, 200, answer.text)
  }
}
