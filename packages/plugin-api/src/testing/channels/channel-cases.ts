import {
  alertCallLimits,
  AlertChannelReport,
  checkOf,
  type AlertCall,
  type AlertQuiet,
} from '@marinedata/model'
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  casesWith,
  timeLimits,
  type Case,
  type CaseWith,
  type Subject,
  type SuiteOptions,
} from '../conformance.ts'
import type { TestedProcess } from '../tested-process.ts'

export interface AlertChannelSuiteOptions extends SuiteOptions {
  /** How long a channel may take to report what became of a call; default 20,000. */
  readonly reportMs?: number
}

const pollMs = 20
const checkReport = checkOf<AlertChannelReport>(AlertChannelReport)

const callOf = (id: string, more: Partial<AlertCall> = {}): AlertCall => ({
  id,
  path: 'notifications.test.alarm',
  state: 'alarm',
  message: 'Test alarm of the suite',
  boat: 'Aava',
  raisedAt: new Date().toISOString(),
  repeat: 0,
  // A service that people listen to may say so.
  test: true,
  ...more,
})

const manyIds = Array.from({ length: alertCallLimits.calls }, (_, at) => `suite-many-${at}`)
const knownIds = new Set(['suite-taken', 'suite-reported', 'suite-again', ...manyIds])

type Command =
  | { readonly name: 'call'; readonly input: AlertCall }
  | { readonly name: 'quiet'; readonly input: AlertQuiet }

/** A channel of the plugin under test. */
class Channel {
  /** All reports so far. */
  readonly reports: readonly unknown[]
  readonly #id: string
  readonly #tested: TestedProcess
  readonly #reportMs: number

  constructor(
    tested: TestedProcess,
    { id, reports }: { readonly id: string; readonly reports: readonly unknown[] },
    reportMs: number,
  ) {
    this.#tested = tested
    this.#id = id
    this.reports = reports
    this.#reportMs = reportMs
  }

  async call(id: string, more: Partial<AlertCall> = {}): Promise<void> {
    await this.#send({ name: 'call', input: callOf(id, more) })
  }

  async quiet(input: AlertQuiet): Promise<void> {
    await this.#send({ name: 'quiet', input })
  }

  /** Waits for a report about a call, after the first `count` reports. */
  async reported(call: string, count = 0): Promise<void> {
    const end = performance.now() + this.#reportMs
    while (!this.reports.slice(count).some((report) => checkReport.accepts(report) && report.call === call)) {
      assert.ok(performance.now() < end, `"${this.#id}" reports nothing about "${call}"`)
      await sleep(pollMs)
    }
  }

  async #send(command: Command): Promise<void> {
    const deadlineMs = timeLimits.answerMs
    const params = { device: this.#id, ...command, deadline: deadlineMs / 1_000 }
    await this.#tested.launched.rpc.request('command', params, { deadlineMs })
  }
}

/** The channels of the plugin, with the time that they have for a report. */
class Channels {
  readonly #reportMs: number

  constructor({ reportMs = 20_000 }: AlertChannelSuiteOptions) {
    this.#reportMs = reportMs
  }

  async of(subject: Subject): Promise<Channel[]> {
    const tested = await subject.running()
    return [...tested.boat.devices]
      .filter(([, { kind }]) => kind === 'alert-channel')
      .map(([id, { reports }]) => new Channel(tested, { id, reports }, this.#reportMs))
  }
}

/** Runs a check for each channel, and ends the calls with these ids afterwards, also when it fails. */
const forEach =
  (ids: readonly string[], check: (channel: Channel) => Promise<void>) =>
  async (channels: Channels, subject: Subject): Promise<void> => {
    for (const channel of await channels.of(subject))
      try {
        await check(channel)
      } finally {
        await Promise.allSettled(ids.map(async (id) => await channel.quiet({ id })))
      }
  }

const cases: readonly CaseWith<Channels>[] = [
  {
    title: 'takes a call within 1.2 s',
    check: forEach(['suite-taken'], async (channel) => await channel.call('suite-taken')),
  },
  {
    title: 'reports what became of a call',
    check: forEach(['suite-reported'], async (channel) => {
      await channel.call('suite-reported')
      await channel.reported('suite-reported')
    }),
  },
  {
    title: 'calls again for a call that was ended, and reports again',
    check: forEach(['suite-again'], async (channel) => {
      await channel.call('suite-again')
      await channel.reported('suite-again')
      await channel.quiet({ id: 'suite-again', by: 'Anna' })
      const { length } = channel.reports
      await channel.call('suite-again', { state: 'emergency', repeat: 1 })
      await channel.reported('suite-again', length)
    }),
  },
  {
    title: 'takes the end of a call that it does not know: it may have been started again meanwhile',
    check: forEach([], async (channel) => await channel.quiet({ id: 'suite-never-called' })),
  },
  {
    title: `takes ${alertCallLimits.calls} calls at once, and reports on each`,
    check: forEach(manyIds, async (channel) => {
      await Promise.all(manyIds.map(async (id) => await channel.call(id)))
      for (const id of manyIds) await channel.reported(id)
    }),
  },
  {
    title: 'its reports are valid, and about calls that it was given',
    check: forEach([], async ({ reports }) => {
      for (const report of reports) {
        assert.ok(checkReport.accepts(report), `${JSON.stringify(report)} is not a report of a channel`)
        assert.ok(knownIds.has(report.call), `It reports on "${report.call}", for which it was never called`)
      }
    }),
  },
]

/** The cases that every channel for alarms passes. */
export const channelCases = (options: AlertChannelSuiteOptions): readonly Case[] =>
  casesWith(new Channels(options), cases)
