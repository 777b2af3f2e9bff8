import { MarineDataError } from '@marinedata/plugin-api'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { SeaTrial } from '../sea-trial.ts'
import { degrees, inDegrees, turnBetween, wrapFull } from '../units.ts'
import type { PilotMode } from './modes.ts'
import { execute } from './commands.ts'
import { reportOf } from './pilot-report.ts'

const modes = ['compass', 'gps', 'wind'] as const satisfies readonly PilotMode[]

const assertDegrees = (angle: number | undefined, expected: number, tolerance: number): void => {
  assert.ok(angle !== undefined, 'it is not there')
  const off = Math.abs(inDegrees(turnBetween(angle, degrees(expected))))
  assert.ok(off <= tolerance, `${inDegrees(angle)}° instead of ${expected}° ± ${tolerance}°`)
}

const refuses = (code: string) => (error: unknown) => error instanceof MarineDataError && error.code === code

const adjust = ({ simulation }: SeaTrial, by: number): void => {
  const { target = 0, mode } = simulation.main
  const sum = target + degrees(by)
  execute(simulation.main, {
    name: 'set-target',
    input: { target: mode === 'wind' ? turnBetween(0, sum) : wrapFull(sum) },
  })
}

for (const mode of modes)
  for (const [by, side, sign] of [
    [10, 'starboard', 1],
    [-10, 'port', -1],
  ] as const)
    test(`in mode ${mode}, ${by}° turns the bow to ${side} by that angle`, () => {
      const trial = new SeaTrial().engage(mode).sail(20)
      const { heading, apparentWind } = trial.simulation.truth
      adjust(trial, by)
      trial.sail(2)
      assert.equal(Math.sign(trial.simulation.truth.rudder), sign, 'the rudder goes the other way')
      trial.sail(60)
      const turned = turnBetween(heading, trial.simulation.truth.heading)
      assert.equal(Math.sign(turned), sign, 'the bow goes the other way')
      // In wind mode the wind angle changes by that much; the course changes as needed.
      const changed = apparentWind.angle - trial.simulation.truth.apparentWind.angle
      assertDegrees(mode === 'wind' ? changed : turned, by, 2)
    })

describe('engaging', () => {
  for (const mode of modes)
    test(`in mode ${mode} the boat keeps its course`, () => {
      const trial = new SeaTrial({ heading: degrees(75) })
      const { heading } = trial.simulation.truth
      trial.engage(mode)
      trial.sail(30, () => assertDegrees(trial.simulation.truth.heading, inDegrees(heading), 1.5))
    })

  test('each mode has its own target for the same course', () => {
    const trial = new SeaTrial({ heading: degrees(75), variation: degrees(5) })
    trial.engage('compass')
    assertDegrees(trial.simulation.main.target, 70, 0.1)
    execute(trial.simulation.main, { name: 'set-mode', input: { mode: 'wind' } })
    // The wind is from port, so the wind target is positive.
    assertDegrees(trial.simulation.main.target, -inDegrees(trial.simulation.truth.apparentWind.angle), 1)
    assert.ok((trial.simulation.main.target ?? 0) > 0)
  })

  test('ignores an old target', () => {
    const trial = new SeaTrial()
    execute(trial.simulation.main, { name: 'set-target', input: { target: degrees(200) } })
    assertDegrees(trial.simulation.main.target, 200, 1e-9)
    execute(trial.simulation.main, { name: 'engage', input: {} })
    assertDegrees(trial.simulation.main.target, 85, 0.5)
  })

  test('a turning boat returns to the heading at which the pilot was engaged', () => {
    const trial = new SeaTrial()
    trial.engage('compass')
    execute(trial.simulation.main, { name: 'set-target', input: { target: degrees(150) } })
    trial.sail(5)
    execute(trial.simulation.main, { name: 'disengage', input: {} })
    const { heading } = trial.simulation.truth
    execute(trial.simulation.main, { name: 'engage', input: {} })
    trial.sail(40)
    assertDegrees(trial.simulation.truth.heading, inDegrees(heading), 5)
  })

  test('only one pilot holds the wheel', () => {
    const { main, spare } = new SeaTrial().engage('compass').simulation
    assert.throws(() => execute(spare, { name: 'engage', input: {} }), refuses('rejected-by-device'))
    assert.equal(spare.isSteering, false)
    assert.match(reportOf(spare).unavailable?.engage ?? '', /"main" steers/)
    execute(main, { name: 'disengage', input: {} })
    execute(spare, { name: 'engage', input: {} })
    assert.equal(spare.isSteering, true)
  })
})

