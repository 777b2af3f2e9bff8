import { MarineDataError } from '@marinedata/model'
import assert from 'node:assert/strict'
import { after, describe, test, type TestContext } from 'node:test'
import type { Provided } from '#protocol/device-kinds.ts'
import { TestedProcess } from './tested-process.ts'
import { begin, settingsFor, startPatienceMs, testedProgram, type TestedProgram } from './tested-program.ts'

export interface SuiteOptions {
  readonly settings?: Readonly<Record<string, unknown>>
  /** How long the running plugin is observed; default 500. */
  readonly observeMs?: number
}

/** Time limits of the server for each step. */
export const timeLimits = { startMs: 10_000, answerMs: 1_200, stopMs: 1_500, abandonedMs: 2_500 } as const

/** The plugin under test: its files and its process. */
export class Subject implements AsyncDisposable {
  readonly observeMs: number
  readonly #place: string | URL
  readonly #given: Readonly<Record<string, unknown>>
  #found: Promise<TestedProgram> | undefined
  #running: Promise<TestedProcess> | undefined

  constructor(place: string | URL, { settings = {}, observeMs = 500 }: SuiteOptions) {
    this.#place = place
    this.#given = settings
    this.observeMs = observeMs
  }

  async found(): Promise<TestedProgram> {
    this.#found ??= testedProgram(this.#place)
    return await this.#found
  }

  /** A process before `hello`. */
  async launched(): Promise<TestedProcess> {
    const found = await this.found()
    return new TestedProcess({ ...found, chosen: this.#given })
  }

  /** A separate started process. */
  async started(): Promise<TestedProcess> {
    const found = await this.found()
    const tested = await this.launched()
    try {
      await begin(tested, found, {
        settings: settingsFor(found, this.#given),
        deadlineMs: startPatienceMs,
      })
      return tested
    } catch (error) {
      await tested[Symbol.asyncDispose]()
      throw error
    }
  }

  /** The process that is shared by all cases that do not harm it. */
  async running(): Promise<TestedProcess> {
    this.#running ??= this.started()
    return await this.#running
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const running = await this.#running?.catch(() => undefined)
    await running?.[Symbol.asyncDispose]()
  }
}

/** One case that every plugin of a kind passes. */
export interface Case {
  readonly title: string
  readonly check: (subject: Subject, t: TestContext) => void | Promise<void>
}

/** A case that needs what the cases of its suite share, such as questions. */
export interface CaseWith<Shared> {
  readonly title: string
  readonly check: (shared: Shared, subject: Subject) => Promise<void>
}

export const casesWith = <Shared>(shared: Shared, cases: readonly CaseWith<Shared>[]): readonly Case[] =>
  cases.map(({ title, check }) => ({ title, check: async (subject) => await check(shared, subject) }))

/** Creates a suite from a table of cases. The cases share one process, which is stopped at the end. */
export const describeCases = (name: string, subject: Subject, cases: readonly Case[]): void => {
  describe(name, () => {
    for (const { title, check } of cases) test(title, async (t) => await check(subject, t))
    after(async () => await subject[Symbol.asyncDispose]())
  })
}

/** Asserts that the manifest declares what the suite is about. */
export const assertProvides = async (subject: Subject, kind: Provided): Promise<void> => {
  const { provides = [] } = (await subject.found()).manifest
  assert.ok(provides.includes(kind), `It provides ${provides.join(', ') || 'nothing'}`)
}

/** Whether the plugin answered with this error. Without a cause, `unconfirmed` is the silence of the plugin. */
const isAnswer = ({ code, cause }: MarineDataError): boolean =>
  code !== 'plugin-not-running' && (code !== 'unconfirmed' || cause !== undefined)

/** Asserts that the plugin answers with an error, and neither stays silent nor exits. */
export const isRefused = async (answer: Promise<unknown>, what: string): Promise<void> => {
  try {
    await answer
  } catch (error) {
    if (!(error instanceof MarineDataError)) throw error
    assert.ok(isAnswer(error), `${what} was not answered: ${error.message}`)
    return
  }
  assert.fail(`${what} was not refused`)
}

/** The answer, or undefined when the plugin refused the question: an error is an answer, too. */
export const unlessRefused = async <Answer>(answer: Promise<Answer>): Promise<Answer | undefined> => {
  try {
    return await answer
  } catch (error) {
    if (error instanceof MarineDataError && isAnswer(error)) return undefined
    throw error
  }
}
