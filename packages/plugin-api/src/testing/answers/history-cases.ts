import {
  checkOf,
  historyRows,
  HistoryValuesHead,
  selfContext,
  type HistoryQuestion,
  type HistoryRow,
} from '@marinedata/model'
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  assertProvides,
  casesWith,
  timeLimits,
  unlessRefused,
  type Case,
  type CaseWith,
  type Subject,
  type SuiteOptions,
} from '../conformance.ts'
import type { TestedProcess } from '../tested-process.ts'
import { askHistory } from './ask-history.ts'
import { untilOffered } from './until-offered.ts'

export interface HistorySuiteOptions extends SuiteOptions {
  /** A path of numbers that the plugin records; default `environment.depth.belowKeel`. The suite sends 2.5, 3.5 and 4.5. */
  readonly path?: string
  /** How long an answer may take, and how long a value may take until it is in the answer; default 30,000. */
  readonly answerMs?: number
}

interface Range {
  readonly from: number
  readonly to: number
}

/** What was sent to the plugin, and when. */
interface Recording {
  readonly tested: TestedProcess
  readonly range: Range
}

const sent = [2.5, 3.5, 4.5]
/** Twice the resolution: between two values there is an empty bucket, also when one of them arrives late. */
const betweenMs = 2_000
/** Recorders store numbers in steps. */
const tolerance = 0.01
const atOnce = 4
/** A plugin may have this many answers open at once, and readers may go away more often. */
const goneReaders = 40
const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Before anything was recorded. */
const longAgo = { from: Date.UTC(2001, 0, 1), to: Date.UTC(2001, 0, 1, 0, 0, 9, 999) }

const checkHead = checkOf<HistoryValuesHead>(HistoryValuesHead)

interface Answer {
  readonly head: HistoryValuesHead
  readonly rows: readonly HistoryRow[]
}

const cellsOf = ({ rows }: Answer): unknown[] => rows.flatMap(([, ...cells]) => cells)

/** The questions of the suite, and the plugin that answers them. */
class Questions {
  readonly path: string
  readonly #answerMs: number
  #offered: Promise<TestedProcess> | undefined
  #recording: Promise<Recording> | undefined

  constructor({ path = 'environment.depth.belowKeel', answerMs = 30_000 }: HistorySuiteOptions) {
    this.path = path
    this.#answerMs = answerMs
  }

  /** The plugin, after it has offered answers or the time is up. It is waited for once. */
  async offered(subject: Subject): Promise<TestedProcess> {
    this.#offered ??= untilOffered(subject, ({ history }) => history, timeLimits.startMs)
    return await this.#offered
  }

  /** The plugin after values were sent to it. They are sent once. */
  async recording(subject: Subject): Promise<Recording> {
    this.#recording ??= this.#record(await this.offered(subject))
    return await this.#recording
  }

