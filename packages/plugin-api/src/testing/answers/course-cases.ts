import { courseFault, MarineDataError, type CourseAnswer, type CourseQuestion } from '@marinedata/model'
import assert from 'node:assert/strict'
import {
  assertProvides,
  casesWith,
  timeLimits,
  type Case,
  type CaseWith,
  type Subject,
  type SuiteOptions,
} from '../conformance.ts'
import type { TestedProcess } from '../tested-process.ts'
import { untilOffered } from './until-offered.ts'

export interface CourseSuiteOptions extends SuiteOptions {
  /** How long an answer may take; default 400, as on a boat. */
  readonly answerMs?: number
  /** How long the plugin may take to offer answers; default 10,000. */
  readonly offerMs?: number
}

/** Asks as the server does. */
export const askCourse = async (
  { launched: { rpc } }: Pick<TestedProcess, 'launched'>,
  question: CourseQuestion,
  deadlineMs: number,
): Promise<CourseAnswer> =>
  await rpc.request('course/compute', { ...question, deadline: deadlineMs / 1_000 }, { deadlineMs })

const at = (latitude: number, longitude: number) => ({ latitude, longitude })

/** The legs near the boat. */
const legs: Readonly<Record<string, CourseQuestion>> = {
  'a boat to starboard of the leg': {
    position: at(54.41, 10.32),
    origin: at(54.4, 10.2),
    waypoint: at(54.45, 10.6),
  },
  'a boat to port of the leg': {
    position: at(54.43, 10.32),
    origin: at(54.4, 10.2),
    waypoint: at(54.45, 10.6),
  },
  'a leg to the south-west': {
    position: at(-33.86, 151.42),
    origin: at(-33.83, 151.45),
    waypoint: at(-34.1, 151.2),
  },
  'the last metres of a leg': {
    position: at(54.4498, 10.5996),
    origin: at(54.4, 10.2),
    waypoint: at(54.45, 10.6),
  },
  'a boat beyond the waypoint': {
    position: at(54.46, 10.65),
    origin: at(54.4, 10.2),
    waypoint: at(54.45, 10.6),
  },
}

const farLegs: Readonly<Record<string, CourseQuestion>> = {
  'a leg across the date line': {
    position: at(-17.2, 179.97),
    origin: at(-17.1, 179.8),
    waypoint: at(-17.3, -179.7),
  },
  'a leg across the equator': { position: at(0.02, -30.01), origin: at(0.5, -30), waypoint: at(-0.5, -30.2) },
  'a leg across an ocean': { position: at(41.2, -30.5), origin: at(49.4, -5.7), waypoint: at(18.1, -63.1) },
}

const motion = { speedOverGround: 3.1, courseOverGround: 1.33, magneticVariation: 0.07 }

/** The questions of the suite, and the plugin that answers them. */
class Questions {
  readonly #answerMs: number
  readonly #offerMs: number
  #offered: Promise<TestedProcess> | undefined

  constructor({ answerMs = 400, offerMs = timeLimits.startMs }: CourseSuiteOptions) {
    this.#answerMs = answerMs
    this.#offerMs = offerMs
  }

  /** The plugin, after it has offered answers or the time is up. It is waited for once. */
  async offered(subject: Subject): Promise<TestedProcess> {
    this.#offered ??= untilOffered(subject, ({ course }) => course, this.#offerMs)
    return await this.#offered
  }

  async ask(subject: Subject, question: CourseQuestion): Promise<CourseAnswer> {
    return await askCourse(await this.offered(subject), question, this.#answerMs)
  }

  /** Asks each question, and asserts that the answers are valid. */
  async valid(subject: Subject, questions: Readonly<Record<string, CourseQuestion>>): Promise<void> {
    for (const [name, question] of Object.entries(questions)) {
      const fault = courseFault(question, await this.ask(subject, question))
      assert.equal(fault, undefined, `${name}: ${fault}`)
    }
  }
}

const [short = { position: at(0, 0), origin: at(0, 0), waypoint: at(0, 0) }] = Object.values(legs)

/** Runs a check only when the plugin offers answers: that it offers none is a failure of one case, not of all. */
const whenOffered =
  (check: (questions: Questions, subject: Subject) => Promise<void>) =>
  async (questions: Questions, subject: Subject): Promise<void> => {
    const { boat } = await questions.offered(subject)
    if (boat.offers.course) await check(questions, subject)
  }

const cases: readonly CaseWith<Questions>[] = [
  {
    title: 'its manifest declares that it provides the course',
    check: async (_questions, subject) => await assertProvides(subject, 'course'),
  },
  {
    title: 'offers to compute the course within 10 s',
    check: async (questions, subject) => {
      const { boat } = await questions.offered(subject)
      assert.ok(boat.offers.course, 'It offers no answers')
    },
  },
  {
    title: 'answers ten questions in time, one after the other',
    check: whenOffered(async (questions, subject) => {
      for (let asked = 0; asked < 10; asked++) await questions.ask(subject, short)
    }),
  },
  {
    title: 'is right on legs near the boat: SI units, radians, true bearings, positive to starboard',
    check: whenOffered(async (questions, subject) => await questions.valid(subject, legs)),
  },
  {
    title: 'is right across the date line, the equator and an ocean',
    check: whenOffered(async (questions, subject) => await questions.valid(subject, farLegs)),
  },
  {
    title: 'is right with and without speed, course and variation, and unknown values are absent',
    check: whenOffered(async (questions, subject) => {
      const away = { ...motion, courseOverGround: motion.courseOverGround + Math.PI }
      await questions.valid(subject, {
        'a boat that comes nearer': { ...short, ...motion },
        'a boat that goes away': { ...short, ...away },
        'a boat that lies still': { ...short, ...motion, speedOverGround: 0 },
        'a boat of unknown speed': short,
      })
    }),
  },
  {
    title: 'computes from the question, not from an earlier one',
    check: whenOffered(async (questions, subject) => {
      const first = await questions.ask(subject, short)
      await questions.ask(subject, { ...short, position: short.waypoint, waypoint: short.position })
      const again = await questions.ask(subject, short)
      for (const name of ['bearing', 'distance', 'crossTrack'] as const)
        assert.ok(Math.abs(again[name] - first[name]) < 1e-6 * Math.max(1, first[name]), name)
    }),
  },
  {
    title: 'answers after a question that was cancelled',
    check: whenOffered(async (questions, subject) => {
      const { launched } = await questions.offered(subject)
      const cancelling = new AbortController()
      const { signal } = cancelling
      const asked = launched.rpc.request(
        'course/compute',
        { ...short, deadline: 0.4 },
        { deadlineMs: 400, signal },
      )
      cancelling.abort(new MarineDataError('unconfirmed', 'The course has changed'))
      await asked.catch(() => undefined)
      await questions.ask(subject, short)
    }),
  },
]

/** The cases that every provider of the course passes. */
export const courseCases = (options: CourseSuiteOptions): readonly Case[] =>
  casesWith(new Questions(options), cases)
