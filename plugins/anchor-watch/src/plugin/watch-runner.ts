import type { Boat, Device, DeviceCommand, Notification, SentDelta } from '@marinedata/plugin-api'
import { setTimeout as sleep } from 'node:timers/promises'
import { AnchorWatch } from '#anchor-watch.ts'
import type { BoatDesign } from '#boat-design.ts'
import type { WatchReport } from '#watch-report.ts'
import type { Seconds } from '#water/units.ts'
import { answerIn, answerPath, isAcknowledgementOf } from './acknowledgement.ts'
import { clockText } from './clock-text.ts'
import { Instruments, readPaths } from './instruments.ts'
import { execute } from './commands.ts'
import { answerTo } from './queries.ts'
import { unsavedReport } from './unsaved-report.ts'
import { WatchSaver, type SavedPart } from './watch-saver.ts'

const deviceId = 'anchor-watch'
const tickMs = 1_000
/** How often the track is saved, and, while the anchor is down, the time of the watch. */
const saveEvery: Seconds = 60
const saveTimeEvery: Seconds = 10
/** Clocks differ slightly; a smaller difference is not a change. */
const sameTime: Seconds = 2
const keys = ['watch', 'time', 'track', 'wake', 'stays'] as const
/** Shorter than the timeout of a command. */
const answerWithinMs = 1_500

/**
 * How often a raised anchor without changes is reported: nobody waits for it, and every report wakes the server and its
 * clients. While the anchor is down, it is reported every second.
 */
const repeatEvery: Seconds = 5

/** Runs the anchor watch: subscribes, executes commands, saves, and reports every second while the anchor is down. */
export class WatchRunner implements AsyncDisposable {
  readonly #boat: Boat
  readonly #watch: AnchorWatch
  readonly #instruments: Instruments
  readonly #stack = new AsyncDisposableStack()
  /** Wall-clock time at the start. The watch counts from it monotonically, because the clock may be set. */
  readonly #began: Seconds = Date.now() / 1_000 - performance.now() / 1_000
  #device: Device<'anchor'> | undefined
  #downSince: Seconds | undefined
  readonly #saver: WatchSaver
  /** What is on disk, and since when. */
  #saved: { readonly at: Seconds; readonly timeAt: Seconds; readonly state: string }
  #reported: { readonly at: Seconds; readonly text: string } = { at: -Infinity, text: '' }
  /** Number of executed commands whose effect is being saved. */
  #savingCommands = 0
  /** Whether the last write failed or is late. */
  #isSaveOverdue = false

  constructor(boat: Boat, { hintAfter, ...design }: BoatDesign & { readonly hintAfter?: Seconds }) {
    this.#boat = boat
    this.#watch = new AnchorWatch(design, hintAfter)
    this.#instruments = new Instruments(this.#watch, design)
    this.#saved = { at: 0, timeAt: 0, state: '' }
    this.#saver = new WatchSaver({ send: (part) => this.#send(part) })
  }

