import { MarineDataError, type AutopilotCommand } from '@marinedata/plugin-api'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { SeaTrial } from '../sea-trial.ts'
import { degrees, inDegrees, turnBetween } from '../units.ts'
import { execute } from './commands.ts'
import { reportOf } from './pilot-report.ts'

const assertDegrees = (angle: number | undefined, expected: number, tolerance: number): void => {
  assert.ok(angle !== undefined, 'it is not there')
  const off = Math.abs(inDegrees(turnBetween(angle, degrees(expected))))
  assert.ok(off <= tolerance, `${inDegrees(angle)}° instead of ${expected}° ± ${tolerance}°`)
}

const refuses = (code: string) => (error: unknown) => error instanceof MarineDataError && error.code === code

const come = (name: 'tack' | 'gybe', direction: 'port' | 'starboard'): AutopilotCommand => ({
  name,
  input: { direction },
})
const dodge = (input: { change?: number; target?: number } = {}): AutopilotCommand => ({
  name: 'dodge',
  input,
})
const undodge: AutopilotCommand = { name: 'undodge', input: {} }
const disengage: AutopilotCommand = { name: 'disengage', input: {} }

/** How far the boat turns to starboard, and how long the manoeuvre is reported. */
const follow = (trial: SeaTrial, seconds: number): { readonly turned: number; readonly lasted: number } => {
  let turned = 0
  let lasted = 0
  let { heading } = trial.simulation.truth
  trial.sail(seconds, (time) => {
    const { heading: now } = trial.simulation.truth
    turned += inDegrees(turnBetween(heading, now))
    heading = now
    if (reportOf(trial.simulation.main).manoeuvre !== null) lasted = time
  })
  return { turned, lasted }
}

describe('with the wind from the north', () => {
  for (const mode of ['compass', 'gps', 'wind'] as const) {
    test(`a boat close-hauled on port tack tacks to port through the wind, in mode ${mode}`, () => {
      const trial = new SeaTrial({ heading: degrees(50) }).engage(mode).sail(20)
      execute(trial.simulation.main, come('tack', 'port'))
      assert.deepEqual(reportOf(trial.simulation.main).manoeuvre, { kind: 'tack', direction: 'port' })
      const { turned, lasted } = follow(trial, 120)
      assert.ok(turned < -85 && turned > -110, `${turned}°`)
      assert.ok(lasted > 15 && lasted < 30, `${lasted} s`)
      assert.ok(trial.simulation.truth.apparentWind.angle > 0, 'the wind is on the same side')
    })

    test(`a boat on a broad reach gybes away from the wind, in mode ${mode}`, () => {
      const trial = new SeaTrial({ heading: degrees(150) }).engage(mode).sail(20)
      execute(trial.simulation.main, come('gybe', 'starboard'))
      const { turned, lasted } = follow(trial, 60)
      assert.ok(turned > 55 && turned < 70, `${turned}°`)
      assert.ok(lasted > 8 && lasted < 25, `${lasted} s`)
    })
  }

  test('in mode wind the target is mirrored', () => {
    const trial = new SeaTrial({ heading: degrees(50) }).engage('wind').sail(20)
    const { target = 0 } = trial.simulation.main
    execute(trial.simulation.main, come('tack', 'port'))
    assert.equal(trial.simulation.main.target, -target)
    trial.sail(180)
    assertDegrees(trial.simulation.truth.apparentWind.angle, inDegrees(target), 2)
  })

  test('a close-hauled boat gybes the long way round', () => {
    const trial = new SeaTrial({ heading: degrees(60) }).engage('wind').sail(20)
    execute(trial.simulation.main, come('gybe', 'starboard'))
    const { turned } = follow(trial, 90)
    assert.ok(turned > 220 && turned < 250, `${turned}°`)
  })

  test('works the same on the other tack', () => {
    const tacking = new SeaTrial({ heading: degrees(310) }).engage('wind').sail(20)
    assert.throws(() => execute(tacking.simulation.main, come('tack', 'port')), refuses('wrong-direction'))
    execute(tacking.simulation.main, come('tack', 'starboard'))
    assert.ok(follow(tacking, 60).turned > 85)
    const gybing = new SeaTrial({ heading: degrees(210) }).engage('compass').sail(20)
    assert.throws(
      () => execute(gybing.simulation.main, come('gybe', 'starboard')),
      refuses('wrong-direction'),
    )
    execute(gybing.simulation.main, come('gybe', 'port'))
    assert.ok(follow(gybing, 60).turned < -50)
  })
})

