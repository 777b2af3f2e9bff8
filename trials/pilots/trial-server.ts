import type { AutopilotDescription, PluginReport, Problem } from '@marinedata/model'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { exchange } from '@marinedata/testing/exchange'
import { SoakedServer } from '../soak/soaked-server.ts'
import type { PilotWire, TriedPilot } from './wires/pilot-wire.ts'

const patienceMs = 60_000
const usualPollMs = 20
const api = '/marinedata/v2/api'
const alarmPath = '/marinedata/v1/api/vessels/self/notifications/steering/autopilot/heading'

/** What the server answered to a command. */
export interface Answer {
  readonly status: number
  readonly code: string | undefined
  readonly outcome: string | undefined
  readonly ms: number
}

/** Waits until something is so, and returns how long it took. */
export const waitUntil = async (
  what: string,
  isSo: () => Promise<boolean> | boolean,
  pollMs = usualPollMs,
): Promise<number> => {
  const begin = performance.now()
  while (performance.now() - begin < patienceMs) {
    if (await isSo()) return performance.now() - begin
    await sleep(pollMs)
  }
  throw new Error(`${what}: not within ${patienceMs / 1_000} s`)
}

interface Place {
  /** Of the trial, with the data folder in it. */
  readonly folder: string
}

/** The real server with the real plugins of a pilot, each in its own process. */
export class TrialServer implements AsyncDisposable {
  readonly #server: SoakedServer
  readonly #pilot: TriedPilot
  readonly #wire: PilotWire

  private constructor(server: SoakedServer, pilot: TriedPilot, wire: PilotWire) {
    this.#server = server
    this.#pilot = pilot
    this.#wire = wire
  }

  /** Starts the server, and waits until the pilot is there, in standby. */
  static async start(pilot: TriedPilot, wire: PilotWire, { folder }: Place): Promise<TrialServer> {
    const data = join(folder, 'data')
    mkdirSync(data)
    const server = await SoakedServer.start({
      folder: data,
      settings: { announce: { plotters: false } },
      environment: wire.environment,
      isBundled: true,
    })
    await using stack = new AsyncDisposableStack()
    const trial = stack.use(new TrialServer(server, pilot, wire))
    for (const [plugin, settings] of Object.entries(wire.settings))
      await trial.#must('PUT', `plugins/${plugin}/settings`, settings)
    for (const plugin of trial.plugins) await trial.enable(plugin)
    await waitUntil('the pilot in standby', async () => {
      await trial.#useFound()
      const state = await trial.state()
      return state !== undefined && state.state !== 'off-line' && !state.engaged
    })
    stack.move()
    return trial
  }

  get url(): string {
    return this.#server.url
  }

  /** The plugins between the server and the pilot. */
  get plugins(): readonly string[] {
    return [...this.#pilot.needs, this.#pilot.plugin]
  }

  /** Undefined while the pilot is not registered. */
  async state(): Promise<AutopilotDescription | undefined> {
    const { status, text } = await exchange(this.url, this.#path())
    // The server answers with this shape.
    return status === 200 ? (JSON.parse(text) as AutopilotDescription) : undefined
  }

  /** Sends a command, such as `POST engage`. */
  async order(order: string, body?: object): Promise<Answer> {
    const [method = 'GET', path = ''] = order.split(' ')
    const begin = performance.now()
    const { status, text } = await exchange(this.url, this.#path(path), {
      method,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
    // A problem, or an answer without these members.
    const { code, outcome } = JSON.parse(text) as Partial<Problem>
    return { status, code, outcome, ms: performance.now() - begin }
  }

  /** Sends a command that must succeed. */
  async must(order: string, body?: object): Promise<Answer> {
    const answer = await this.order(order, body)
    if (answer.status !== 200) throw new Error(`${order}: ${JSON.stringify(answer)}`)
    return answer
  }

  async isOffline(): Promise<boolean> {
    return (await this.state())?.state === 'off-line'
  }

  /** Whether the alarm about steering is raised. */
  async isAlarmed(): Promise<boolean> {
    const { text } = await exchange(this.url, alarmPath)
    return text.includes('"state":"alarm"')
  }

  /** The state in which the pilot steers, held by itself. */
  async isEngaged(): Promise<boolean> {
    return (await this.state())?.engaged === true
  }

  /** Engages at the pilot, and waits until the server shows it. */
  async engageAtHead(): Promise<void> {
    if (!this.#wire.isSteering) this.#wire.engage()
    await waitUntil('the pilot steers', () => this.isEngaged())
  }

  /** Enables a plugin. The delay before its next restart is the shortest again. */
  async enable(plugin: string): Promise<void> {
    await this.#must('POST', `plugins/${plugin}/enable`)
  }

  async pid(plugin: string): Promise<number> {
    const { pid } = (await this.#must('GET', `plugins/${plugin}`)) as PluginReport
    if (pid === null) throw new Error(`The plugin ${plugin} does not run`)
    return pid
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server[Symbol.asyncDispose]()
  }

  /** Chooses the ports that were found, as a person does. */
  async #useFound(): Promise<void> {
    for (const plugin of this.#pilot.needs) {
      const { inputs } = (await this.#must('GET', `plugins/${plugin}`)) as PluginReport
      for (const { id, state } of inputs)
        if (state === 'found') await this.#must('POST', `plugins/${plugin}/actions/use`, { id })
    }
  }

  #path(path = ''): string {
    const pilot = `${api}/vessels/self/autopilots/${this.#pilot.device}`
    return path === '' ? pilot : `${pilot}/${path}`
  }

  async #must(method: string, path: string, body?: object): Promise<unknown> {
    const text = await this.#server.ask(method, `${api}/${path}`, body)
    if (text.startsWith('{"type":"urn:')) throw new Error(`${method} ${path}: ${text.slice(0, 500)}`)
    return JSON.parse(text)
  }
}

/** Opens a pilot and starts a server for it, in a folder of their own. */
export const startTrial = async (
  pilot: TriedPilot,
  gateway: string,
): Promise<AsyncDisposable & { readonly wire: PilotWire; readonly server: TrialServer }> => {
  await using stack = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'trial-pilots-'))
  stack.defer(() => rmSync(folder, { recursive: true, force: true }))
  const wire = stack.use(await pilot.open(gateway, folder))
  const server = stack.use(await TrialServer.start(pilot, wire, { folder }))
  const owned = stack.move()
  return { wire, server, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
