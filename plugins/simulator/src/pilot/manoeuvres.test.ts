import { MarineDataError, type AutopilotCommand } from '@marinedata/plugin-api'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { SeaTrial } from '../sea-trial.ts'
import { degrees, inDegrees, turnBetween } from '../units.ts'
import { obey } from './orders.ts'
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

/** How far the boat turns, to starboard, and for how long a manoeuvre is reported. */
const follow = (trial: SeaTrial, seconds: number): { readonly turned: number; readonly lasted: number } => {
  let turned = 0
  let lasted = 0
  let { heading } = trial.voyage.truth
  trial.sail(seconds, (time) => {
    const { heading: now } = trial.voyage.truth
    turned += inDegrees(turnBetween(heading, now))
    heading = now
    if (reportOf(trial.voyage.main).manoeuvre !== null) lasted = time
  })
  return { turned, lasted }
}

describe('with the wind from the north', () => {
  for (const mode of ['compass', 'gps', 'wind'] as const) {
    test(`a boat close-hauled on port tacks to port through the wind, in mode ${mode}`, () => {
      const trial = new SeaTrial({ heading: degrees(50) }).engage(mode).sail(20)
      obey(trial.voyage.main, come('tack', 'port'))
      assert.deepEqual(reportOf(trial.voyage.main).manoeuvre, { kind: 'tack', direction: 'port' })
      const { turned, lasted } = follow(trial, 120)
      assert.ok(turned < -85 && turned > -110, `${turned}°`)
      assert.ok(lasted > 15 && lasted < 30, `${lasted} s`)
      assert.ok(trial.voyage.truth.apparentWind.angle > 0, 'the wind is on the same side')
    })

    test(`a boat on a broad reach gybes away from the wind, in mode ${mode}`, () => {
      const trial = new SeaTrial({ heading: degrees(150) }).engage(mode).sail(20)
      obey(trial.voyage.main, come('gybe', 'starboard'))
      const { turned, lasted } = follow(trial, 60)
      assert.ok(turned > 55 && turned < 70, `${turned}°`)
      assert.ok(lasted > 8 && lasted < 25, `${lasted} s`)
    })
  }

  test('in mode wind the target is the same on the other side', () => {
    const trial = new SeaTrial({ heading: degrees(50) }).engage('wind').sail(20)
    const { target = 0 } = trial.voyage.main
    obey(trial.voyage.main, come('tack', 'port'))
    assert.equal(trial.voyage.main.target, -target)
    trial.sail(180)
    assertDegrees(trial.voyage.truth.apparentWind.angle, inDegrees(target), 2)
  })

  test('a boat close-hauled that gybes goes the long way round', () => {
    const trial = new SeaTrial({ heading: degrees(60) }).engage('wind').sail(20)
    obey(trial.voyage.main, come('gybe', 'starboard'))
    const { turned } = follow(trial, 90)
    assert.ok(turned > 220 && turned < 250, `${turned}°`)
  })

  test('on the other tack everything is the other way round', () => {
    const tacking = new SeaTrial({ heading: degrees(310) }).engage('wind').sail(20)
    assert.throws(() => obey(tacking.voyage.main, come('tack', 'port')), refuses('wrong-direction'))
    obey(tacking.voyage.main, come('tack', 'starboard'))
    assert.ok(follow(tacking, 60).turned > 85)
    const gybing = new SeaTrial({ heading: degrees(210) }).engage('compass').sail(20)
    assert.throws(() => obey(gybing.voyage.main, come('gybe', 'starboard')), refuses('wrong-direction'))
    obey(gybing.voyage.main, come('gybe', 'port'))
    assert.ok(follow(gybing, 60).turned < -50)
  })
})