  /** Restores the saved watch, and then subscribes and accepts commands. */
  async start(): Promise<void> {
    await this.#restore()
    this.#device = await this.#boat.registerDevice(
      { id: deviceId, kind: 'anchor' },
      (command) => answerTo(this.#watch, command) ?? this.command(command),
    )
    const subscribe = [...readPaths, answerPath].map((path) => ({ path }))
    this.#stack.use(await this.#boat.subscribe({ subscribe }, (delta) => this.#handleDelta(delta)))
    const timer = setInterval(() => void this.#tick(), tickMs)
    this.#stack.defer(() => clearInterval(timer))
    // Saves at once: if the plugin is killed again now, the downtime before must not be lost.
    await this.#tick()
  }

  /**
   * Executes a command. Answers when the state is on disk. If it cannot be saved, the command is done anyway, the
   * answer says that it is not saved, and every tick tries again.
   */
  async command(command: DeviceCommand): Promise<WatchReport> {
    execute(this.#watch, command, this.#now)
    this.#savingCommands++
    try {
      const late = sleep(answerWithinMs, 'late' as const, { ref: false })
      if ((await Promise.race([this.#save('all'), late])) === 'late') this.#isSaveOverdue = true
    } finally {
      this.#savingCommands--
    }
    await this.#report()
    return this.#currentReport
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack[Symbol.asyncDispose]()
  }

  get #now(): Seconds {
    return this.#began + performance.now() / 1_000
  }

  #handleDelta(delta: SentDelta): void {
    this.#instruments.handle(delta, this.#now)
    const answer = answerIn(delta, deviceId)
    if (answer !== undefined) this.#handleNotification(answer)
  }

  /** The server repeats an acknowledgement with every new message; only the first one counts. */
  #handleNotification(answer: Notification): void {
    const { alert } = this.#watch.report
    if (alert.isAcknowledged || !isAcknowledgementOf(alert, answer)) return
    this.#watch.acknowledge(this.#now)
    if (this.#watch.report.alert.isAcknowledged) void this.#tick()
  }

  async #restore(): Promise<void> {
    const saved: Record<string, unknown> = {}
    for (const key of keys) saved[key] = (await this.#boat.storage.get(key)) ?? null
    if (saved['watch'] === null || this.#watch.restore(saved, this.#now)) return
    this.#boat.log.error('could not read the saved anchor watch: starting with a raised anchor')
  }

  /**
   * The report does not wait for the disk, except while the effect of a command is being saved: if the server saved that
   * report and both were killed, the watch would come back without it.
   */
  async #tick(): Promise<void> {
    this.#watch.tick(this.#now)
    try {
      if (this.#isReportDue && this.#savingCommands === 0) await this.#report()
    } catch (error) {
      this.#boat.log.warn(`could not report the anchor watch: ${(error as Error).message}`)
    }
    const part = this.#partDue
    if (part !== undefined) await this.#save(part)
  }

  /** Never rejects: the watch continues, and the next tick tries again. */
  async #save(part: SavedPart): Promise<void> {
    try {
      await this.#saver.save(part)
    } catch (error) {
      this.#isSaveOverdue = true
      this.#boat.log.warn(`could not save the anchor watch: ${(error as Error).message}`)
    }
  }

  /** The state that must survive a restart. */
  get #essentialState(): string {
    const { state, position, maxRadius, alert } = this.#watch.report
    return JSON.stringify([state, position, maxRadius, alert.level, alert.episode, alert.isAcknowledged])
  }

  /** The saved time tells a killed watch how long it was down. */
  get #partDue(): SavedPart | undefined {
    const now = this.#now
    const { at, timeAt, state } = this.#saved
    if (now - at >= saveEvery || state !== this.#essentialState) return 'all'
    const isDown = this.#watch.report.state !== 'raised'
    return isDown && now - timeAt >= saveTimeEvery ? 'time' : undefined
  }

  async #send(part: SavedPart): Promise<void> {
    const at = this.#now
    const state = this.#essentialState
    const isWhole = part === 'all'
    await this.#boat.storage.set(isWhole ? { ...this.#watch.snapshot() } : { time: this.#watch.time })
    this.#saved = isWhole ? { at, timeAt: at, state } : { ...this.#saved, timeAt: at }
    if (isWhole) this.#isSaveOverdue = false
  }

  /**
   * When the anchor went down by the present clock, which may have been set since. The saved time of the drop comes
   * first: computed again after a restart, it would differ by the delay of the first report.
   */
  #since({ downFor }: WatchReport): string | null {
    if (downFor === null) {
      this.#downSince = undefined
      return null
    }
    const since = Date.now() / 1_000 - downFor
    const known = [this.#downSince, this.#watch.begun].find(
      (time) => time !== undefined && Math.abs(since - time) < sameTime,
    )
    this.#downSince = known ?? since
    return clockText(this.#downSince)
  }

  /** The report, with a note when the state is not on disk. */
  get #currentReport(): WatchReport {
    const { report } = this.#watch
    const isUnsaved = this.#isSaveOverdue && this.#essentialState !== this.#saved.state
    return isUnsaved ? unsavedReport(report) : report
  }

  get #isReportDue(): boolean {
    const isRepeated = JSON.stringify(this.#currentReport) === this.#reported.text
    return (
      this.#currentReport.state !== 'raised' || !isRepeated || this.#now - this.#reported.at >= repeatEvery
    )
  }

  async #report(): Promise<void> {
    const report = this.#currentReport
    this.#reported = { at: this.#now, text: JSON.stringify(report) }
    await this.#device?.report({ ...report, since: this.#since(report) })
    const { level, message } = report.alert
    this.#boat.status(level === 'normal' || level === 'alert' ? 'ok' : 'warning', message)
  }
}
