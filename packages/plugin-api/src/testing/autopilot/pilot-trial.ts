import {
  degrees,
  dodgeMode,
  MarineDataError,
  offlineState,
  opposite,
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
import { reportsOf } from './report-watch.ts'
import { confirmSeconds, effectOf, isSteering, isWritable, kindLaws, nearEnough } from './server-laws.ts'
import type { TrialBoat } from './trial-boat.ts'

const lookEveryMs = 5
/** What the suite grants beyond the device's own delay to one that is to let go. */
const releaseMs = 500
const releaseTries = 3
/** By so much the bow may move, in as many seconds, when nothing is to change. */
const swerve: Radians = degrees(5)
const swerveSeconds = 6

/** Near north, so that whatever turns goes over it. */
export const reaching: Situation = { heading: degrees(356), windAngle: degrees(70) }
export const beating: Situation = { heading: degrees(356), windAngle: degrees(50) }
export const running: Situation = { heading: degrees(356), windAngle: degrees(140) }

/** Something that is said to a device, right or wrong. */
export interface Said {
  readonly name: string
  readonly input?: unknown
}

const silences: ReadonlySet<ProblemCode> = new Set<ProblemCode>(['unconfirmed', 'plugin-not-running'])
const isSilence = (error: MarineDataError): boolean =>
  silences.has(error.code) && (error.code === 'plugin-not-running' || error.cause === undefined)

const inWords = ({ state, mode, target, manoeuvre }: AutopilotReport): string =>
  JSON.stringify({ state, mode, target, manoeuvre })

/** One pilot under trial: it is told what to do as the server would, and its reports are believed as the server does. */
export class PilotTrial {
  readonly id: string
  readonly details: AutopilotDetails
  readonly boat: TrialBoat

  constructor(id: string, boat: TrialBoat) {
    this.id = id
    this.boat = boat
    // Whether they fit is a case of its own, and the first one.
    this.details = boat.plugin.devices.get(id)?.details as AutopilotDetails
  }

  get reports(): readonly AutopilotReport[] {
    return reportsOf(this.boat.plugin, this.id)
  }

  /** What it said last. */
  get report(): AutopilotReport {
    return this.reports.at(-1) ?? { state: offlineState, mode: null, target: null }
  }

  get isSteering(): boolean {
    return isSteering(this.details, this.report)
  }

  get confirmMs(): number {
    return confirmSeconds(this.details) * 1_000
  }

  /** Milliseconds within which it has to let go. */
  get releaseMs(): number {
    return (this.boat.options.delay ?? 0) * 1_000 + releaseMs
  }

  can(operation: AutopilotOperation): boolean {
    return this.details.operations.includes(operation)
  }

  mode(name: string | null = this.report.mode): AutopilotMode {
    const mode = this.details.modes.find((one) => one.name === name)
    return mode ?? assert.fail(`It reports a mode "${name ?? 'null'}" that it did not declare`)
  }

  /** The mode in which a case begins that says nothing of modes. */
  get firstMode(): AutopilotMode {
    return this.details.modes.find(isWritable) ?? this.details.modes[0] ?? this.mode()
  }

  /** How it is told to steer; undefined when it cannot be. */
  get engaging(): AutopilotCommand | undefined {
    if (this.can('engage')) return { name: 'engage', input: {} }
    const state = this.details.states.find(({ engaged }) => engaged)?.name
    return state !== undefined && this.can('set-state') ? { name: 'set-state', input: { state } } : undefined
  }

  /** Tells it to do something, and gives the report that shows that it was done; fails when none comes in time. */
  async tell(command: AutopilotCommand, limitMs: number = this.confirmMs): Promise<AutopilotReport> {
    const isShown = effectOf(command, this.details, this.report)
    const { length: known } = this.reports
    const over = new AbortController()
    const answer = this.say(command, over.signal)
    const end = performance.now() + limitMs
    try {
      for (;;) {
        const news = this.reports.slice(known)
        const shown = news.find(isShown)
        if (shown !== undefined) return shown
        const refusal = await Promise.race([answer, sleep(lookEveryMs, undefined)])
        if (refusal instanceof MarineDataError && !isSilence(refusal))
          assert.fail(`"${command.name}" was refused: ${refusal.code}: ${refusal.message}`)
        if (performance.now() > end) this.#failUnshown(command, limitMs)
        if (refusal !== undefined) await sleep(lookEveryMs)
      }
    } finally {
      // As the server does: once it is shown, nobody waits for the answer.
      over.abort()
    }
  }

  async disengage(): Promise<AutopilotReport> {
    return await this.tell({ name: 'disengage', input: {} }, this.releaseMs)
  }

  /** What it answers: the error, or `done`. Never rejects. */
  async say(said: Said, signal?: AbortSignal): Promise<MarineDataError | 'done'> {
    const terms = { deadlineMs: this.confirmMs, ...(signal && { signal }) }
    try {
      await this.boat.plugin.command(this.id, said, terms)
      return 'done'
    } catch (error) {
      if (error instanceof MarineDataError) return error
      throw error
    }
  }

  /** Holds when it answers with an error, that one where it is named, and when nothing changes. */
  async refuses(said: Said, code?: ProblemCode): Promise<void> {
    await this.#staysAsItIs(async () => await this.#isRefused(said, code))
  }

  /** Holds when it answers each with an error, and when nothing changes. */
  async refusesAll(all: readonly Said[], code?: ProblemCode): Promise<void> {
    await this.#staysAsItIs(async () => {
      for (const said of all) await this.#isRefused(said, code)
    })
  }

  /** Nobody steers, and that mode is chosen. */
  async rest(mode: string = this.firstMode.name): Promise<void> {
    await this.boat.float()
    for (const id of this.boat.pilots) {
      const pilot = id === this.id ? this : new PilotTrial(id, this.boat)
      if (pilot.isSteering) await pilot.#letGo()
    }
    if (this.report.mode !== mode && this.can('set-mode'))
      await this.tell({ name: 'set-mode', input: { mode } })
  }

  /** It steers, in that mode. */
  async steer(mode?: string): Promise<AutopilotReport> {
    await this.rest(mode)
    return await this.engage()
  }

  /** Nobody steers, that mode is chosen, and the boat goes straight, in that situation. */
  async lie(mode?: string, situation: Situation = reaching): Promise<void> {
    await this.rest(mode)
    await this.boat.prepare(situation)
  }

  /** It steers, in that mode, the boat that went straight, in that situation. */
  async sail(mode?: string, situation?: Situation): Promise<AutopilotReport> {
    await this.lie(mode, situation)
    return await this.engage()
  }

  async engage(): Promise<AutopilotReport> {
    return await this.tell(this.engaging ?? assert.fail('It cannot be engaged'))
  }

  /** What the boat does just now, as a target of that mode. */
  present({ kind }: AutopilotMode): Radians | undefined {
    if (kind === 'route') return undefined
    const value = this.boat.reading(kind)
    return value === undefined ? undefined : kindLaws[kind].wrap(kind === 'wind' ? opposite(value) : value)
  }

  /** Holds when that report has what the boat does just now for its target. */
  holdsPresent({ mode, target }: AutopilotReport, words: string): void {
    const { tolerance = degrees(3) } = this.boat.options
    const present = mode === dodgeMode ? this.boat.reading('heading') : this.present(this.mode(mode))
    if (present === undefined) return
    assert.ok(target !== null, `${words}: it reports no target in mode "${mode ?? 'null'}"`)
    assert.ok(
      isWithin(target, present, tolerance),
      `${words}: the target is ${degreesText(target)}, the boat is at ${degreesText(present)}`,
    )
  }

  /** Holds when the bow stays where it is for some seconds. */
  async goesStraight(words: string): Promise<void> {
    const bow = this.boat.bow()
    await this.boat.watch(swerveSeconds, () => {
      const turned = bow.look()
      assert.ok(Math.abs(turned) <= swerve, `${words}: the bow turned by ${degreesText(turned)}`)
    })
  }

  /** Whatever the case before was about: it must not spoil this one. */
  async #letGo(): Promise<void> {
    for (let count = 0; count < releaseTries && this.isSteering; count++)
      await this.disengage().catch(() => undefined)
    if (this.isSteering) await this.disengage()
  }

  async #isRefused(said: Said, code: ProblemCode | undefined): Promise<void> {
    const words = `${said.name} ${JSON.stringify(said.input ?? {})}`
    const answer = await this.say(said)
    if (answer === 'done') return assert.fail(`${words} was done, or answered as if it were`)
    assert.ok(!isSilence(answer), `${words} was not answered: ${answer.message}`)
    if (code !== undefined)
      assert.equal(answer.code, code, `${words} was refused with "${answer.code}": ${answer.message}`)
  }

  async #staysAsItIs(during: () => Promise<void>): Promise<void> {
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

  /** What a route gives changes by itself. */
  #isSameTarget({ target: a, mode }: AutopilotReport, { target: b }: AutopilotReport): boolean {
    if (this.details.modes.some(({ name, kind }) => name === mode && kind === 'route')) return true
    return a === null || b === null ? a === b : isWithin(a, b, nearEnough)
  }

  #failUnshown({ name, input }: AutopilotCommand, limitMs: number): never {
    assert.fail(
      `No report showed "${name}" ${JSON.stringify(input)} within ${limitMs / 1_000} s; the last one was ${inWords(this.report)}`,
    )
  }
}

/** Whether two reports tell the same of what only commands change. */
const isSame = (a: AutopilotReport, b: AutopilotReport): boolean =>
  a.state === b.state && a.mode === b.mode && isSameTurn(a, b)

const isSameTurn = ({ manoeuvre: a }: AutopilotReport, { manoeuvre: b }: AutopilotReport): boolean =>
  a?.kind === b?.kind && a?.direction === b?.direction
