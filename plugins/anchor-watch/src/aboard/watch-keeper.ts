import type { Boat, Device, DeviceCommand, Notification, SentDelta } from '@marinedata/plugin-api'
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
import { unsavedReport } from './unsaved-report.ts'
import { WatchSaver, type SavedPart } from './watch-saver.ts'

const deviceId = 'anchor-watch'
const tickMs = 1_000
/** So often it is kept on disk where the boat has been; and, while the anchor is down, that someone is watching. */
const keptEvery: Seconds = 60
const timeKeptEvery: Seconds = 10
/** Two clocks never agree to the second; less than this is no news. */
const sameMoment: Seconds = 2
const keys = ['watch', 'time', 'track', 'wake', 'stays'] as const
/** Less than anyone waits for the answer to a command. */
const answerWithinMs = 1_500

/**
 * A raised anchor with nothing new to report is reported this often: nobody waits for it, and every report wakes the server
 * and all who listen. While the anchor is down every second is reported.
 */
const repeatedEvery: Seconds = 5

/** The watch, running: it listens, is told, is kept on disk, and reports every second while the anchor is down. */
export class WatchKeeper implements AsyncDisposable {
  readonly #boat: Boat
  readonly #watch: AnchorWatch
  readonly #instruments: Instruments
  readonly #stack = new AsyncDisposableStack()
  /** The time of day at the beginning; from then on it is counted, and not read off a clock that may be set. */
  readonly #began: Seconds = Date.now() / 1_000 - performance.now() / 1_000
  #device: Device<'anchor'> | undefined
  #downSince: Seconds | undefined
  readonly #saver: WatchSaver
  /** What is on disk, and since when. */
  #saved: { readonly at: Seconds; readonly timeAt: Seconds; readonly standing: string }
  #reported: { readonly at: Seconds; readonly text: string } = { at: -Infinity, text: '' }
  /** Whether the last write failed, or is late. */
  #isSaveOverdue = false

  constructor(boat: Boat, { hintAfter, ...design }: BoatDesign & { readonly hintAfter?: Seconds }) {
    this.#boat = boat
    this.#watch = new AnchorWatch(design, hintAfter)
    this.#instruments = new Instruments(this.#watch, design)
    this.#saved = { at: 0, timeAt: 0, standing: '' }
    this.#saver = new WatchSaver({ send: (part) => this.#send(part) })
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

  /**
   * Does as told. The answer comes when it is on disk; when it cannot be, it is done all the same, the answer says that it is
   * not saved, and every tick tries again.
   */
  async command(command: DeviceCommand): Promise<WatchReport> {
    obey(this.#watch, command, this.#now)
    const late = sleep(answerWithinMs, 'late' as const, { ref: false })
    if ((await Promise.race([this.#save('all'), late])) === 'late') this.#isSaveOverdue = true
    await this.#report()
    return this.#told
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

  /** The report never waits for the disk. */
  async #tick(): Promise<void> {
    this.#watch.tick(this.#now)
    try {
      if (this.#isReportDue) await this.#report()
    } catch (error) {
      this.#boat.log.warn(`The anchor watch could not report: ${(error as Error).message}`)
    }
    const part = this.#partDue
    if (part !== undefined) await this.#save(part)
  }

  /** Never rejects: the watch goes on, and the next tick tries again. */
  async #save(part: SavedPart): Promise<void> {
    try {
      await this.#saver.save(part)
    } catch (error) {
      this.#isSaveOverdue = true
      this.#boat.log.warn(`The anchor watch could not be saved: ${(error as Error).message}`)
    }
  }

  /** What must be as it was after a restart. */
  get #standing(): string {
    const { state, position, maxRadius, alert } = this.#watch.report
    return JSON.stringify([state, position, maxRadius, alert.level, alert.episode, alert.isAcknowledged])
  }

  /** By its time a watch that was ended without a warning knows for how long it was away. */
  get #partDue(): SavedPart | undefined {
    const now = this.#now
    const { at, timeAt, standing } = this.#saved
    if (now - at >= keptEvery || standing !== this.#standing) return 'all'
    const isDown = this.#watch.report.state !== 'raised'
    return isDown && now - timeAt >= timeKeptEvery ? 'time' : undefined
  }

  async #send(part: SavedPart): Promise<void> {
    const at = this.#now
    const standing = this.#standing
    const isWhole = part === 'all'
    await this.#boat.storage.set(isWhole ? { ...this.#watch.snapshot() } : { time: this.#watch.time })
    this.#saved = isWhole ? { at, timeAt: at, standing } : { ...this.#saved, timeAt: at }
    if (isWhole) this.#isSaveOverdue = false
  }

  /** When the anchor went down, by the clock as it is now: one that was wrong then may have been set since. */
  #since({ downFor }: WatchReport): string | null {
    const since = downFor === null ? undefined : Date.now() / 1_000 - downFor
    const isSame = Math.abs((since ?? NaN) - (this.#downSince ?? NaN)) < sameMoment
    if (!isSame) this.#downSince = since
    return this.#downSince === undefined ? null : clockText(this.#downSince)
  }

  /** What is told; when the anchor's state is not on disk, that as well. */
  get #told(): WatchReport {
    const { report } = this.#watch
    const isUnsaved = this.#isSaveOverdue && this.#standing !== this.#saved.standing
    return isUnsaved ? unsavedReport(report) : report
  }

  get #isReportDue(): boolean {
    const isRepeated = JSON.stringify(this.#told) === this.#reported.text
    return this.#told.state !== 'raised' || !isRepeated || this.#now - this.#reported.at >= repeatedEvery
  }

  async #report(): Promise<void> {
    const report = this.#told
    this.#reported = { at: this.#now, text: JSON.stringify(report) }
    await this.#device?.report({ ...report, since: this.#since(report) })
    const { level, message } = report.alert
    this.#boat.status(level === 'normal' || level === 'alert' ? 'ok' : 'warning', message)
  }
}