describe('a manoeuvre', () => {
  const tacking = (): SeaTrial => {
    const trial = new SeaTrial({ heading: degrees(50) }).engage('wind').sail(20)
    execute(trial.simulation.main, come('tack', 'port'))
    return trial.sail(4)
  }

  test('refuses a second manoeuvre at a time', () => {
    const { main } = tacking().simulation
    assert.throws(() => execute(main, come('tack', 'port')), refuses('busy'))
    assert.throws(() => execute(main, come('gybe', 'starboard')), refuses('busy'))
    assert.throws(() => execute(main, dodge()), refuses('busy'))
  })

  test('ends when a target is set', () => {
    const trial = tacking()
    execute(trial.simulation.main, { name: 'set-target', input: { target: degrees(40) } })
    assert.equal(reportOf(trial.simulation.main).manoeuvre, null)
    trial.sail(90)
    assertDegrees(trial.simulation.truth.apparentWind.angle, -40, 3)
  })

  test('ends when the pilot is disengaged', () => {
    const trial = tacking()
    execute(trial.simulation.main, disengage)
    assert.equal(reportOf(trial.simulation.main).manoeuvre, null)
    const { heading } = trial.simulation.truth
    trial.sail(60)
    assert.ok(Math.abs(turnBetween(heading, trial.simulation.truth.heading)) < degrees(45))
  })

  test('needs an engaged pilot, and no route mode', () => {
    const { main } = new SeaTrial().giveCourse(60).simulation
    assert.throws(() => execute(main, come('tack', 'port')), refuses('not-engaged'))
    execute(main, { name: 'set-mode', input: { mode: 'route' } })
    execute(main, { name: 'engage', input: {} })
    assert.throws(() => execute(main, come('tack', 'port')), refuses('not-allowed-in-mode'))
  })

  test('uses the default angle by compass without a wind', () => {
    const trial = new SeaTrial({ heading: degrees(50) }).engage('compass').sail(20)
    trial.simulation.lose('wind', true)
    trial.sail(1)
    execute(trial.simulation.main, come('tack', 'port'))
    const { turned } = follow(trial, 60)
    assert.ok(Math.abs(turned + 100) < 3, `${turned}°`)
  })

  test('is refused by a pilot that does not support it', () => {
    const { spare } = new SeaTrial({ heading: degrees(150) }).simulation
    execute(spare, { name: 'engage', input: {} })
    assert.throws(() => execute(spare, come('gybe', 'starboard')), refuses('unsupported-action'))
    assert.throws(() => execute(spare, dodge()), refuses('unsupported-action'))
    assert.throws(() => execute(spare, undodge), refuses('unsupported-action'))
  })
})

describe('a dodge', () => {
  test('holds the present heading and saves the target', () => {
    const trial = new SeaTrial().engage('wind').sail(20)
    const { target } = trial.simulation.main
    const { heading } = trial.simulation.truth
    execute(trial.simulation.main, dodge())
    assert.equal(reportOf(trial.simulation.main).mode, 'dodge')
    assertDegrees(reportOf(trial.simulation.main).target ?? undefined, inDegrees(heading) - 5, 0.5)
    trial.sail(20)
    execute(trial.simulation.main, undodge)
    assert.deepEqual([trial.simulation.main.mode, trial.simulation.main.target], ['wind', target])
  })

  for (const mode of ['compass', 'gps', 'wind', 'route'] as const)
    test(`by 20° turns the bow to starboard, and its end restores the course, in mode ${mode}`, () => {
      const trial = new SeaTrial({ heading: degrees(60), variation: 0 }).giveCourse(60).engage(mode).sail(30)
      const { heading } = trial.simulation.truth
      execute(trial.simulation.main, dodge({ change: degrees(20) }))
      trial.sail(30)
      assertDegrees(turnBetween(heading, trial.simulation.truth.heading), 20, 2)
      execute(trial.simulation.main, dodge({ target: degrees(45) }))
      trial.sail(30)
      assertDegrees(trial.simulation.truth.heading, 45, 2)
      execute(trial.simulation.main, undodge)
      assert.equal(reportOf(trial.simulation.main).mode, mode)
      trial.sail(120)
      assertDegrees(trial.simulation.truth.heading, inDegrees(heading), mode === 'route' ? 5 : 3)
    })

  test('refuses another target, but accepts another mode', () => {
    const { main } = new SeaTrial().engage('compass').simulation
    execute(main, dodge())
    const setTarget = () => execute(main, { name: 'set-target', input: { target: 1 } })
    assert.throws(setTarget, refuses('not-allowed-in-mode'))
    assert.throws(() => execute(main, come('tack', 'port')), refuses('not-allowed-in-mode'))
    execute(main, { name: 'set-mode', input: { mode: 'compass' } })
    assert.equal(main.isDodging, false)
  })

  test('ends for good when the pilot is disengaged', () => {
    const { main } = new SeaTrial().engage('compass').simulation
    execute(main, dodge({ change: degrees(30) }))
    execute(main, disengage)
    assert.deepEqual([main.isDodging, main.isSteering, reportOf(main).mode], [false, false, 'compass'])
    execute(main, undodge)
    execute(main, { name: 'engage', input: {} })
    assert.equal(main.isDodging, false)
  })

  test('needs an engaged pilot', () => {
    const { main } = new SeaTrial().simulation
    assert.throws(() => execute(main, dodge()), refuses('not-engaged'))
    execute(main, undodge)
  })
})

describe('targets of a disengaged pilot', () => {
  test('are stored by one pilot and refused by the other', () => {
    const { main, spare } = new SeaTrial().simulation
    execute(main, { name: 'set-target', input: { target: 1 } })
    assert.equal(reportOf(main).target, 1)
    assert.throws(() => execute(spare, { name: 'set-target', input: { target: 1 } }), refuses('not-engaged'))
    assert.equal(reportOf(spare).target, null)
  })
})