describe('a manoeuvre', () => {
  const tacking = (): SeaTrial => {
    const trial = new SeaTrial({ heading: degrees(50) }).engage('wind').sail(20)
    obey(trial.voyage.main, come('tack', 'port'))
    return trial.sail(4)
  }

  test('is one at a time', () => {
    const { main } = tacking().voyage
    assert.throws(() => obey(main, come('tack', 'port')), refuses('busy'))
    assert.throws(() => obey(main, come('gybe', 'starboard')), refuses('busy'))
    assert.throws(() => obey(main, dodge()), refuses('busy'))
  })

  test('ends when a target is set', () => {
    const trial = tacking()
    obey(trial.voyage.main, { name: 'set-target', input: { target: degrees(40) } })
    assert.equal(reportOf(trial.voyage.main).manoeuvre, null)
    trial.sail(90)
    assertDegrees(trial.voyage.truth.apparentWind.angle, -40, 3)
  })

  test('ends when the pilot is disengaged', () => {
    const trial = tacking()
    obey(trial.voyage.main, disengage)
    assert.equal(reportOf(trial.voyage.main).manoeuvre, null)
    const { heading } = trial.voyage.truth
    trial.sail(60)
    assert.ok(Math.abs(turnBetween(heading, trial.voyage.truth.heading)) < degrees(45))
  })

  test('needs a pilot that steers, and not along a route', () => {
    const { main } = new SeaTrial().voyage
    assert.throws(() => obey(main, come('tack', 'port')), refuses('not-engaged'))
    obey(main, { name: 'set-mode', input: { mode: 'route' } })
    obey(main, { name: 'engage', input: {} })
    assert.throws(() => obey(main, come('tack', 'port')), refuses('not-allowed-in-mode'))
  })

  test('without a wind to turn about is a usual turn, by the compass', () => {
    const trial = new SeaTrial({ heading: degrees(50) }).engage('compass').sail(20)
    trial.voyage.lose('wind', true)
    trial.sail(1)
    obey(trial.voyage.main, come('tack', 'port'))
    const { turned } = follow(trial, 60)
    assert.ok(Math.abs(turned + 100) < 3, `${turned}°`)
  })

  test('is not for a pilot that cannot', () => {
    const { spare } = new SeaTrial({ heading: degrees(150) }).voyage
    obey(spare, { name: 'engage', input: {} })
    assert.throws(() => obey(spare, come('gybe', 'starboard')), refuses('unsupported-action'))
    assert.throws(() => obey(spare, dodge()), refuses('unsupported-action'))
    assert.throws(() => obey(spare, undodge), refuses('unsupported-action'))
  })
})

describe('a dodge', () => {
  test('holds the present heading and lets the target wait', () => {
    const trial = new SeaTrial().engage('wind').sail(20)
    const { target } = trial.voyage.main
    const { heading } = trial.voyage.truth
    obey(trial.voyage.main, dodge())
    assert.equal(reportOf(trial.voyage.main).mode, 'dodge')
    assertDegrees(reportOf(trial.voyage.main).target ?? undefined, inDegrees(heading) - 5, 0.5)
    trial.sail(20)
    obey(trial.voyage.main, undodge)
    assert.deepEqual([trial.voyage.main.mode, trial.voyage.main.target], ['wind', target])
  })

  for (const mode of ['compass', 'gps', 'wind', 'route'] as const)
    test(`by 20° turns the bow to starboard, and its end brings it back, in mode ${mode}`, () => {
      // A heading that the first leg of the route has too.
      const trial = new SeaTrial({ heading: degrees(60), variation: 0 }).engage(mode).sail(30)
      const { heading } = trial.voyage.truth
      obey(trial.voyage.main, dodge({ change: degrees(20) }))
      trial.sail(30)
      assertDegrees(turnBetween(heading, trial.voyage.truth.heading), 20, 2)
      obey(trial.voyage.main, dodge({ target: degrees(45) }))
      trial.sail(30)
      assertDegrees(trial.voyage.truth.heading, 45, 2)
      obey(trial.voyage.main, undodge)
      assert.equal(reportOf(trial.voyage.main).mode, mode)
      trial.sail(120)
      assertDegrees(trial.voyage.truth.heading, inDegrees(heading), mode === 'route' ? 5 : 3)
    })

  test('leaves no room for another target, but for another mode', () => {
    const { main } = new SeaTrial().engage('compass').voyage
    obey(main, dodge())
    const setTarget = () => obey(main, { name: 'set-target', input: { target: 1 } })
    assert.throws(setTarget, refuses('not-allowed-in-mode'))
    assert.throws(() => obey(main, come('tack', 'port')), refuses('not-allowed-in-mode'))
    obey(main, { name: 'set-mode', input: { mode: 'compass' } })
    assert.equal(main.isDodging, false)
  })

  test('is over when the pilot is disengaged, for good', () => {
    const { main } = new SeaTrial().engage('compass').voyage
    obey(main, dodge({ change: degrees(30) }))
    obey(main, disengage)
    assert.deepEqual([main.isDodging, main.isSteering, reportOf(main).mode], [false, false, 'compass'])
    obey(main, undodge)
    obey(main, { name: 'engage', input: {} })
    assert.equal(main.isDodging, false)
  })

  test('needs a pilot that steers', () => {
    const { main } = new SeaTrial().voyage
    assert.throws(() => obey(main, dodge()), refuses('not-engaged'))
    obey(main, undodge)
  })
})

describe('targets of a pilot that does not steer', () => {
  test('are kept by the one, and refused by the other', () => {
    const { main, spare } = new SeaTrial().voyage
    obey(main, { name: 'set-target', input: { target: 1 } })
    assert.equal(reportOf(main).target, 1)
    assert.throws(() => obey(spare, { name: 'set-target', input: { target: 1 } }), refuses('not-engaged'))
    assert.equal(reportOf(spare).target, null)
  })
})
