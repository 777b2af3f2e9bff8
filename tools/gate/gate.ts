import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Schedule } from './schedule.ts'
import { StepProcess, type ProcessEnd } from './step-process.ts'
import type { Step } from './step.ts'
import { lastWords, testCounts, timedTests, type TestCounts, type TimedTest } from './test-log.ts'

export interface GateOptions {
  readonly root: string
  readonly processors: number
  /** Seconds that all steps may take together. */
  readonly limit: number
  readonly print: (line: string) => void
  /** Keeps the output of each step in this folder. */
  readonly logs?: string | undefined
}

interface StepResult extends ProcessEnd {
  readonly step: Step
  readonly counts: TestCounts
  readonly log: string
  /** Undefined when the step passed. */
  readonly fault: string | undefined
}

const lastLines = 26
const linesOfPassed = 12

const faultOf = (
  { kind }: Step,
  { code, seconds, isTimedOut }: ProcessEnd,
  counts: TestCounts,
): string | undefined => {
  if (isTimedOut) return `ended after ${seconds.toFixed(0)} s`
  if (code !== 0) return `code ${code}`
  if (counts.failed > 0) return `${counts.failed} failing tests, and code 0`
  if (kind === 'tests' && counts.tests === 0) return 'ran no tests'
  return undefined
}

/** Runs steps, as many at a time as there are processors for, and prints their progress and results. */
export class Gate {
  readonly #options: GateOptions
  readonly #schedule: Schedule
  /** Compiled code and logs, deleted at the end. */
  readonly #folder = mkdtempSync(join(tmpdir(), 'marinedata-gate-'))
  readonly #logs: string
  readonly #began = performance.now()
  readonly #processes = new Set<StepProcess>()
  readonly #results: StepResult[] = []
  #stopReason: string | undefined

  constructor(steps: readonly Step[], options: GateOptions) {
    this.#options = options
    this.#logs = options.logs ?? this.#folder
    mkdirSync(this.#logs, { recursive: true })
    this.#schedule = new Schedule(steps, options.processors)
  }

  /** Ends all steps. No other starts. */
  stop(reason: string): void {
    this.#stopReason ??= reason
    for (const one of this.#processes) one.end()
  }

  /** Runs the steps. Returns whether all have passed. */
  async run(): Promise<boolean> {
    // Hundreds of processes start from the same sources: what one has compiled, the next need not.
    process.env['NODE_COMPILE_CACHE'] = join(this.#folder, 'compiled')
    const timer = setTimeout(
      () => this.stop(`the gate took longer than ${this.#options.limit} s`),
      this.#options.limit * 1_000,
    )
    try {
      const running = new Map<string, Promise<void>>()
      for (;;) {
        if (this.#stopReason === undefined)
          for (const step of this.#schedule.start())
            running.set(
              step.name,
              this.#runStep(step).finally(() => running.delete(step.name)),
            )
        if (running.size === 0) break
        await Promise.race(running.values())
      }
      return this.#finish()
    } finally {
      clearTimeout(timer)
      rmSync(this.#folder, { recursive: true, force: true })
    }
  }

  async #runStep(step: Step): Promise<void> {
    const { root } = this.#options
    const log = join(this.#logs, `${step.name}.log`)
    const child = new StepProcess(step.command, { root, log, limit: step.limit })
    this.#processes.add(child)
    this.#progress(`start ${step.name}: ${step.command} (at most ${step.limit} s)`)
    const end = await child.ended
    this.#processes.delete(child)
    const text = readFileSync(log, 'utf8')
    const counts = testCounts(text)
    const fault = this.#stopReason === undefined ? faultOf(step, end, counts) : 'stopped'
    this.#results.push({ ...end, step, counts, log: text, fault })
    this.#schedule.end(step.name, fault === undefined)
    this.#printStep(step, text, fault === undefined)
    const took = `${end.seconds.toFixed(0)} s, ${end.processorSeconds.toFixed(0)} s of processor time`
    const tests = counts.tests > 0 ? `, ${counts.passed} tests passed, ${counts.failed} failed` : ''
    this.#progress(
      `${fault === undefined ? 'pass ' : 'FAIL '} ${step.name}: ${took}${tests}${fault === undefined ? '' : ` (${fault})`}`,
    )
  }

  #printStep({ name }: Step, log: string, hasPassed: boolean): void {
    const lines = log.trimEnd().split('\n')
    this.#options.print(`--- ${name} printed${hasPassed ? ` (last ${linesOfPassed} lines)` : ''}:`)
    for (const line of hasPassed ? lines.slice(-linesOfPassed) : lines) this.#options.print(line)
  }

  #progress(line: string): void {
    const seconds = ((performance.now() - this.#began) / 1_000).toFixed(0)
    this.#options.print(`==> ${seconds.padStart(4)} s  ${line}`)
  }

  #finish(): boolean {
    const { print } = this.#options
    const failures = this.#results.filter(({ fault }) => fault !== undefined)
    this.#printTimes()
    const room = Math.max(3, Math.floor(lastLines / Math.max(1, failures.length)) - 1)
    for (const { step, fault = '', log } of failures) {
      print(`--- ${step.name} failed: ${fault}`)
      for (const line of lastWords(log, room)) print(line)
    }
    if (this.#stopReason !== undefined) print(`--- stopped: ${this.#stopReason}`)
    const { notStarted } = this.#schedule
    if (notStarted.length > 0)
      print(
        `--- not started: ${notStarted.map(({ name, missing }) => `${name}${missing.length > 0 ? ` (needs ${missing.join(', ')})` : ''}`).join(', ')}`,
      )
    return this.#sum(failures.length)
  }

  #sum(failedSteps: number): boolean {
    const tests = this.#results.reduce((sum, { counts }) => sum + counts.passed, 0)
    const failedTests = this.#results.reduce((sum, { counts }) => sum + counts.failed, 0)
    const isStopped = this.#stopReason !== undefined
    const passed = tests + this.#results.length - failedSteps
    const failed = failedTests + failedSteps + (isStopped ? 1 : 0)
    this.#options.print(`${passed} passed, ${failed} failed`)
    return failed === 0 && passed > 0
  }

  #printTimes(): void {
    const { print } = this.#options
    this.#progress('done')
    for (const { step, seconds, processorSeconds } of this.#results)
      print(
        `${seconds.toFixed(0).padStart(6)} s ${processorSeconds.toFixed(0).padStart(6)} s of processor time  ${step.name}`,
      )
    const timed = this.#results.flatMap(({ step, log }) => timedTests(log).map((test) => ({ ...test, step })))
    const slowest = timed.toSorted((a: TimedTest, b: TimedTest) => b.seconds - a.seconds).slice(0, 3)
    for (const { title, seconds, step } of slowest)
      print(`slow: ${seconds.toFixed(1)} s  ${step.name}: ${title}`)
  }
}
