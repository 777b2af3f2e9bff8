import type { PluginFault, PluginFaultKind, PluginLog } from '@marinedata/model'
import type { Clock } from '@marinedata/core'

type LogLine = PluginLog[number]

const logLines = 200
const linesPerSecond = 50

/** A rate over the last full second. */
class Rate {
  #total = 0
  #before = 0
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

  turn(seconds: number): void {
    this.#perSecond = (this.#total - this.#before) / seconds
    this.#before = this.#total
  }
}

/** What is counted and kept of one plugin, over all its processes. */
export class PluginLedger {
  readonly messages = new Rate()
  readonly deltas = new Rate()
  /** By reason: those of the intake, of the line, and the codes of problems; all of them closed sets. */
  readonly refused = new Map<string, number>()
  readonly faults = new Map<PluginFaultKind, number>()
  readonly log: LogLine[] = []
  lastFault: PluginFault | undefined
  noiseBytes = 0
  unanswered = 0
  /** Processor time of processes that have ended. */
  spentCpuSeconds = 0
  readonly #clock: Clock
  #turnedAt: number
  #linesSince = 0

  constructor(clock: Clock) {
    this.#clock = clock
    this.#turnedAt = clock.now()
  }

  /** To be called every second. */
  turn(): void {
    const now = this.#clock.now()
    const seconds = (now - this.#turnedAt) / 1000
    if (seconds <= 0) return
    this.#turnedAt = now
    this.#linesSince = 0
    this.messages.turn(seconds)
    this.deltas.turn(seconds)
  }

  refuse(reason: string): void {
    this.refused.set(reason, (this.refused.get(reason) ?? 0) + 1)
  }

  fail(kind: PluginFaultKind, message: string): PluginFault {
    this.faults.set(kind, (this.faults.get(kind) ?? 0) + 1)
    this.lastFault = { kind, message, at: this.#clock.timestamp() }
    return this.lastFault
  }

  /** Keeps a line; gives false for one too many in this second. */
  write(level: LogLine['level'], message: string): boolean {
    if (++this.#linesSince > linesPerSecond) return false
    this.log.push({ at: this.#clock.timestamp(), level, message })
    if (this.log.length > logLines) this.log.shift()
    return true
  }
}
