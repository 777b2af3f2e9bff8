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

const pollMs = 5
/** Extra time for a busy machine in every wait. */
const slackMs = 2_000
const firstReportMs = 5_000
/** Time until the plugin has received the instruments. */
const settleSeconds = 3

/** A command to a watch, valid or not. */
export interface SentCommand {
  readonly name: AnchorCommand['name']
  readonly input?: unknown
}

const settledMembers = ({ state, position, maxRadius, rodeLength }: AnchorReport): Partial<AnchorReport> => ({
  state,
  position,
  maxRadius,
  rodeLength,
})

/** One watch under test. Sends commands and reads reports as the server does. */
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
    return anchor?.[0] ?? assert.fail('The plugin registered no anchor')
  }

  get details(): AnchorDetails {
    return this.#plugin.devices.get(this.id)?.details ?? {}
  }

  get reports(): readonly AnchorReport[] {
    // A separate case, the first one, checks the schema of the reports.
    return (this.#plugin.devices.get(this.id)?.reports ?? []) as readonly AnchorReport[]
  }

  /** The latest report. */
  get report(): AnchorReport {
    return this.reports.at(-1) ?? assert.fail('The watch sent no report')
  }

  get anchor(): Position {
    return this.report.position ?? assert.fail('The watch reports no anchor position')
  }

  /** Waits until the plugin has received the instruments. */
  async settle(): Promise<void> {
    await this.#sea.pass(settleSeconds)
  }

  /** Sends a command. Resolves with the report that follows the answer, or that came before it. */
  async command(sent: SentCommand): Promise<AnchorReport> {
    const { length: known } = this.reports
    await this.#send(sent)
    const seconds = this.details.confirm ?? 2
    const end = performance.now() + seconds * 1_000
    while (this.reports.length === known) {
      assert.ok(
        performance.now() < end,
        `No report followed "${sent.name}" within ${seconds} s. The server waits for one`,
      )
      await sleep(pollMs)
    }
    return this.report
  }

  /** Drops the anchor at the boat's position. */
  async drop(): Promise<void> {
    await this.settle()
    const { state } = await this.command({ name: 'drop', input: {} })
    assert.equal(state, 'setting', 'A dropped anchor must be reported as "setting"')
  }

  /** Asserts that a command is refused with this code and changes nothing. */
  async assertRefused(sent: SentCommand, code: ProblemCode): Promise<void> {
    const before = settledMembers(this.report)
    const answer = await this.#send(sent).then(
      () => undefined,
      (error: unknown) => error,
    )
    const what = `"${sent.name}" with ${JSON.stringify(sent.input)}`
    assert.ok(answer instanceof MarineDataError, `${what} was not refused`)
    assert.equal(answer.code, code, `${what}: ${answer.message}`)
    await sleep(this.options.observeMs ?? 200)
    assert.deepEqual(settledMembers(this.report), before, `${what} was refused, but changed a report`)
  }

  /** Waits until a report matches. Fails after this many seconds of the provider's time plus some slack. */
  async until(matches: (report: AnchorReport) => boolean, what: string, seconds: number): Promise<void> {
    const end = performance.now() + (seconds * 1_000) / (this.options.pace ?? 1) + slackMs
    while (!matches(this.report)) {
      if (performance.now() > end)
        assert.fail(`${what} within ${seconds} s: it reports ${JSON.stringify(this.report)}`)
      await sleep(pollMs)
    }
  }

  /** Kills the process and starts it again with its stored values. The instruments are silent at first. */
  async killAndRestart(): Promise<void> {
    const [{ place }, { storage }] = [this.#sea, this.#plugin]
    this.#sea[Symbol.dispose]()
    await this.#plugin.kill()
    this.#plugin = await begin(this.#place, this.options, Object.fromEntries(storage))
    this.#sea = new Anchorage(this.#plugin, this.options, place)
    this.#sea.isSending = false
  }

  /** Asserts the position of the anchor. */
  assertAnchorAt(place: Position, what: string): void {
    const { tolerance = 3 } = this.options
    const off = distanceBetween(this.anchor, place)
    assert.ok(off <= tolerance, `The anchor lies ${off.toFixed(1)} m from ${what}`)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#sea[Symbol.dispose]()
    await this.#plugin.stop()
  }

  async #send({ name, input }: SentCommand): Promise<unknown> {
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
  const isSending = (): boolean =>
    [...plugin.devices.values()].some(({ kind, reports }) => kind === 'anchor' && reports.length > 0)
  while (!isSending() && performance.now() < end) await sleep(pollMs)
  return plugin
}
