import type { AnchorState, Notification } from '@marinedata/model'
import assert from 'node:assert/strict'
import { buildSync } from 'esbuild'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { BoatStore } from '#storage/boat-store.ts'
import { askAnchor } from '../anchor-boat.ts'
import { startCli, type RunningCli, switchOffUsual } from '@marinedata/testing/boats/start-cli'
import { StreamListener, type ReceivedValue } from '@marinedata/testing/stream-listener'
import { PluginsOverRest } from '@marinedata/testing/measured/plugins-over-rest'

const plugin = 'anchor-watch'
const home = join(import.meta.dirname, '..', '..', '..', '..', 'plugins', plugin)
const alarmPath = 'notifications.navigation.anchor'
const feedMs = 200
const pollMs = 15
const rearmPatienceMs = 15_000
const endPatienceMs = 5_000

/** The position of the boat, with its bow to the north, and the distance of the antenna behind the bow. */
export const berth = { latitude: 54.4321, longitude: 10.1234 }
export const fromBow = 9

/** The parts of the anchor and of its alarm that must be equal after a restart. */
export type Anchor = Pick<AnchorState, 'state' | 'position' | 'maxRadius' | 'rodeLength'>
export type Call = ReturnType<typeof lastingPart>

const lastingPart = (notification: Notification) => {
  const { id, state, status, raisedAt, acknowledgedBy, acknowledgedAt } = notification
  return { id, state, status, raisedAt, acknowledgedBy, acknowledgedAt }
}

export const raised: Anchor = { state: 'raised', position: null, maxRadius: null, rodeLength: null }

export const anchorOf = ({ state, position, maxRadius, rodeLength }: Anchor): Anchor => ({
  state,
  position,
  maxRadius,
  rodeLength,
})

/** Undefined when there is no alert. */
export const callOf = (value: unknown): Call | undefined => {
  const notification = value as Notification
  return notification.status === undefined ? undefined : lastingPart(notification)
}

/** The reported seconds without a watch. */
export const reportedDowntime = (message: string): number => {
  const shown = /The anchor was not watched for (\d+) s$/.exec(message)?.[1]
  assert.ok(shown !== undefined, `The time without a watch is missing: ${message}`)
  return Number(shown)
}

const isCall = ({ path, source }: ReceivedValue): boolean => path === alarmPath && source === plugin

/** Installs the plugin as published, bundled in one file, which starts much faster. */
export const packWatch = (folder: string): void => {
  buildSync({
    entryPoints: [join(home, 'src', 'index.ts')],
    outfile: join(folder, 'index.js'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['@marinedata/source'],
  })
  copyFileSync(join(home, 'marinedata-plugin.json'), join(folder, 'marinedata-plugin.json'))
  const exports = './index.js'
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: plugin, type: 'module', exports }))
}

/** The data folder of a boat, and the plugin of its watch. */
export interface Folders {
  readonly data: string
  readonly watch: string
}

/** Writes the settings before the start: a changed setting would restart the plugin. */
export const fitOut = ({ data }: Folders): void => {
  switchOffUsual(data)
  using store = new BoatStore(data)
  void store.plugins.decide(plugin, {
    isEnabled: true,
    settings: { length: 12, bowHeight: 1.2, fromBow, fromCenter: 0 },
  })
}

const hasEnded = (pid: number): boolean => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return /^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2))
  } catch {
    return true
  }
}

const startWatch = ({ data, watch }: Folders): Promise<RunningCli> =>
  startCli({ folder: data, words: ['--plugin', watch], settings: { logLevel: 'warn' } })

/** A server that is killed during its start. */
export const killOnTheWay = async (folders: Folders, afterMs: number): Promise<void> => {
  await using server = await startWatch(folders)
  await sleep(afterMs)
  await server.end('SIGKILL')
}

/** The result of a restarted watch. */
interface Comeback {
  readonly anchor: Anchor
  /** Measured from when the server listened. */
  readonly ms: number
  /** Wall clock time in seconds. */
  readonly at: number
  /** The downtime as reported to the crew. */
  readonly message: string
}

/** One run of a server with the anchor watch, from its start until it is killed. */
export class Life implements AsyncDisposable {
  readonly url: string
  readonly #server: RunningCli
  readonly #listener: StreamListener
  readonly #stack: AsyncDisposableStack
  readonly #listeningAt = performance.now()
  #pid: number | null = null
  #questionMs = 0

