import { HistoryLog, type HistoryChange, type HistoryFault } from '@marinedata/history'
import { selfContext, type SentDelta } from '@marinedata/model'
import type { Boat } from '@marinedata/plugin-api'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { answerOf } from './answer.ts'
import { DiskAlert, freeBytes } from './disk-alert.ts'

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
/** A clock that is this close to the satellites' time is right. The value itself is a little old when it arrives. */
const clockToleranceMs = 2_000
/** The clock of a machine without a battery starts long before this. */
const plausibleTime = Date.UTC(2026, 0, 1)

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

/** Records every change of every source, and answers questions. */
export class Recorder implements Disposable {
  readonly #boat: Boat
  readonly #settings: RecorderSettings
  readonly #alert: DiskAlert
  readonly #log: HistoryLog
  #timer: NodeJS.Timeout | undefined
  #ticks = 0

  constructor(boat: Boat, folder: string, settings: RecorderSettings) {
    this.#boat = boat
    this.#settings = settings
    this.#alert = new DiskAlert(boat, folder)
    this.#log = HistoryLog.open(folder, {
      clock: { wall: () => Date.now(), mono: () => performance.now() },
      budgetBytes: settings.budget === undefined ? defaultBudget(folder) : settings.budget * 1e6,
      faults: (fault) => this.#onFault(fault),
      isContinued: settings.recording,
    })
  }

  async start(): Promise<void> {
    await this.#boat.provideHistory((question) => answerOf(this.#log, question))
    if (Date.now() > plausibleTime) this.#log.trustTime('rtc', Date.now())
    if (this.#settings.recording) await this.#subscribe()
    this.#timer = setInterval(() => this.#tick(), tickMs)
    this.#showStatus()
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
    this.#log.close()
  }

  async #subscribe(): Promise<void> {
    const everything = { path: '*', policy: 'instant', sources: 'all' } as const
    const from = this.#log.position
    const { gap, position } = await this.#boat.subscribe(
      {
        context: this.#settings.others ? '*' : selfContext,
        subscribe: [everything],
        log: true,
        ...(from !== undefined && { from }),
      },
      (delta) => this.#record(delta),
    )
    this.#log.continued(from !== undefined && gap === undefined, position)
    if (gap !== undefined)
      this.#boat.log.info(`The recording does not continue without a gap: ${gap.message}`)
  }

  #record({ context, updates, late: isLate = false, epoch, sequence }: SentDelta): void {
    for (const { $source: source = '', timestamp, values = [] } of updates) {
      const at = Date.parse(timestamp)
      for (const value of values) this.#recordValue({ context, source, at, isLate }, value)
    }
    if (epoch !== undefined && sequence !== undefined) this.#log.position = { epoch, sequence }
  }

  #recordValue(origin: Pick<HistoryChange, 'context' | 'source' | 'at' | 'isLate'>, sent: SentValue): void {
    const { path, value, stale = false, preferred = true } = sent
    const isLive = origin.isLate !== true
    if (isLive && !stale && preferred && isOwnTime(origin.context, path)) this.#noteTime(value)
    const change = { ...origin, path, value, isPreferred: preferred }
    // The timestamp of a value that became stale is that of its measurement.
    this.#log.record(stale ? { ...change, ...(isLive && { at: Date.now() }), isStale: true } : change)
  }

  /** The time of the satellites. */
  #noteTime(value: unknown): void {
    const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
    if (!Number.isFinite(time)) return
    const now = Date.now()
    this.#log.trustTime('gnss', Math.abs(time - now) <= clockToleranceMs ? now : time)
  }

  #tick(): void {
    this.#log.tick()
    this.#alert.check()
    if (++this.#ticks % statusTicks === 0) this.#showStatus()
  }

  #showStatus(): void {
    const { usedBytes, budgetBytes } = this.#log.storage()
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
