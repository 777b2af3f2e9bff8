import {
  degrees,
  dodgeMode,
  MarineDataError,
  offlineState,
  opposite,
  radians,
  type AutopilotCommand,
  type AutopilotDetails,
  type AutopilotMode,
  type AutopilotOperation,
  type AutopilotReport,
  type ProblemCode,
  type Radians,
} from '@marinedata/model'
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { degreesText, isWithin } from './angles.ts'
import type { Situation } from './options.ts'
import { reportsOf } from './report-monitor.ts'
import {
  confirmSeconds,
  effectOf,
  isSteering,
  isWritable,
  modeKindRules,
  nearEnough,
} from './server-rules.ts'
import type { TrialBoat } from './trial-boat.ts'

const pollMs = 5
/** Time for a disengage, in addition to the device's own delay. */
const releaseMs = 500
const releaseTries = 3
/** How far the bow may move, within how many seconds, when nothing should change. */
const maxSwerve: Radians = degrees(5)
const swerveSeconds = 6

/** Near north, so that every turn crosses it. */
export const reaching: Situation = { heading: degrees(356), windAngle: degrees(70) }
export const beating: Situation = { heading: degrees(356), windAngle: degrees(50) }
export const running: Situation = { heading: degrees(356), windAngle: degrees(140) }

/** A command to a device, valid or not. */
export interface SentCommand {
  readonly name: string
  readonly input?: unknown
}

const silences: ReadonlySet<ProblemCode> = new Set<ProblemCode>(['unconfirmed', 'plugin-not-running'])
const isSilence = (error: MarineDataError): boolean =>
  silences.has(error.code) && (error.code === 'plugin-not-running' || error.cause === undefined)

const inWords = ({ state, mode, target, manoeuvre }: AutopilotReport): string =>
  JSON.stringify({ state, mode, target, manoeuvre })

/** One pilot under test. Sends commands and reads reports as the server does. */
export class PilotTrial {
  readonly id: string
  readonly details: AutopilotDetails
  readonly boat: TrialBoat

  constructor(id: string, boat: TrialBoat) {
    this.id = id
    this.boat = boat
    // A separate case, the first one, checks the schema of the details.
    this.details = boat.plugin.devices.get(id)?.details as AutopilotDetails
  }

  get reports(): readonly AutopilotReport[] {
    return reportsOf(this.boat.plugin, this.id)
  }

  /** The latest report. */
  get report(): AutopilotReport {
    return this.reports.at(-1) ?? { state: offlineState, mode: null, target: null }
  }

  get isSteering(): boolean {
    return isSteering(this.details, this.report)
  }

  get confirmMs(): number {
    return confirmSeconds(this.details) * 1_000
  }

  /** Milliseconds within which it must disengage. */
  get releaseMs(): number {
    return (this.boat.options.delay ?? 0) * 1_000 + releaseMs
  }

  can(operation: AutopilotOperation): boolean {
    return this.details.operations.includes(operation)
  }

  mode(name: string | null = this.report.mode): AutopilotMode {
    const mode = this.details.modes.find((one) => one.name === name)
    return mode ?? assert.fail(`It reports an undeclared mode "${name ?? 'null'}"`)
  }

  /** The mode of cases that are not about modes. */
  get firstMode(): AutopilotMode {
    return this.details.modes.find(isWritable) ?? this.details.modes[0] ?? this.mode()
  }

  /** The command that engages it; undefined when there is none. */
  get engaging(): AutopilotCommand | undefined {
    if (this.can('engage')) return { name: 'engage', input: {} }
    const state = this.details.states.find(({ engaged }) => engaged)?.name
    return state !== undefined && this.can('set-state') ? { name: 'set-state', input: { state } } : undefined
  }

  /** Sends a command. Resolves with the report that shows its effect, and fails when none comes in time. */
  async command(command: AutopilotCommand, limitMs: number = this.confirmMs): Promise<AutopilotReport> {
    const isShown = effectOf(command, this.details, this.report)
    const { length: known } = this.reports
    const abort = new AbortController()
    const answer = this.send(command, abort.signal)
    const end = performance.now() + limitMs
    try {
      for (;;) {
        const news = this.reports.slice(known)
        const effect = news.find(isShown)
        if (effect !== undefined) return effect
        const refusal = await Promise.race([answer, sleep(pollMs, undefined)])
        if (refusal instanceof MarineDataError && !isSilence(refusal))
          assert.fail(`"${command.name}" was refused: ${refusal.code}: ${refusal.message}`)
        if (performance.now() > end) this.#failUnshown(command, limitMs)
        if (refusal !== undefined) await sleep(pollMs)
      }
    } finally {
      // As the server does: once the effect is reported, nobody waits for the answer.
      abort.abort()
    }
  }

  async disengage(): Promise<AutopilotReport> {
    return await this.command({ name: 'disengage', input: {} }, this.releaseMs)
  }

  /** The answer: the error, or `done`. Never rejects. */
  async send(sent: SentCommand, signal?: AbortSignal): Promise<MarineDataError | 'done'> {
    const terms = { deadlineMs: this.confirmMs, ...(signal && { signal }) }
    try {
      await this.boat.plugin.command(this.id, sent, terms)
      return 'done'
    } catch (error) {
      if (error instanceof MarineDataError) return error
      throw error
    }
  }

