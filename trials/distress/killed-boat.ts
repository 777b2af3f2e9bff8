import type { Alert, PluginReport } from '@marinedata/model'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  startCli,
  switchOffUsual,
  temporaryFolder,
  type RunningCli,
} from '@marinedata/testing/boats/start-cli'
import { here, station } from '../../plugins/distress/test/aboard.ts'

const api = '/marinedata/v2/api'
const patienceMs = 60_000
const pollMs = 20

/** A real server with the plugin, which can be killed and started again with the same data. */
export class KilledBoat implements AsyncDisposable {
  readonly #folder: string
  readonly #stack: AsyncDisposableStack
  #server: RunningCli | undefined
  #socket: WebSocket | undefined
  #listeningAt = 0

  private constructor(folder: string, stack: AsyncDisposableStack) {
    this.#folder = folder
    this.#stack = stack
  }

  static async start(): Promise<KilledBoat> {
    await using stack = new AsyncDisposableStack()
    const { path } = stack.use(await temporaryFolder())
    switchOffUsual(path)
    const boat = new KilledBoat(path, stack.move())
    await boat.#begin()
    return boat
  }

  /** Milliseconds since the server listened. */
  get sinceStart(): number {
    return performance.now() - this.#listeningAt
  }

  /** Sends values of a station, as a decoder does. */
  send(mmsi: string, values: Readonly<Record<string, unknown>>): void {
    this.#socket?.send(JSON.stringify(station(mmsi, values)))
  }

  async alerts(): Promise<readonly Alert[]> {
    return (await this.#ask('GET', '/notifications')) as readonly Alert[]
  }

  /** Waits for an alert. */
  async alert(path: string, isRight: (alert: Alert) => boolean = () => true): Promise<Alert> {
    return await this.#until(async () =>
      (await this.alerts()).find((alert) => alert.path === path && isRight(alert)),
    )
  }

  async acknowledge({ id }: Alert): Promise<void> {
    await this.#ask('POST', `/notifications/${id}/acknowledge`)
  }

  async resolve({ id }: Alert): Promise<void> {
    await this.#ask('DELETE', `/notifications/${id}`)
  }

  /** Kills the process of the plugin; resolves when the next one runs. */
  async killPlugin(): Promise<void> {
    const { pid } = await this.#plugin()
    if (pid === null) throw new Error('The plugin does not run')
    process.kill(pid, 'SIGKILL')
    await this.#until(async () => {
      const report = await this.#plugin()
      return report.state === 'running' && report.pid !== pid ? report : undefined
    })
    // The delay before the next restart is the shortest again.
    await this.#ask('POST', '/plugins/distress/enable')
  }

  /** Kills the server, which ends its plugins, and starts it again. */
  async killServer(): Promise<void> {
    this.#socket?.close()
    await this.#server?.end('SIGKILL')
    await this.#begin()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket?.close()
    await this.#server?.[Symbol.asyncDispose]()
    await this.#stack.disposeAsync()
  }

  async #begin(): Promise<void> {
    const words = ['--plugin', here]
    this.#server = await startCli({ folder: this.#folder, words, settings: { logLevel: 'warn' } })
    this.#listeningAt = performance.now()
    const socket = new WebSocket(
      `${this.#server.url.replace('http', 'ws')}/marinedata/v1/stream?subscribe=none`,
    )
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve, { once: true })
      socket.addEventListener('error', () => reject(new Error('The stream cannot be opened')), { once: true })
    })
    this.#socket = socket
    await this.#until(async () => ((await this.#plugin()).state === 'running' ? true : undefined))
  }

  async #plugin(): Promise<PluginReport> {
    return (await this.#ask('GET', '/plugins/distress')) as PluginReport
  }

  async #until<T>(look: () => Promise<T | undefined>): Promise<T> {
    const end = performance.now() + patienceMs
    for (;;) {
      const seen = await look()
      if (seen !== undefined) return seen
      if (performance.now() > end) throw new Error(`Timed out: ${JSON.stringify(await this.alerts())}`)
      await sleep(pollMs)
    }
  }

  async #ask(method: string, path: string): Promise<unknown> {
    const answer = await fetch(`${this.#server?.url}${api}${path}`, {
      method,
      signal: AbortSignal.timeout(patienceMs),
    })
    return await answer.json()
  }
}
