import type { PluginFault, PluginFaultKind, PluginLog } from '@marinedata/model'
import type { Clock } from '@marinedata/core'

type LogLine = PluginLog[number]

const maxLogLines = 200
const maxLinesPerSecond = 50

/** A total, and its rate over the last full second. */
class Rate {
  #total = 0
  #previousTotal = 0
  #perSecond = 0

  get total(): number {
    return this.#total
  }

  get perSecond(): number {
    return this.#perSecond
  }

  add(count: number): void {
    this.#total += count
  }

  update(seconds: number): void {
    this.#perSecond = (this.#total - this.#previousTotal) / seconds
    this.#previousTotal = this.#total
  }
}

/** Counters and recent log lines of one plugin, across all its processes. */
export class PluginStats {
  readonly messages = new Rate()
  readonly deltas = new Rate()
  /** Counts by reason: intake reasons, connection reasons and problem codes, all of them closed sets. */
  readonly refused = new Map<string, number>()
  readonly faults = new Map<PluginFaultKind, number>()
  readonly log: LogLine[] = []
  lastFault: PluginFault | undefined
  noiseBytes = 0
  unanswered = 0
  /** Total processor time of ended processes. */
  spentCpuSeconds = 0
  readonly #clock: Clock
  #updatedAt: number
  #linesThisSecond = 0

  constructor(clock: Clock) {
    this.#clock = clock
    this.#updatedAt = clock.now()
  }

  /** Updates the rates. Call it every second. */
  updateRates(): void {
    const now = this.#clock.now()
    const seconds = (now - this.#updatedAt) / 1000
    if (seconds <= 0) return
    this.#updatedAt = now
    this.#linesThisSecond = 0
    this.messages.update(seconds)
    this.deltas.update(seconds)
  }

  countRefusal(reason: string): void {
    this.refused.set(reason, (this.refused.get(reason) ?? 0) + 1)
  }

  recordFault(kind: PluginFaultKind, message: string): PluginFault {
    this.faults.set(kind, (this.faults.get(kind) ?? 0) + 1)
    this.lastFault = { kind, message, at: this.#clock.timestamp() }
    return this.lastFault
  }

  /** Stores a log line. Returns false when the limit of lines per second is exceeded. */
  appendLog(level: LogLine['level'], message: string): boolean {
    if (++this.#linesThisSecond > maxLinesPerSecond) return false
    this.log.push({ at: this.#clock.timestamp(), level, message })
    if (this.log.length > maxLogLines) this.log.shift()
    return true
  }
}