  /** Asserts that the command is refused, with this code if given, and that nothing changes. */
  async assertRefused(sent: SentCommand, code?: ProblemCode): Promise<void> {
    await this.#assertUnchanged(async () => await this.#assertOneRefused(sent, code))
  }

  /** Asserts that each command is refused and that nothing changes. */
  async assertAllRefused(all: readonly SentCommand[], code?: ProblemCode): Promise<void> {
    await this.#assertUnchanged(async () => {
      for (const sent of all) await this.#assertOneRefused(sent, code)
    })
  }

  /** Disengages every pilot and sets the mode. */
  async disengageAll(mode: string = this.firstMode.name): Promise<void> {
    await this.boat.ensureRunning()
    for (const id of this.boat.pilots) {
      const pilot = id === this.id ? this : new PilotTrial(id, this.boat)
      if (pilot.isSteering) await pilot.#release()
    }
    if (this.report.mode !== mode && this.can('set-mode'))
      await this.command({ name: 'set-mode', input: { mode } })
  }

  /** Engages the pilot in a mode. */
  async engageIn(mode?: string): Promise<AutopilotReport> {
    await this.disengageAll(mode)
    return await this.engage()
  }

  /** Disengages every pilot, sets the mode, and puts the boat into a situation. */
  async setUp(mode?: string, situation: Situation = reaching): Promise<void> {
    await this.disengageAll(mode)
    await this.boat.prepare(situation)
  }

  /** Puts the boat into a situation and engages the pilot in a mode. */
  async setUpEngaged(mode?: string, situation?: Situation): Promise<AutopilotReport> {
    await this.setUp(mode, situation)
    return await this.engage()
  }

  async engage(): Promise<AutopilotReport> {
    return await this.command(this.engaging ?? assert.fail('It cannot be engaged'))
  }

  /** The present heading or angle of the boat as a target of the mode. */
  present({ kind }: AutopilotMode): Radians | undefined {
    if (kind === 'route') return undefined
    const value = this.boat.reading(kind)
    return value === undefined
      ? undefined
      : modeKindRules[kind].wrap(kind === 'wind' ? opposite(value) : value)
  }

  /** Asserts that the target of the report is the present heading or angle of the boat. */
  assertHoldsPresent({ mode, target }: AutopilotReport, words: string): void {
    const { tolerance = degrees(3) } = this.boat.options
    const present = mode === dodgeMode ? this.boat.reading('heading') : this.present(this.mode(mode))
    if (present === undefined) return
    assert.ok(target !== null, `${words}: it reports no target in mode "${mode ?? 'null'}"`)
    assert.ok(
      isWithin(radians(target), present, radians(tolerance)),
      `${words}: the target is ${degreesText(radians(target))}, the boat is at ${degreesText(present)}`,
    )
  }

  /** Asserts that the bow does not turn for some seconds. */
  async assertGoesStraight(words: string): Promise<void> {
    const bow = this.boat.bow()
    await this.boat.watch(swerveSeconds, () => {
      const turned = bow.look()
      assert.ok(Math.abs(turned) <= maxSwerve, `${words}: the bow turned by ${degreesText(turned)}`)
    })
  }

  /** Retries: a fault of the case before may still be active. */
  async #release(): Promise<void> {
    for (let count = 0; count < releaseTries && this.isSteering; count++)
      await this.disengage().catch(() => undefined)
    if (this.isSteering) await this.disengage()
  }

  async #assertOneRefused(sent: SentCommand, code: ProblemCode | undefined): Promise<void> {
    const words = `${sent.name} ${JSON.stringify(sent.input ?? {})}`
    const answer = await this.send(sent)
    if (answer === 'done') return assert.fail(`${words} was not refused`)
    assert.ok(!isSilence(answer), `${words} was not answered: ${answer.message}`)
    if (code !== undefined)
      assert.equal(answer.code, code, `${words} was refused with "${answer.code}": ${answer.message}`)
  }

  async #assertUnchanged(during: () => Promise<void>): Promise<void> {
    const { observeMs = 500, delay = 0 } = this.boat.options
    const before = this.report
    const { length: known } = this.reports
    await during()
    await sleep(observeMs + delay * 1_000)
    for (const report of this.reports.slice(known))
      assert.ok(
        isSame(report, before) && this.#isSameTarget(report, before),
        `It was refused, but ${inWords(before)} became ${inWords(report)}`,
      )
  }

  /** A route changes its target without a command. */
  #isSameTarget({ target: a, mode }: AutopilotReport, { target: b }: AutopilotReport): boolean {
    if (this.details.modes.some(({ name, kind }) => name === mode && kind === 'route')) return true
    return a === null || b === null ? a === b : isWithin(radians(a), radians(b), nearEnough)
  }

  #failUnshown({ name, input }: AutopilotCommand, limitMs: number): never {
    assert.fail(
      `No report showed "${name}" ${JSON.stringify(input)} within ${limitMs / 1_000} s; the last one was ${inWords(this.report)}`,
    )
  }
}

/** Whether two reports agree in what only commands change. */
const isSame = (a: AutopilotReport, b: AutopilotReport): boolean =>
  a.state === b.state && a.mode === b.mode && isSameTurn(a, b)

const isSameTurn = ({ manoeuvre: a }: AutopilotReport, { manoeuvre: b }: AutopilotReport): boolean =>
  a?.kind === b?.kind && a?.direction === b?.direction
