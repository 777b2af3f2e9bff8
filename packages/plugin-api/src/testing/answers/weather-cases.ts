import {
  weatherFault,
  type Position,
  type WeatherAnswer,
  type WeatherQuestion,
  type WeatherQuestionOf,
  type WeatherSubject,
} from '@marinedata/model'
import assert from 'node:assert/strict'
import {
  assertProvides,
  casesWith,
  unlessRefused,
  type Case,
  type CaseWith,
  type Subject,
  type SuiteOptions,
} from '../conformance.ts'
import type { TestedProcess } from '../tested-process.ts'
import { untilOffered } from './until-offered.ts'

export interface WeatherSuiteOptions extends SuiteOptions {
  /** A place for which the plugin has answers; default in the western Baltic. */
  readonly position?: Position
  /** How long an answer may take; default 20,000, as on a boat. */
  readonly answerMs?: number
}

const hourMs = 3_600_000
const atOnce = 4

/** Asks as the server does. */
export const askWeather = async <Asked extends WeatherSubject>(
  { launched: { rpc } }: Pick<TestedProcess, 'launched'>,
  subject: Asked,
  { question, deadlineMs }: { readonly question: WeatherQuestion<Asked>; readonly deadlineMs: number },
): Promise<WeatherAnswer<Asked>> => {
  // The compiler does not see that the question belongs to the subject.
  const asked = question as WeatherQuestionOf['observations'] & WeatherQuestionOf['forecast']
  const params = { ...asked, deadline: deadlineMs / 1_000 }
  return (await rpc.request(`weather/${subject}`, params, { deadlineMs })) as WeatherAnswer<Asked>
}

const isEmpty = (
  answer: Partial<WeatherAnswer<'observations'> & WeatherAnswer<'forecast'> & WeatherAnswer<'warnings'>>,
): boolean => (answer.observations ?? answer.forecast?.entries ?? answer.warnings ?? []).length === 0

const oppositeOf = ({ latitude, longitude }: Position): Position => ({
  latitude: -latitude,
  longitude: longitude > 0 ? longitude - 180 : longitude + 180,
})

/** The questions of the suite. */
class Questions {
  readonly #options: WeatherSuiteOptions
  readonly #now = Date.now()
  #offered: Promise<TestedProcess> | undefined

  constructor(options: WeatherSuiteOptions) {
    this.#options = options
  }

  get position(): Position {
    return this.#options.position ?? { latitude: 54.5, longitude: 10.3 }
  }

  /** The plugin, after it has offered answers or the time is up. It is waited for once. */
  async offered(subject: Subject): Promise<TestedProcess> {
    this.#offered ??= untilOffered(subject, ({ weather }) => weather.length > 0, this.#answerMs)
    return await this.#offered
  }

  questionOf(
    about: WeatherSubject,
    changes: Partial<WeatherQuestion<'observations'> & WeatherQuestion<'forecast'>> = {},
  ) {
    const from = Math.floor(this.#now / hourMs) * hourMs
    const range = {
      from: new Date(from).toISOString(),
      to: new Date(from + 24 * hourMs).toISOString(),
      step: 3_600,
    }
    const more = about === 'forecast' ? range : about === 'observations' ? { most: 10 } : {}
    // Each subject has exactly the members of its question.
    return { position: this.position, ...more, ...changes } as WeatherQuestion
  }

  async ask(tested: TestedProcess, about: WeatherSubject, question: WeatherQuestion): Promise<WeatherAnswer> {
    return await askWeather(tested, about, { question, deadlineMs: this.#answerMs })
  }

  /** Asks, and asserts that the answer is valid. */
  async valid(
    tested: TestedProcess,
    about: WeatherSubject,
    question: WeatherQuestion,
  ): Promise<WeatherAnswer> {
    const answer = await this.ask(tested, about, question)
    const fault = weatherFault(about, { question, answer, now: Date.now() })
    assert.equal(fault, undefined, `${about}: ${fault}`)
    return answer
  }

  get #answerMs(): number {
    return this.#options.answerMs ?? 20_000
  }
}

/** Runs a check for each question that the plugin answers. */
const forEach =
  (check: (questions: Questions, tested: TestedProcess, about: WeatherSubject) => Promise<unknown>) =>
  async (questions: Questions, subject: Subject): Promise<void> => {
    const tested = await questions.offered(subject)
    for (const about of tested.boat.offers.weather) await check(questions, tested, about)
  }

const fewOf = { observations: { most: 1 }, forecast: { step: 21_600 }, warnings: {} } as const

const cases: readonly CaseWith<Questions>[] = [
  {
    title: 'its manifest declares that it provides weather',
    check: async (_questions, subject) => await assertProvides(subject, 'weather'),
  },
  {
    title: 'offers to answer questions within 10 s',
    check: async (questions, subject) => {
      const { boat } = await questions.offered(subject)
      assert.ok(boat.offers.weather.length > 0, 'It offers no answers')
    },
  },
  {
    title: 'answers each question in time',
    check: forEach((questions, tested, about) => questions.ask(tested, about, questions.questionOf(about))),
  },
  {
    title: 'each answer is valid: SI units, the times that were asked for, unknown values absent',
    check: forEach((questions, tested, about) => questions.valid(tested, about, questions.questionOf(about))),
  },
  {
    title: 'has an observation, an entry or a warning for the place of the suite',
    check: async (questions, subject) => {
      const tested = await questions.offered(subject)
      const subjects = tested.boat.offers.weather
      const answers: WeatherAnswer[] = []
      for (const about of subjects)
        answers.push(await questions.ask(tested, about, questions.questionOf(about)))
      assert.ok(subjects.length === 0 || !answers.every(isEmpty), 'All answers are empty')
    },
  },
  {
    title: 'sends no more than was asked for',
    check: forEach((questions, tested, about) =>
      questions.valid(tested, about, questions.questionOf(about, fewOf[about])),
    ),
  },
  {
    title: 'has no answer for the other side of the world that is of another place',
    check: forEach(async (questions, tested, about) => {
      const question = questions.questionOf(about, { position: oppositeOf(questions.position) })
      await unlessRefused(questions.valid(tested, about, question))
    }),
  },
  {
    title: 'answers four questions at once',
    check: forEach(async (questions, tested, about) => {
      const ask = () => questions.ask(tested, about, questions.questionOf(about))
      // Waits for all of them: an open one would disturb the next case.
      const answers = await Promise.allSettled(Array.from({ length: atOnce }, ask))
      for (const answer of answers) if (answer.status === 'rejected') throw answer.reason
    }),
  },
  {
    title: 'a warning that is repeated has the same id',
    check: async (questions, subject) => {
      const tested = await questions.offered(subject)
      if (!tested.boat.offers.weather.includes('warnings')) return
      const idsOf = async (): Promise<string[]> => {
        const answer = await questions.ask(tested, 'warnings', questions.questionOf('warnings'))
        return ((answer as Partial<WeatherAnswer<'warnings'>>).warnings ?? []).map(({ id }) => id)
      }
      assert.deepEqual(await idsOf(), await idsOf())
    },
  },
]

/** The cases that every provider of weather passes. */
export const weatherCases = (options: WeatherSuiteOptions): readonly Case[] =>
  casesWith(new Questions(options), cases)
