import { HistoryLog, type HistoryChange, type HistoryFault } from '@marinedata/history'
import { selfContext, type SentDelta } from '@marinedata/model'
import { MarineDataError, type Boat, type HistoryQuestion, type HistoryStep } from '@marinedata/plugin-api'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { answerOf } from './answer.ts'
import { DiskAlert, freeBytes } from './disk-alert.ts'
import { chooseTime, isPlausible } from './satellite-time.ts'

export interface RecorderSettings {
  readonly recording: boolean
  readonly others: boolean
  /** Megabytes. */
  readonly budget?: number
}

type SentValue = NonNullable<SentDelta['updates'][number]['values']>[number]

const tickMs = 1_000
const statusTicks = 60
const largestBudget = 2_000_000_000
const smallestBudget = 20_000_000
const diskShare = 0.1
const timePath = 'navigation.datetime'

const sizeOf = (folder: string): number =>
  readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)

/** The smaller of 2 GB and a tenth of the disk that is free without the recording. */
const defaultBudget = (folder: string): number => {
  const free = freeBytes(folder)
  if (free === undefined) return smallestBudget
  const share = (free + sizeOf(folder)) * diskShare
  return Math.round(Math.max(smallestBudget, Math.min(largestBudget, share)))
}

const isOwnTime = (context: string, path: string): boolean => context === selfContext && path === timePath

const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`

const recordValue = (
  log: HistoryLog,
  origin: Pick<HistoryChange, 'context' | 'source' | 'at' | 'isLate'>,
  sent: SentValue,
): void => {
  const { path, value, stale = false, preferred = true } = sent
  const isLive = origin.isLate !== true
  const change = { ...origin, path, value, isPreferred: preferred }
  // The timestamp of a value that became stale is that of its measurement.
  log.record(stale ? { ...change, ...(isLive && { at: Date.now() }), isStale: true } : change)
}

/** Whether a value is the present time of the own vessel. */
const isPresentTime = ({ path, stale = false, preferred = true }: SentValue, delta: SentDelta): boolean =>
  delta.late !== true && !stale && preferred && isOwnTime(delta.context, path)

/** Records every change of every source, and answers questions. */
export class Recorder implements Disposable {
  readonly #boat: Boat
  /** Undefined when the server could not create it. */
  readonly #folder: string | undefined
  readonly #settings: RecorderSettings
  readonly #alert: DiskAlert
  /** Undefined while the disk does not let it be opened. */
  #log: HistoryLog | undefined
  #timer: NodeJS.Timeout | undefined
  /** Why the time of the satellites and the clock of the computer cannot both be right. */
  #timeWarning: string | undefined
  #ticks = 0

  constructor(boat: Boat, settings: RecorderSettings) {
    this.#boat = boat
    this.#folder = boat.folder
    this.#settings = settings
    this.#alert = new DiskAlert(boat, boat.folder)
  }

  async start(): Promise<void> {
    await this.#boat.provideHistory((question) => this.#answer(question))
    await this.#open()
    this.#timer = setInterval(() => this.#tick(), tickMs)
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
    this.#log?.close()
  }

  #answer(question: HistoryQuestion): Iterable<HistoryStep> {
    if (this.#log === undefined)
      throw new MarineDataError('storage-full', 'The disk cannot be written, so the recording is not open')
    return answerOf(this.#log, question)
  }

  /** Opens the log and starts to record. With a full disk that is tried again every second, and the crew is notified. */
  async #open(): Promise<void> {
    const { recording } = this.#settings
    let log: HistoryLog
    try {
      log = this.#openLog()
    } catch (error) {
      if (!(error instanceof MarineDataError && error.code === 'storage-full')) throw error
      this.#boat.status('error', error.message)
      this.#alert.failed(error)
      return
    }
    this.#log = log
    this.#alert.recovered()
    if (isPlausible(Date.now())) log.trustTime('rtc', Date.now())
    if (recording) await this.#subscribe(log)
    this.#showStatus(log)
  }

  /** @throws MarineDataError `storage-full` */
  #openLog(): HistoryLog {
    const { recording, budget } = this.#settings
    if (this.#folder === undefined)
      throw new MarineDataError(
        'storage-full',
        'There is no folder for the recording: the disk was full or read-only when the plugin started',
      )
    return HistoryLog.open(this.#folder, {
      clock: { wall: () => Date.now(), mono: () => performance.now() },
      budgetBytes: budget === undefined ? defaultBudget(this.#folder) : budget * 1e6,
      faults: (fault) => this.#onFault(fault),
      isContinued: recording,
    })
  }

  async #subscribe(log: HistoryLog): Promise<void> {
    const everything = { path: '*', policy: 'instant', sources: 'all' } as const
    const from = log.position
    const { gap, position } = await this.#boat.subscribe(
      {
        context: this.#settings.others ? '*' : selfContext,
        subscribe: [everything],
        log: true,
        ...(from !== undefined && { from }),
      },
      (delta) => this.#record(log, delta),
    )
    log.continued(from !== undefined && gap === undefined, position)
    if (gap !== undefined)
      this.#boat.log.info(`The recording does not continue without a gap: ${gap.message}`)
  }

  #record(log: HistoryLog, delta: SentDelta): void {
    const { context, updates, late: isLate = false, epoch, sequence } = delta
    for (const { $source: source = '', timestamp, values = [] } of updates) {
      const at = Date.parse(timestamp)
      for (const value of values) {
        if (isPresentTime(value, delta)) this.#noteTime(log, value.value)
        recordValue(log, { context, source, at, isLate }, value)
      }
    }
    if (epoch !== undefined && sequence !== undefined) log.position = { epoch, sequence }
  }

  #noteTime(log: HistoryLog, value: unknown): void {
    const satellites = typeof value === 'string' ? Date.parse(value) : Number.NaN
    if (!Number.isFinite(satellites)) return
    const { time, warning } = chooseTime(satellites, Date.now())
    if (time !== undefined) log.trustTime('gnss', time)
    const isNew = (warning === undefined) !== (this.#timeWarning === undefined)
    this.#timeWarning = warning
    if (!isNew) return
    if (warning !== undefined) this.#boat.log.warn(warning)
    this.#showStatus(log)
  }

  #tick(): void {
    const log = this.#log
    if (log === undefined) {
      void this.#open()
      return
    }
    log.tick()
    this.#alert.check()
    if (++this.#ticks % statusTicks === 0) this.#showStatus(log)
  }

  #showStatus(log: HistoryLog): void {
    if (this.#timeWarning !== undefined) return this.#boat.status('warning', this.#timeWarning)
    const { usedBytes, budgetBytes } = log.storage()
    const what = this.#settings.recording ? 'Recording' : 'Not recording'
    this.#boat.status('ok', `${what}; ${megabytes(usedBytes)} of ${megabytes(budgetBytes)} used`)
  }

  #onFault(fault: HistoryFault): void {
    if (fault.kind === 'write-recovered') return this.#alert.recovered()
    if (fault.kind === 'write-failed') return this.#alert.failed(fault.error)
    this.#boat.log.error(
      `The recording was damaged and is continued in a new file. The old one is ${fault.movedTo}`,
    )
  }
}
