import type { AnchorState, Notification } from '@marinedata/model'
import assert from 'node:assert/strict'
import { buildSync } from 'esbuild'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { BoatStore } from '#storage/boat-store.ts'
import { askAnchor } from '../anchor-boat.ts'
import { startCli, type RunningCli, switchOffUsual } from '../start-cli.ts'
import { StreamListener, type HeardValue } from '../stream-listener.ts'
import { PluginsOverRest } from './plugins-over-rest.ts'

const plugin = 'anchor-watch'
const home = join(import.meta.dirname, '..', '..', '..', '..', 'plugins', plugin)
const alarmPath = 'notifications.navigation.anchor'
const feedMs = 200
const pollMs = 15
const rearmPatienceMs = 15_000
const endPatienceMs = 5_000

/** Where the boat lies, with its bow to the north; and how far its antenna is behind the bow. */
export const berth = { latitude: 54.4321, longitude: 10.1234 }
export const fromBow = 9

/** What must be the same after a restart: of the anchor, and of the call for the crew. */
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

/** For how many seconds nobody watched, as the crew is told. */
export const toldDowntime = (message: string): number => {
  const told = /The anchor was not watched for (\d+) s$/.exec(message)?.[1]
  assert.ok(told !== undefined, `How long nobody watched is not told: ${message}`)
  return Number(told)
}

const isCall = ({ path, source }: HeardValue): boolean => path === alarmPath && source === plugin

/** Puts the plugin into a folder as it is published, in one file: that starts in a fraction of the time. */
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

/** Where a boat keeps its data, and where its watch is. */
export interface Folders {
  readonly data: string
  readonly watch: string
}

/** As if someone had set it before: a plugin that is set anew is started twice. */
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

/** A server that is killed while it comes back. */
export const killOnTheWay = async (folders: Folders, afterMs: number): Promise<void> => {
  await using server = await startWatch(folders)
  await sleep(afterMs)
  await server.end('SIGKILL')
}

/** How a watch came back. */
interface Comeback {
  readonly anchor: Anchor
  /** From when the server listened. */
  readonly ms: number
  /** By the clock, in seconds. */
  readonly at: number
  /** What the crew is told. */
  readonly message: string
}

/** One life of a server with the anchor watch, from its start to its violent end. */
export class Life implements AsyncDisposable {
  readonly url: string
  readonly #server: RunningCli
  readonly #listener: StreamListener
  readonly #stack: AsyncDisposableStack
  readonly #listeningAt = performance.now()
  #pid: number | null = null

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

  /** All calls that were heard so far; undefined for each time that there was none any more. */
  get calls(): (Call | undefined)[] {
    return this.#listener.values.filter(isCall).map(({ value }) => callOf(value))
  }

  /** The anchor as anyone is told who asks. */
  async anchor(): Promise<Anchor> {
    const { status, text } = await askAnchor(this.url, 'GET')
    // Of an anchor that was raised nothing is kept: nobody knows of it until the watch is there.
    if (status === 503) return raised
    assert.equal(status, 200, text)
    return anchorOf(JSON.parse(text) as AnchorState)
  }

  /** The anchor and the call as they stand in the very first frame that has values. */
  async firstFrame(): Promise<{ readonly anchor: Anchor; readonly call: Call | undefined }> {
    const { updates = [] } = await this.#listener.first((message) => message.updates !== undefined)
    const values = updates
      .filter(({ $source }) => $source === plugin)
      .flatMap(({ values: told = [] }) => told)
    const at = (path: string): unknown => values.find((value) => value.path === path)?.value
    const member = (name: keyof Anchor): unknown => at(`navigation.anchor.${name}`)
    const [state, position, maxRadius, rodeLength] = (
      ['state', 'position', 'maxRadius', 'rodeLength'] as const
    ).map(member)
    // What it is, is what the test compares.
    const anchor = { state, position, maxRadius, rodeLength } as unknown as Anchor
    return { anchor, call: callOf(at(alarmPath) ?? {}) }
  }

  /** From now on the instruments show where the boat lies. */
  feed(): void {
    let waver = 0
    const show = (): void => {
      // A receiver that lives wavers in the last digit.
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

  /** Returns when someone watches again. */
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

  /** Returns when the crew is called like this. */
  async called(isRight: (call: Call | undefined) => boolean): Promise<void> {
    await this.#listener.firstValue((heard) => isCall(heard) && isRight(callOf(heard.value)))
  }

  /**
   * Ends it as a power cut does, or the server alone; gives when, by the clock, in seconds.
   * The plugin must be gone as well before this returns, by itself when nobody killed it.
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
