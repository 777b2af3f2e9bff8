import {
  ControlDetails,
  ControlReport,
  checkOf,
  controlExtremes,
  isControlValueShown,
  type ControlRange,
  type ControlValue,
} from '@marinedata/model'
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SuiteOptions } from '../conformance.ts'
import { startPlugin, type StartedPlugin } from '../start-plugin.ts'

const pollMs = 5
const firstReportMs = 5_000
/** Of the server, for controls that declare no other. */
const confirmSeconds = 2

const detailsCheck = checkOf<ControlDetails>(ControlDetails)
const reportCheck = checkOf<ControlReport>(ControlReport)

/** Values that a control takes: the ends of its range first. */
export const goodValues = (range: ControlRange): ControlValue[] => {
  const extremes = controlExtremes(range)
  if (range.type !== 'number') return [...extremes]
  const { minimum, maximum, step } = range
  const middle = step === undefined ? (minimum + maximum) / 2 : minimum + step
  return [...new Set([...extremes, middle])]
}

/** Values that a control does not take. */
export const badValues = (range: ControlRange): unknown[] => {
  if (range.type === 'switch') return [1, 'true', null]
  if (range.type === 'choice') return [`${range.values[0]}-not`, 0, true, null]
  const { minimum, maximum, step } = range
  const beside = step === undefined ? [] : [minimum + step / 2]
  return [minimum - 1, maximum + 1, ...beside, String(minimum), true, null]
}

/** One control of the plugin under test. */
export class TestedControl {
  readonly id: string
  readonly details: ControlDetails
  readonly #plugin: StartedPlugin
  readonly #observeMs: number

  constructor(
    plugin: StartedPlugin,
    {
      id,
      details,
      observeMs,
    }: { readonly id: string; readonly details: ControlDetails; readonly observeMs: number },
  ) {
    this.#plugin = plugin
    this.id = id
    this.details = details
    this.#observeMs = observeMs
  }

  get reports(): readonly ControlReport[] {
    const reports = this.#plugin.devices.get(this.id)?.reports ?? []
    for (const report of reports)
      assert.ok(reportCheck.accepts(report), `"${this.id}" sent an invalid report: ${JSON.stringify(report)}`)
    return reports as unknown as readonly ControlReport[]
  }

  /** The value of the latest report. */
  get value(): ControlReport['value'] | undefined {
    return this.reports.at(-1)?.value
  }

  /** Sets the control. Fails unless a later report shows the value within the time that the server waits. */
  async set(value: ControlValue): Promise<void> {
    const { length: known } = this.reports
    const seconds = this.details.confirm ?? confirmSeconds
    const end = performance.now() + seconds * 1_000
    await this.#send(value)
    const isConfirmed = (): boolean =>
      this.reports
        .slice(known)
        .some(({ value: shown }) => shown !== null && isControlValueShown(this.details.range, shown, value))
    while (!isConfirmed()) {
      assert.ok(
        performance.now() < end,
        `No report showed ${JSON.stringify(value)} of "${this.id}" within ${seconds} s, but ${JSON.stringify(this.value)}`,
      )
      await sleep(pollMs)
    }
  }

  /** Asserts that a value is refused and changes nothing. */
  async assertRefused(value: unknown): Promise<void> {
    const { value: before } = this
    const answer = await this.#send(value).then(
      () => 'accepted',
      () => 'refused',
    )
    assert.equal(answer, 'refused', `"${this.id}" took ${JSON.stringify(value)}`)
    await sleep(this.#observeMs)
    assert.deepEqual(
      this.value,
      before,
      `"${this.id}" refused ${JSON.stringify(value)}, but changed its report`,
    )
  }

  async #send(value: unknown): Promise<void> {
    const deadlineMs = (this.details.confirm ?? confirmSeconds) * 1_000
    await this.#plugin.command(this.id, { name: 'set', input: { value } }, { deadlineMs })
  }
}

/** A plugin under test, with its controls. */
export class ControlTrial implements AsyncDisposable {
  readonly controls: readonly TestedControl[]
  readonly #plugin: StartedPlugin

  private constructor(plugin: StartedPlugin, controls: readonly TestedControl[]) {
    this.#plugin = plugin
    this.controls = controls
  }

  static async start(
    place: string | URL,
    { settings, observeMs = 200 }: SuiteOptions,
  ): Promise<ControlTrial> {
    const plugin = await startPlugin(place, { ...(settings && { settings }) })
    const found = [...plugin.devices].filter(([, { kind }]) => kind === 'control')
    const end = performance.now() + firstReportMs
    const isReported = (): boolean => found.every(([, { reports }]) => reports.length > 0)
    while (!isReported() && performance.now() < end) await sleep(pollMs)
    const controls = found.map(([id, { details }]) => {
      assert.ok(detailsCheck.accepts(details), `"${id}": ${JSON.stringify(detailsCheck.faults(details))}`)
      return new TestedControl(plugin, { id, details, observeMs })
    })
    return new ControlTrial(plugin, controls)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#plugin.stop()
  }
}