describe('changing the mode', () => {
  for (const from of modes)
    for (const to of modes)
      test(`from ${from} to ${to} does not swerve the boat`, () => {
        const trial = new SeaTrial().engage(from).sail(30)
        const { heading } = trial.simulation.truth
        execute(trial.simulation.main, { name: 'set-mode', input: { mode: to } })
        assert.equal(trial.simulation.main.mode, to)
        trial.sail(30, () => assertDegrees(trial.simulation.truth.heading, inDegrees(heading), 1.5))
      })

  test('only selects the mode while disengaged', () => {
    const { main } = new SeaTrial().simulation
    execute(main, { name: 'set-mode', input: { mode: 'wind' } })
    assert.deepEqual([main.mode, main.isSteering, main.target], ['wind', false, undefined])
  })

  test('refuses a mode that the pilot does not have', () => {
    const { spare } = new SeaTrial().simulation
    assert.throws(
      () => execute(spare, { name: 'set-mode', input: { mode: 'gps' } }),
      refuses('invalid-value'),
    )
  })
})

describe('around the ends of the circle', () => {
  test('turns the short way across north', () => {
    const trial = new SeaTrial({
      heading: degrees(350),
      variation: 0,
      trueWind: { direction: degrees(90), speed: 6 },
    }).engage('compass')
    execute(trial.simulation.main, { name: 'set-target', input: { target: degrees(10) } })
    trial.sail(30, () => assert.ok(Math.cos(trial.simulation.truth.heading) > 0))
    assertDegrees(trial.simulation.truth.heading, 10, 1.5)
  })

  test('turns the short way dead downwind', () => {
    const trial = new SeaTrial({ heading: degrees(165) }).engage('wind').sail(10)
    assert.ok((trial.simulation.main.target ?? 0) > degrees(130))
    execute(trial.simulation.main, { name: 'set-target', input: { target: degrees(-150) } })
    trial.sail(60, () => assert.ok(Math.cos(trial.simulation.truth.heading) < 0))
    assertDegrees(trial.simulation.truth.apparentWind.angle, 150, 3)
  })

  test('wraps a whole turn to zero and half a turn to port to half a turn', () => {
    const { main } = new SeaTrial().simulation
    execute(main, { name: 'set-target', input: { target: 2 * Math.PI } })
    assert.equal(main.target, 0)
    execute(main, { name: 'set-mode', input: { mode: 'wind' } })
    execute(main, { name: 'set-target', input: { target: -Math.PI } })
    assert.equal(main.target, Math.PI)
  })

  test('refuses targets out of range and does not clamp them', () => {
    const { main } = new SeaTrial().simulation
    for (const target of [-0.1, 6.4, NaN, Infinity])
      assert.throws(() => execute(main, { name: 'set-target', input: { target } }), refuses('invalid-value'))
    execute(main, { name: 'set-mode', input: { mode: 'wind' } })
    for (const target of [-3.2, 3.2])
      assert.throws(() => execute(main, { name: 'set-target', input: { target } }), refuses('invalid-value'))
    assert.equal(main.target, undefined)
  })
})

describe('lost inputs', () => {
  for (const [sensor, mode] of [
    ['compass', 'compass'],
    ['compass', 'wind'],
    ['wind', 'wind'],
    ['gps', 'gps'],
    ['gps', 'route'],
  ] as const)
    test(`without ${sensor} refuses to engage in mode ${mode}`, () => {
      const trial = new SeaTrial().giveCourse(60)
      execute(trial.simulation.main, { name: 'set-mode', input: { mode } })
      trial.simulation.lose(sensor, true)
      trial.sail(0.1)
      assert.throws(
        () => execute(trial.simulation.main, { name: 'engage', input: {} }),
        refuses('input-stale'),
      )
      assert.match(reportOf(trial.simulation.main).unavailable?.engage ?? '', /There is no/)
      trial.simulation.lose(sensor, false)
      trial.sail(0.1)
      execute(trial.simulation.main, { name: 'engage', input: {} })
    })

  test('disengages when the compass is lost', () => {
    const trial = new SeaTrial().engage('compass')
    trial.simulation.lose('compass', true)
    assert.equal(trial.sail(2).simulation.main.isSteering, true)
    assert.equal(trial.sail(2).simulation.main.isSteering, false)
  })

  for (const [sensor, mode] of [
    ['wind', 'wind'],
    ['gps', 'gps'],
    ['gps', 'route'],
  ] as const)
    test(`in mode ${mode} holds the heading and reports an unknown target when its input is lost`, () => {
      const trial = new SeaTrial().giveCourse(90).engage(mode).sail(20)
      trial.simulation.lose(sensor, true)
      const { heading } = trial.simulation.truth
      trial.sail(60, () => assertDegrees(trial.simulation.truth.heading, inDegrees(heading), 1.5))
      const { state, mode: reported, error } = reportOf(trial.simulation.main)
      assert.deepEqual([state, reported, error], ['enabled', mode, null])
    })

  test('refuses a mode without its input while it steers', () => {
    const trial = new SeaTrial().engage('compass')
    trial.simulation.lose('wind', true)
    trial.sail(0.1)
    const toWind = () => execute(trial.simulation.main, { name: 'set-mode', input: { mode: 'wind' } })
    assert.throws(toWind, refuses('input-stale'))
    assert.equal(trial.simulation.main.mode, 'compass')
  })
})
