import {
  MarineDataError,
  type AnchorCommand,
  type AnchorDetails,
  type AnchorReport,
  type Position,
  type ProblemCode,
} from '@marinedata/model'
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPlugin, type StartedPlugin } from '../start-plugin.ts'
import { Anchorage } from './anchorage.ts'
import type { AnchorSuiteOptions } from './options.ts'
import { distanceBetween } from './places.ts'

const lookEveryMs = 5
/** What a busy machine may add to a wait for something that must come. */
const patienceMs = 2_000
const firstReportMs = 5_000
/** By then the instruments have been seen. */
const settlingSeconds = 3

/** Something that is said to a watch, right or wrong. */
export interface Said {
  readonly name: AnchorCommand['name']
  readonly input?: unknown
}

const steadyPart = ({ state, position, maxRadius, rodeLength }: AnchorReport): Partial<AnchorReport> => ({
  state,
  position,
  maxRadius,
  rodeLength,
})

/** One watch under trial: it is told what to do as the server would, and its reports are believed as the server does. */
export class AnchorTrial implements AsyncDisposable {
  readonly options: AnchorSuiteOptions
  readonly #place: string | URL
  #plugin: StartedPlugin
  #sea: Anchorage

  private constructor(place: string | URL, options: AnchorSuiteOptions, begun: [StartedPlugin, Anchorage]) {
    this.options = options
    this.#place = place
    ;[this.#plugin, this.#sea] = begun
  }

  static async start(
    place: string | URL,
    options: AnchorSuiteOptions,
    home?: Position,
  ): Promise<AnchorTrial> {
    const plugin = await begin(place, options, {})
    return new AnchorTrial(place, options, [plugin, new Anchorage(plugin, options, home)])
  }

  get sea(): Anchorage {
    return this.#sea
  }

  get id(): string {
    const anchor = [...this.#plugin.devices].find(([, { kind }]) => kind === 'anchor')
    return anchor?.[0] ?? assert.fail('It has registered no anchor')
  }

  get details(): AnchorDetails {
    return this.#plugin.devices.get(this.id)?.details ?? {}
  }

  get reports(): readonly AnchorReport[] {
    // Whether they fit is a case of its own, and the first one.
    return (this.#plugin.devices.get(this.id)?.reports ?? []) as readonly AnchorReport[]
  }

  /** What it said last. */
  get report(): AnchorReport {
    return this.reports.at(-1) ?? assert.fail('It has reported nothing')
  }

  get anchor(): Position {
    return this.report.position ?? assert.fail('It reports no anchor')
  }

  /** Lets the instruments be seen first. */
  async settle(): Promise<void> {
    await this.#sea.pass(settlingSeconds)
  }

  /** Tells it to do something; gives the report that follows its answer, or that it had told before. */
  async tell(said: Said): Promise<AnchorReport> {
    const { length: known } = this.reports
    await this.#say(said)
    const seconds = this.details.confirm ?? 2
    const end = performance.now() + seconds * 1_000
    while (this.reports.length === known) {
      assert.ok(
        performance.now() < end,
        `No report followed "${said.name}" within ${seconds} s: the server waits for one`,
      )
      await sleep(lookEveryMs)
    }
    return this.report
  }

  /** Drops the anchor where the boat lies, as every watch can. */
  async drop(): Promise<void> {
    await this.settle()
    const { state } = await this.tell({ name: 'drop', input: {} })
    assert.equal(state, 'setting', 'An anchor that was dropped is setting')
  }

  /** Says something that must be refused, for that reason, and must change nothing. */
  async refuses(said: Said, code: ProblemCode): Promise<void> {
    const before = steadyPart(this.report)
    const answer = await this.#say(said).then(
      () => undefined,
      (error: unknown) => error,
    )
    const what = `"${said.name}" with ${JSON.stringify(said.input)}`
    assert.ok(answer instanceof MarineDataError, `${what} was done, or answered as if it were`)
    assert.equal(answer.code, code, `${what}: ${answer.message}`)
    await sleep(this.options.observeMs ?? 200)
    assert.deepEqual(steadyPart(this.report), before, `${what} was refused, and changed a report`)
  }

  /** Waits until a report is so; fails when so much of the provider's time, and some patience, have passed. */
  async until(isSo: (report: AnchorReport) => boolean, what: string, seconds: number): Promise<void> {
    const end = performance.now() + (seconds * 1_000) / (this.options.pace ?? 1) + patienceMs
    while (!isSo(this.report)) {
      if (performance.now() > end)
        assert.fail(`${what} within ${seconds} s: it reports ${JSON.stringify(this.report)}`)
      await sleep(lookEveryMs)
    }
  }

  /** Ends its process as a fault does, and starts it again with what it has stored; the instruments are silent at first. */
  async killAndRestart(): Promise<void> {
    const [{ place }, { storage }] = [this.#sea, this.#plugin]
    this.#sea[Symbol.dispose]()
    await this.#plugin.kill()
    this.#plugin = await begin(this.#place, this.options, Object.fromEntries(storage))
    this.#sea = new Anchorage(this.#plugin, this.options, place)
    this.#sea.isHeard = false
  }

  /** Holds when the anchor lies there. */
  assertAnchorAt(place: Position, what: string): void {
    const { tolerance = 3 } = this.options
    const off = distanceBetween(this.anchor, place)
    assert.ok(off <= tolerance, `The anchor lies ${off.toFixed(1)} m from ${what}`)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#sea[Symbol.dispose]()
    await this.#plugin.stop()
  }

  async #say({ name, input }: Said): Promise<unknown> {
    const deadlineMs = (this.details.confirm ?? 2) * 1_000
    return await this.#plugin.command(this.id, { name, input }, { deadlineMs })
  }
}

const begin = async (
  place: string | URL,
  { settings }: AnchorSuiteOptions,
  storage: Readonly<Record<string, unknown>>,
): Promise<StartedPlugin> => {
  const plugin = await startPlugin(place, { storage, ...(settings && { settings }) })
  const end = performance.now() + firstReportMs
  const isHeard = (): boolean =>
    [...plugin.devices.values()].some(({ kind, reports }) => kind === 'anchor' && reports.length > 0)
  while (!isHeard() && performance.now() < end) await sleep(lookEveryMs)
  return plugin
}
