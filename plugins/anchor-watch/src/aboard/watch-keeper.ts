import { MarineDataError } from '@marinedata/model'
import type { Boat, Device, DeviceCommand } from '@marinedata/plugin-api'
import { setTimeout as sleep } from 'node:timers/promises'
import { AnchorWatch } from '#anchor-watch.ts'
import type { BoatDesign } from '#boat-design.ts'
import type { WatchReport } from '#watch-report.ts'
import type { Seconds } from '#water/units.ts'
import { Instruments, listenedPaths } from './instruments.ts'
import { obey } from './orders.ts'

const deviceId = 'anchor-watch'
const tickMs = 1_000
/** So often it is kept on disk that someone is watching; and where the boat has been. */
const keptEvery: Seconds = 60
const keys = ['watch', 'track', 'wake'] as const
/** Less than anyone waits for the answer to a command. */
const keepPatienceMs = 1_500
const keepAgainMs = 100

const isTooSoon = (error: unknown): boolean =>
  error instanceof MarineDataError && error.code === 'too-many-requests'

/** The watch, running: it listens, is told, is kept on disk, and reports every second. */
export class WatchKeeper implements AsyncDisposable {
  readonly #boat: Boat
  readonly #watch: AnchorWatch
  readonly #instruments: Instruments
  readonly #stack = new AsyncDisposableStack()
  /** The time of day at the beginning; from then on it is counted, and not read off a clock that may be set. */
  readonly #began: Seconds = Date.now() / 1_000 - performance.now() / 1_000
  #device: Device<'anchor'> | undefined
  #kept: { readonly at: Seconds; readonly standing: string } = { at: 0, standing: '' }

  constructor(boat: Boat, settings: BoatDesign) {
    this.#boat = boat
    this.#watch = new AnchorWatch(settings)
    this.#instruments = new Instruments(this.#watch, settings)
  }

  /** Goes on where it was before, and only then listens and lets itself be told. */
  async start(): Promise<void> {
    await this.#restore()
    this.#device = await this.#boat.registerDevice({ id: deviceId, kind: 'anchor' }, (command) =>
      this.command(command),
    )
    const subscription = { subscribe: listenedPaths.map((path) => ({ path })) }
    this.#stack.use(
      await this.#boat.subscribe(subscription, (delta) => this.#instruments.hear(delta, this.#now)),
    )
    const timer = setInterval(() => void this.#tick(), tickMs)
    this.#stack.defer(() => clearInterval(timer))
    await this.#report()
  }

  /** Does as told; what it gives back is on disk. */
  async command(command: DeviceCommand): Promise<WatchReport> {
    const before = this.#watch.snapshot()
    obey(this.#watch, command, this.#now)
    try {
      await this.#keep()
    } catch (error) {
      // What is not on disk was not done.
      this.#watch.restore(before, this.#now)
      throw error
    }
    await this.#report()
    return this.#watch.report
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack[Symbol.asyncDispose]()
  }

  get #now(): Seconds {
    return this.#began + performance.now() / 1_000
  }

  async #restore(): Promise<void> {
    const kept: Record<string, unknown> = {}
    for (const key of keys) kept[key] = (await this.#boat.storage.get(key)) ?? null
    if (kept['watch'] === null || this.#watch.restore(kept, this.#now)) return
    this.#boat.log.error('What was kept of the anchor watch cannot be read: it begins anew, and is raised')
  }

  async #tick(): Promise<void> {
    this.#watch.tick(this.#now)
    try {
      if (this.#isWorthKeeping) await this.#keep()
      await this.#report()
    } catch (error) {
      // The watch goes on; the next second it is tried again.
      this.#boat.log.warn(`The anchor watch could not be told or kept: ${(error as Error).message}`)
    }
  }

  /** What must be as it was after a restart. */
  get #standing(): string {
    const { state, position, maxRadius, alert } = this.#watch.report
    return JSON.stringify([state, position, maxRadius, alert.level, alert.episode, alert.isAcknowledged])
  }

  get #isWorthKeeping(): boolean {
    return this.#now - this.#kept.at >= keptEvery || this.#standing !== this.#kept.standing
  }

  /** The server takes so many writes a second and no more: what comes too soon waits for its turn. */
  async #keep(): Promise<void> {
    this.#kept = { at: this.#now, standing: this.#standing }
    const snapshot = this.#watch.snapshot()
    const end = performance.now() + keepPatienceMs
    for (;;) {
      try {
        return await this.#boat.storage.set(snapshot)
      } catch (error) {
        if (!isTooSoon(error) || performance.now() >= end) throw error
      }
      await sleep(keepAgainMs)
    }
  }

  async #report(): Promise<void> {
    const { report } = this.#watch
    await this.#device?.report({ ...report })
    const { level, message } = report.alert
    this.#boat.status(level === 'normal' || level === 'alert' ? 'ok' : 'warning', message)
  }
}
