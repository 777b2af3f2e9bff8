import {
  MarineDataError,
  type Boat,
  type Device,
  type DeviceCommand,
  type Notification,
  type SentDelta,
} from '@marinedata/plugin-api'
import { setTimeout as sleep } from 'node:timers/promises'
import { AnchorWatch } from '#anchor-watch.ts'
import type { BoatDesign } from '#boat-design.ts'
import type { WatchReport } from '#watch-report.ts'
import type { Seconds } from '#water/units.ts'
import { answerIn, answerPath, isAnswered } from './answer.ts'
import { clockText } from './clock-text.ts'
import { Instruments, listenedPaths } from './instruments.ts'
import { obey } from './orders.ts'
import { answerTo } from './questions.ts'

const deviceId = 'anchor-watch'
const tickMs = 1_000
/** So often it is kept on disk where the boat has been; and, while the anchor is down, that someone is watching. */
const keptEvery: Seconds = 60
const timeKeptEvery: Seconds = 10
/** Two clocks never agree to the second; less than this is no news. */
const sameMoment: Seconds = 2
const keys = ['watch', 'time', 'track', 'wake', 'stays'] as const
const unkept = { at: 0, timeAt: 0, standing: '' }
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
  #downSince: Seconds | undefined
  #kept: { readonly at: Seconds; readonly timeAt: Seconds; readonly standing: string } = unkept

  constructor(boat: Boat, { hintAfter, ...design }: BoatDesign & { readonly hintAfter?: Seconds }) {
    this.#boat = boat
    this.#watch = new AnchorWatch(design, hintAfter)
    this.#instruments = new Instruments(this.#watch, design)
  }

  /** Goes on where it was before, and only then listens and lets itself be told. */
  async start(): Promise<void> {
    await this.#restore()
    this.#device = await this.#boat.registerDevice(
      { id: deviceId, kind: 'anchor' },
      (command) => answerTo(this.#watch, command) ?? this.command(command),
    )
    const subscribe = [...listenedPaths, answerPath].map((path) => ({ path }))
    this.#stack.use(await this.#boat.subscribe({ subscribe }, (delta) => this.#hear(delta)))
    const timer = setInterval(() => void this.#tick(), tickMs)
    this.#stack.defer(() => clearInterval(timer))
    // Whoever is ended again at once must not forget how long it was away before.
    await this.#tick()
  }

  /** Does as told; what it gives back is on disk. */
  async command(command: DeviceCommand): Promise<WatchReport> {
    const before = this.#watch.snapshot()
    obey(this.#watch, command, this.#now)
    try {
      await this.#keep()
    } catch (error) {
      // What is not on disk was not done.
      this.#watch.takeBack(before)
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

  #hear(delta: SentDelta): void {
    this.#instruments.hear(delta, this.#now)
    const answer = answerIn(delta, deviceId)
    if (answer !== undefined) this.#heed(answer)
  }

  /** What was acknowledged is told again in every new wording: only the first time counts. */
  #heed(answer: Notification): void {
    const { alert } = this.#watch.report
    if (alert.isAcknowledged || !isAnswered(alert, answer)) return
    this.#watch.acknowledge(this.#now)
    if (this.#watch.report.alert.isAcknowledged) void this.#tick()
  }

  async #restore(): Promise<void> {
    const kept: Record<string, unknown> = {}
    for (const key of keys) kept[key] = (await this.#boat.storage.get(key)) ?? null
    if (kept['watch'] === null || this.#watch.restore(kept, this.#now)) return
    this.#boat.log.error('What was kept of the anchor watch cannot be read: it begins anew, and is raised')
  }

  async #tick(): Promise<void> {
    this.#watch.tick(this.#now)
    await this.#attempt('kept', () => (this.#isWorthKeeping ? this.#keep() : this.#keepTime()))
    await this.#attempt('told', () => this.#report())
  }

  /** The watch goes on, and what cannot be kept is told all the same; the next second it is tried again. */
  async #attempt(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.#boat.log.warn(`The anchor watch could not be ${what}: ${(error as Error).message}`)
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
    const now = this.#now
    this.#kept = { at: now, timeAt: now, standing: this.#standing }
    const snapshot = this.#watch.snapshot()
    const end = performance.now() + keepPatienceMs
    for (;;) {
      try {
        return await this.#boat.storage.set(snapshot)
      } catch (error) {
        if (isTooSoon(error) && performance.now() < end) await sleep(keepAgainMs)
        else {
          this.#kept = unkept
          throw error
        }
      }
    }
  }

  /** By this a watch that was ended without a warning knows for how long it was away. */
  async #keepTime(): Promise<void> {
    const now = this.#now
    if (this.#watch.report.state === 'raised' || now - this.#kept.timeAt < timeKeptEvery) return
    this.#kept = { ...this.#kept, timeAt: now }
    await this.#boat.storage.set({ time: this.#watch.time })
  }

  /** When the anchor went down, by the clock as it is now: one that was wrong then may have been set since. */
  #since({ downFor }: WatchReport): string | null {
    const since = downFor === null ? undefined : Date.now() / 1_000 - downFor
    const isSame = Math.abs((since ?? NaN) - (this.#downSince ?? NaN)) < sameMoment
    if (!isSame) this.#downSince = since
    return this.#downSince === undefined ? null : clockText(this.#downSince)
  }

  async #report(): Promise<void> {
    const { report } = this.#watch
    await this.#device?.report({ ...report, since: this.#since(report) })
    const { level, message } = report.alert
    this.#boat.status(level === 'normal' || level === 'alert' ? 'ok' : 'warning', message)
  }
}