  async ask(tested: TestedProcess, question: HistoryQuestion): Promise<unknown[]> {
    return await askHistory(tested, question, this.#answerMs)
  }

  valuesQuestion(range: Range, resolution: number, path: string = this.path): HistoryQuestion {
    return { ask: 'values', question: { context: selfContext, ...range, resolution, columns: [{ path }] } }
  }

  /** Asks for values, and asserts that the answer begins with a head. */
  async values(tested: TestedProcess, question: HistoryQuestion): Promise<Answer> {
    const [head, ...rows] = await this.ask(tested, question)
    assert.ok(checkHead.accepts(head), `The first row is not a head: ${JSON.stringify(head)}`)
    // The cases check what they use.
    return { head, rows: rows as HistoryRow[] }
  }

  /** The first page of an answer whose reader goes away. */
  async leave({ launched: { rpc } }: TestedProcess, question: HistoryQuestion): Promise<void> {
    const deadline = this.#answerMs / 1_000
    const page = await rpc.request('history/ask', { question, deadline }, { deadlineMs: this.#answerMs })
    if (page.next !== undefined) rpc.notify('history/end', { next: page.next })
  }

  async #record(tested: TestedProcess): Promise<Recording> {
    const from = Math.floor(Date.now() / 1_000) * 1_000
    for (const value of sent) {
      await this.#untilRead(tested, value)
      await sleep(betweenMs)
    }
    const range = { from, to: Math.floor(Date.now() / 1_000) * 1_000 - 1 }
    const end = performance.now() + this.#answerMs
    const question = this.valuesQuestion(range, 1)
    // A database may store values a moment later.
    while (
      cellsOf(await this.values(tested, question)).filter((cell) => cell !== null).length < sent.length &&
      performance.now() < end
    )
      await sleep(100)
    return { tested, range }
  }

  /** Sends a value, as soon as the plugin has subscribed to its path. */
  async #untilRead(tested: TestedProcess, value: number): Promise<void> {
    const end = performance.now() + timeLimits.startMs
    const values = [{ path: this.path, value }]
    while (
      tested.send([{ updates: [{ $source: 'suite', timestamp: new Date().toISOString(), values }] }]) === 0
    ) {
      assert.ok(performance.now() < end, `It does not read "${this.path}"`)
      await sleep(10)
    }
  }
}

/** Runs a check only when the plugin offers answers: that it offers none is a failure of one case, not of all. */
const whenRecorded =
  (check: (questions: Questions, recording: Recording) => Promise<void>) =>
  async (questions: Questions, subject: Subject): Promise<void> => {
    const { boat } = await questions.offered(subject)
    if (boat.offers.history) await check(questions, await questions.recording(subject))
  }

const cases: readonly CaseWith<Questions>[] = [
  {
    title: 'its manifest declares that it provides history',
    check: async (_questions, subject) => await assertProvides(subject, 'history'),
  },
  {
    title: 'offers to answer questions within 10 s',
    check: async (questions, subject) => {
      const { boat } = await questions.offered(subject)
      assert.ok(boat.offers.history, 'It offers no answers')
    },
  },
  {
    title: 'an answer begins with a head that says what was asked',
    check: whenRecorded(async (questions, { tested, range }) => {
      const { head } = await questions.values(tested, questions.valuesQuestion(range, 1))
      const asked = {
        context: selfContext,
        from: range.from,
        to: range.to,
        resolution: 1,
        paths: [questions.path],
      }
      const { context, resolution, values } = head
      const [from, to] = [Date.parse(head.range.from), Date.parse(head.range.to)]
      assert.deepEqual({ context, from, to, resolution, paths: values.map(({ path }) => path) }, asked)
    }),
  },
  {
    title: 'has one row for each bucket, with its start, in order',
    check: whenRecorded(async (questions, { tested, range }) => {
      for (const resolution of [1, 5]) {
        const { rows } = await questions.values(tested, questions.valuesQuestion(range, resolution))
        const bucketMs = resolution * 1_000
        const first = Math.floor(range.from / bucketMs)
        assert.deepEqual(
          rows.map(([time]) => Date.parse(time)),
          Array.from({ length: historyRows(range, resolution) }, (_, at) => (first + at) * bucketMs),
        )
        assert.ok(
          rows.every(({ length }) => length === 2),
          'Each row has a time and one cell for each column',
        )
      }
    }),
  },
  {
    title: 'has the values that were sent, in order, and no others between them',
    check: whenRecorded(async (questions, { tested, range }) => {
      const answer = await questions.values(tested, questions.valuesQuestion(range, 1))
      const found = cellsOf(answer).filter((cell) => cell !== null)
      const isRight =
        found.length === sent.length &&
        sent.every((value, at) => Math.abs(value - Number(found[at])) <= tolerance)
      assert.ok(isRight, `Sent ${sent.join(', ')}; the answer has ${JSON.stringify(found)}`)
    }),
  },
  {
    title: 'where nothing was recorded there is null: neither zero nor an earlier value',
    check: whenRecorded(async (questions, { tested, range }) => {
      const unknown = 'environment.conformance.never.sent'
      for (const question of [
        questions.valuesQuestion(longAgo, 1),
        questions.valuesQuestion(range, 1, unknown),
      ]) {
        const answer = await unlessRefused(questions.values(tested, question))
        assert.deepEqual(answer && cellsOf(answer).filter((cell) => cell !== null), answer && [])
      }
    }),
  },
  {
    title: 'lists the path, and the own vessel as its context',
    check: whenRecorded(async (questions, { tested, range }) => {
      const paths = await questions.ask(tested, { ask: 'paths', ...range, context: selfContext })
      assert.ok(paths.includes(questions.path), `The paths are ${JSON.stringify(paths)}`)
      const contexts = await questions.ask(tested, { ask: 'contexts', ...range })
      assert.ok(contexts.includes(selfContext), `The contexts are ${JSON.stringify(contexts)}`)
    }),
  },
  {
    title: 'answers four questions at once',
    check: whenRecorded(async (questions, { tested, range }) => {
      // Long enough for several pages, so that the answers overlap.
      const long = questions.valuesQuestion({ from: range.to - hourMs, to: range.to }, 1)
      const ask = () => questions.values(tested, long)
      // Waits for all of them: an open one would disturb the next case.
      const answers = await Promise.allSettled(Array.from({ length: atOnce }, ask))
      for (const answer of answers) if (answer.status === 'rejected') throw answer.reason
    }),
  },
  {
    title: 'answers after forty readers that went away in the middle of an answer',
    check: whenRecorded(async (questions, { tested, range }) => {
      const long = questions.valuesQuestion({ from: range.to - dayMs, to: range.to }, 1)
      for (let gone = 0; gone < goneReaders; gone++) await unlessRefused(questions.leave(tested, long))
      await questions.values(tested, questions.valuesQuestion(range, 1))
    }),
  },
]

/** The cases that every provider of history passes. */
export const historyCases = (options: HistorySuiteOptions): readonly Case[] =>
  casesWith(new Questions(options), cases)
