import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { HistoryValuesHead, HistoryRow, HistoryValuesQuestion } from '@marinedata/model'
import { HistoryLog, type HistoryClock, type HistoryFault } from '@marinedata/history'

/** A clock that a trial moves. Its wall clock can be wrong. */
export class TrialClock implements HistoryClock {
  #mono = 5_000
  #offset: number

  constructor(wall: number) {
    this.#offset = wall - this.#mono
  }

  wall(): number {
    return this.#mono + this.#offset
  }

  mono(): number {
    return this.#mono
  }

  advance(ms: number): void {
    this.#mono += ms
  }

  /** The wall clock jumps; the time goes on. */
  jump(ms: number): void {
    this.#offset += ms
  }

  /** Restarts the computer: the monotonic clock starts from zero. */
  restart(wall = this.wall()): void {
    this.#mono = 1_000
    this.#offset = wall - this.#mono
  }
}

export const temporaryFolder = (): { readonly path: string } & Disposable => {
  const path = mkdtempSync(join(tmpdir(), 'marinedata-history-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

export interface OpenOptions {
  readonly budgetBytes?: number
  readonly faults?: (fault: HistoryFault) => void
}

export const openLog = (folder: string, clock: HistoryClock, options: OpenOptions = {}): HistoryLog =>
  HistoryLog.open(folder, { clock, budgetBytes: 2_000_000_000, ...options })

export interface WholeAnswer {
  readonly head: HistoryValuesHead
  readonly rows: readonly HistoryRow[]
}

/** All pages of an answer. */
export const answerOf = (log: HistoryLog, question: HistoryValuesQuestion): WholeAnswer => {
  let head: HistoryValuesHead | undefined
  const rows: HistoryRow[] = []
  for (const page of log.values(question)) {
    head ??= page?.head
    rows.push(...(page?.rows ?? []))
  }
  if (head === undefined) throw new Error('The answer has no head')
  return { head, rows }
}
