import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertFailures, failuresOf } from './suite-failures.ts'

const atStart = 'does not steer after the start'
const again = 'a restart while it was steering does not engage it'
const state = 'reports the state of set-state'
const bumpless = 'engaged, it holds the present heading or angle and ignores an old target'
const bow = 'ten degrees more turn the bow to starboard, ten degrees less to port'
const step = 'each of its steps changes the target by that step, once'
const rudder = 'ten degrees more move the rudder to starboard, ten degrees less to port'
const tack = 'a tack turns the bow to the requested side and ends on the other side of the wind'
const letGo = 'disengage during a tack takes effect at once and ends the tack'
const dodge = 'restores mode and target after a dodge'
const takenBack = 'a command that is cancelled before it was carried out has no effect'
const course = 'in a route mode it steers the course that it is given, and a new one when that changes'
const courseEnd = 'in a route mode it holds its heading when the course ends, and reports no target'

/** Cases that run with each flaw. Each flaw breaks some of them, and only those. */
const starting = [atStart, again]
const steering = [state, bumpless, bow, step, rudder, tack, letGo, dodge, takenBack, course, courseEnd]

interface Flawed {
  readonly flaw: string
  /** The cases that find it first. */
  readonly breaks: readonly string[]
  /** Whether later cases may fail too, because the boat or its pilot is in the wrong state. */
  readonly spoils?: boolean
}

const flawed: readonly Flawed[] = [
  { flaw: 'takes the wind angle for the target', breaks: [`${bumpless}: wind`, `${bow}: wind`] },
  { flaw: 'reports the rudder with the wrong sign', breaks: [rudder] },
  {
    flaw: 'steers to the old target',
    breaks: [`${bumpless}: compass`, `${bumpless}: wind`],
    spoils: true,
  },
  { flaw: 'is late with its report', breaks: [`${state}: standby`, `${state}: auto`], spoils: true },
  {
    flaw: 'forgets what it did before the dodge',
    breaks: [`${dodge}: compass`, `${dodge}: wind`, `${dodge}: helm`],
  },
  { flaw: 'always turns the short way', breaks: [`${tack}: compass`, `${tack}: wind`] },
  { flaw: 'engages when it is started', breaks: [atStart, again] },
  { flaw: 'engages again when it is started again', breaks: [again] },
  { flaw: 'does not disengage during a manoeuvre', breaks: [letGo] },
  { flaw: 'ignores a cancelled command', breaks: [takenBack] },
  { flaw: 'steers a route of its own', breaks: [`${course}: track`], spoils: true },
  { flaw: 'takes a step twice', breaks: [`${step}: compass`, `${step}: wind`] },
  { flaw: 'keeps to a course that has ended', breaks: [`${courseEnd}: track`] },
]

const group = 'the autopilot'

describe('the autopilot suite', { concurrency: 2 }, () => {
  test('passes a pilot without a flaw', async () => {
    assert.deepEqual(await failuresOf({ suite: 'flawed-pilot', group }), [])
  })

  for (const { flaw, breaks, spoils = false } of flawed)
    test(`fails a pilot that ${flaw}`, async () => {
      const words = [flaw, ...(breaks.includes(again) ? starting : steering)]
      await assertFailures({ suite: 'flawed-pilot', group: 'the autopilots', words }, breaks, spoils)
    })
})