  private constructor(server: RunningCli, listener: StreamListener, stack: AsyncDisposableStack) {
    this.url = server.url
    this.#server = server
    this.#listener = listener
    this.#stack = stack
  }

  static async begin(folders: Folders): Promise<Life> {
    await using stack = new AsyncDisposableStack()
    const server = stack.use(await startWatch(folders))
    const listener = stack.use(await StreamListener.open(server.url))
    return new Life(server, listener, stack.move())
  }

  /** How long the server took to answer a question. */
  get questionMs(): number {
    return this.#questionMs
  }

  /** All received alarms so far; undefined for each time that there was none. */
  get calls(): (Call | undefined)[] {
    return this.#listener.values.filter(isCall).map(({ value }) => callOf(value))
  }

  /** The anchor as read by a client. */
  async anchor(): Promise<Anchor> {
    const askedAt = performance.now()
    const { status, text } = await askAnchor(this.url, 'GET')
    this.#questionMs = performance.now() - askedAt
    // A raised anchor is not saved: without a watch it is unknown.
    if (status === 503) return raised
    assert.equal(status, 200, text)
    return anchorOf(JSON.parse(text) as AnchorState)
  }

  /** The anchor and the alarm in the first frame with values. */
  async firstFrame(): Promise<{ readonly anchor: Anchor; readonly call: Call | undefined }> {
    const { updates = [] } = await this.#listener.first((message) => message.updates !== undefined)
    const values = updates
      .filter(({ $source }) => $source === plugin)
      .flatMap(({ values: shown = [] }) => shown)
    const at = (path: string): unknown => values.find((value) => value.path === path)?.value
    const member = (name: keyof Anchor): unknown => at(`navigation.anchor.${name}`)
    const [state, position, maxRadius, rodeLength] = (
      ['state', 'position', 'maxRadius', 'rodeLength'] as const
    ).map(member)
    // The test compares the value itself.
    const anchor = { state, position, maxRadius, rodeLength } as unknown as Anchor
    return { anchor, call: callOf(at(alarmPath) ?? {}) }
  }

  /** Starts publishing the position of the boat. */
  feed(): void {
    let waver = 0
    const show = (): void => {
      // The last digit varies, as with a real receiver.
      const position = { ...berth, latitude: berth.latitude + (waver++ % 2) * 1e-7 }
      const values = [
        { path: 'navigation.position', value: position },
        { path: 'navigation.gnss.horizontalDilution', value: 0.9 },
        { path: 'navigation.headingTrue', value: 0 },
        { path: 'environment.depth.belowSurface', value: 6 },
      ]
      this.#listener.send({ updates: [{ $source: 'gps', values }] })
    }
    show()
    const timer = setInterval(show, feedMs)
    this.#stack.defer(() => clearInterval(timer))
  }

  /** Waits until the watch runs again. */
  async rearmed(): Promise<Comeback> {
    for (;;) {
      const { text } = await askAnchor(this.url, 'GET')
      const ms = performance.now() - this.#listeningAt
      const state = JSON.parse(text) as AnchorState
      if (state.confirmed === true) {
        this.#pid = (await new PluginsOverRest(this.url).report(plugin)).pid
        return { anchor: anchorOf(state), ms, at: Date.now() / 1_000, message: state.alert?.message ?? '' }
      }
      assert.ok(ms < rearmPatienceMs, `Nobody watches: ${text} ${this.#server.stdout().slice(-2_000)}`)
      await sleep(pollMs)
    }
  }

  /** Waits for an alarm that meets the condition. */
  async called(isRight: (call: Call | undefined) => boolean): Promise<void> {
    await this.#listener.firstValue((received) => isCall(received) && isRight(callOf(received.value)))
  }

  /**
   * Kills the server with its plugins, as a power cut does, or the server alone; returns the wall clock time in
   * seconds. Waits until the plugin is gone too, which exits without the server when it was not killed.
   */
  async kill(isPowerCut: boolean): Promise<number> {
    const at = Date.now() / 1_000
    if (isPowerCut && this.#pid !== null) process.kill(this.#pid, 'SIGKILL')
    await this.#server.end('SIGKILL')
    await this.#listener.ended
    const startedAt = performance.now()
    while (this.#pid !== null && !hasEnded(this.#pid)) {
      assert.ok(performance.now() - startedAt < endPatienceMs, 'The plugin has outlived its server')
      await sleep(pollMs)
    }
    return at
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack.disposeAsync()
  }
}
