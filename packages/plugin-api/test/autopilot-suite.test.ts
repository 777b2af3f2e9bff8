import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { failuresOf } from './suite-failures.ts'

const atStart = 'it does not steer when it has been started'
const again = 'started again while it was steering, it is not engaged by that'
const state = 'set-state is shown by its report'
const bumpless = 'engaged, it holds what the boat does and chases no target from before'
const bow = 'ten degrees more turn the bow to starboard, ten less to port'
const rudder = 'ten degrees more put the rudder to starboard, ten less to port'
const tack = 'a tack turns the bow to the asked side and ends on the other side of the wind'
const letGo = 'disengaged in the middle of a tack, it lets go at once and gives it up'
const dodge = 'a dodge keeps mode and target, and gives them back when it is over'
const takenBack = 'a command that is taken back before it was carried out has no effect'

/** What is tried with the flaws of a kind: each of them breaks some of it, and only that. */
const starting = [atStart, again]
const steering = [state, bumpless, bow, rudder, tack, letGo, dodge, takenBack]

interface Flawed {
  readonly flaw: string
  /** Where it is found first. */
  readonly breaks: readonly string[]
  /** Whether what comes behind may be spoilt as well: the boat or its pilot is not where it should be. */
  readonly spoils?: boolean
}

const flawed: readonly Flawed[] = [
  { flaw: 'takes the wind angle for the target', breaks: [`${bumpless}: wind`, `${bow}: wind`] },
  { flaw: 'shows the rudder from the other side', breaks: [rudder] },
  {
    flaw: 'chases the old target',
    breaks: [`${bumpless}: compass`, `${bumpless}: wind`],
    spoils: true,
  },
  { flaw: 'is late with its report', breaks: [`${state}: standby`, `${state}: auto`], spoils: true },
  {
    flaw: 'forgets what it did before the dodge',
    breaks: [`${dodge}: compass`, `${dodge}: wind`, `${dodge}: helm`],
  },
  { flaw: 'turns the short way whatever it is told', breaks: [`${tack}: compass`, `${tack}: wind`] },
  { flaw: 'engages when it is started', breaks: [atStart, again] },
  { flaw: 'engages again when it is started again', breaks: [again] },
  { flaw: 'clings to the wheel in a manoeuvre', breaks: [letGo] },
  { flaw: 'heeds nobody who changes his mind', breaks: [takenBack] },
]

const group = 'the autopilot'

describe('the suite for autopilots', { concurrency: 2 }, () => {
  test('a pilot without a flaw passes all of it', async () => {
    assert.deepEqual(await failuresOf({ suite: 'flawed-pilot', group }), [])
  })

  for (const { flaw, breaks, spoils = false } of flawed)
    test(`a pilot that ${flaw} does not pass`, async () => {
      const failures = await failuresOf({
        suite: 'flawed-pilot',
        group: 'the autopilots',
        words: [flaw, ...(breaks.includes(again) ? starting : steering)],
      })
      assert.deepEqual(spoils ? failures.slice(0, breaks.length) : failures, breaks)
    })
})
