import { MarineDataError } from '@marinedata/plugin-api'
import { noCourseGuidance } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SeaTrial } from '../sea-trial.ts'
import { degrees, inDegrees, turnBetween } from '../units.ts'
import { execute } from './commands.ts'
import { reportOf } from './pilot-report.ts'

const isNear = (angle: number, expected: number, tolerance: number): void => {
  const off = Math.abs(inDegrees(turnBetween(angle, degrees(expected))))
  assert.ok(off <= tolerance, `${inDegrees(angle)}° instead of ${expected}° ± ${tolerance}°`)
}

const refuses = (error: unknown): boolean =>
  error instanceof MarineDataError && error.code === 'input-stale' && /no course/.test(error.message)

const toRoute = { name: 'set-mode', input: { mode: 'route' } } as const

test('refuses to steer in route mode without a course, and selects the mode for later', () => {
  const { main } = new SeaTrial().simulation
  execute(main, toRoute)
  assert.equal(main.mode, 'route')
  assert.throws(() => execute(main, { name: 'engage', input: {} }), refuses)
  assert.match(reportOf(main).unavailable?.engage ?? '', /no course/)
  execute(main, { name: 'set-mode', input: { mode: 'compass' } })
  execute(main, { name: 'engage', input: {} })
  assert.throws(() => execute(main, toRoute), refuses)
  assert.equal(main.mode, 'compass')
})

test('follows the leg across a tide and stays on it', () => {
  const trial = new SeaTrial({ heading: degrees(60), current: { set: degrees(150), drift: 0.4 } })
    .giveCourse(75)
    .engage('route')
  let off = 0
  trial.sail(900, (time) => {
    if (time > 120) off = Math.max(off, Math.abs(reportOf(trial.simulation.main).crossTrack ?? Infinity))
  })
  assert.ok(off < 60, `${off} m off the leg`)
  isNear(reportOf(trial.simulation.main).target ?? NaN, 75, 0.5)
})

test('turns to a new leg, and returns to it when the boat is off it', () => {
  const trial = new SeaTrial({ heading: degrees(60) }).giveCourse(60).engage('route').sail(60)
  isNear(trial.simulation.truth.heading, 60, 5)
  trial.giveCourse(120).sail(60)
  isNear(trial.simulation.main.target ?? NaN, 120, 0.5)
  assert.ok(Math.abs(trial.sail(300).simulation.main.crossTrack ?? Infinity) < 20)
})

test('keeps sailing along the leg beyond its end', () => {
  const trial = new SeaTrial({ heading: degrees(60) }).giveCourse(60, 300).engage('route')
  trial.sail(300, () => isNear(trial.simulation.truth.heading, 60, 10))
})

test('holds its heading when the course ends, and reports no target', () => {
  const trial = new SeaTrial({ heading: degrees(60) }).giveCourse(90).engage('route').sail(120)
  const { heading } = trial.simulation.truth
  trial.simulation.main.follow(noCourseGuidance)
  trial.sail(120, () => isNear(trial.simulation.truth.heading, inDegrees(heading), 3))
  const { state, mode, target, crossTrack } = reportOf(trial.simulation.main)
  assert.deepEqual([state, mode, target, crossTrack], ['enabled', 'route', null, null])
})

test('without steering reports neither target nor cross-track error', () => {
  const trial = new SeaTrial().giveCourse(60)
  execute(trial.simulation.main, toRoute)
  const { target, crossTrack } = reportOf(trial.sail(1).simulation.main)
  assert.deepEqual([target, crossTrack], [null, null])
})
