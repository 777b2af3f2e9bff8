import assert from 'node:assert/strict'
import { test } from 'node:test'
import { execute } from './pilot/commands.ts'
import { reportOf } from './pilot/pilot-report.ts'
import { SeaTrial } from './sea-trial.ts'
import { degrees, inDegrees, inKnots, knots, turnBetween } from './units.ts'

const lively = { waves: 1, gusts: 1, noise: 1 }

test('the simulation does not depend on how time is split', () => {
  const [coarse, fine] = [new SeaTrial(lively), new SeaTrial(lively)]
  for (let count = 0; count < 100; count++) coarse.simulation.step(1)
  for (let count = 0; count < 1_000; count++) fine.simulation.step(count % 2 === 0 ? 0.07 : 0.13)
  assert.deepEqual(fine.simulation.truth, coarse.simulation.truth)
  assert.deepEqual(fine.simulation.readings, coarse.simulation.readings)
})

test('a lost instrument changes nothing else', () => {
  const [whole, broken] = [new SeaTrial(lively), new SeaTrial(lively)]
  broken.simulation.lose('wind', true)
  assert.equal(broken.sail(60).simulation.readings.wind, undefined)
  assert.deepEqual(broken.simulation.truth, whole.sail(60).simulation.truth)
})

test('instruments show the true state within their noise', () => {
  const trial = new SeaTrial({ noise: 1, variation: degrees(7) })
  const errors: number[] = []
  trial.sail(120, () => {
    const { compass } = trial.simulation.readings
    errors.push(inDegrees(turnBetween(trial.simulation.truth.heading, (compass?.heading ?? 0) + degrees(7))))
  })
  const deviation = Math.sqrt(errors.reduce((sum, error) => sum + error ** 2, 0) / errors.length)
  assert.ok(deviation > 0.4 && deviation < 0.6, `${deviation}°`)
})

test('the crew holds the heading while no pilot steers, in a rough sea too', () => {
  const trial = new SeaTrial({ waves: 3, heading: degrees(80) })
  let sum = 0
  let count = 0
  trial.sail(600, () => {
    sum += inDegrees(turnBetween(degrees(80), trial.simulation.truth.heading))
    count++
  })
  assert.ok(Math.abs(sum / count) < 3, `${sum / count}°`)
})

test('the crew bears away instead of stopping in irons', () => {
  const trial = new SeaTrial({ heading: degrees(60) })
  trial.simulation.place({ trueWindDirection: degrees(40) })
  trial.sail(120)
  assert.ok(inKnots(trial.simulation.truth.speedThroughWater) > 4)
})

test('after disengage the crew holds the present heading', () => {
  const trial = new SeaTrial().engage('compass')
  execute(trial.simulation.main, { name: 'set-target', input: { target: degrees(150) } })
  trial.sail(4)
  execute(trial.simulation.main, { name: 'disengage', input: {} })
  const { heading } = trial.simulation.truth
  trial.sail(60)
  assert.ok(Math.abs(turnBetween(heading, trial.simulation.truth.heading)) < degrees(2))
})

test('a placed boat is there at once, and its pilots are reset', () => {
  const trial = new SeaTrial({ variation: 0 }).engage('wind')
  execute(trial.simulation.main, { name: 'set-target', input: { target: degrees(100) } })
  trial.sail(2)
  execute(trial.simulation.main, { name: 'disengage', input: {} })
  const position = { latitude: -33, longitude: 179.9999 }
  trial.simulation.place({ position, heading: degrees(200), speed: knots(4), motoring: true })
  execute(trial.simulation.main, { name: 'set-mode', input: { mode: 'compass' } })
  execute(trial.simulation.main, { name: 'engage', input: {} })
  assert.equal(inDegrees(reportOf(trial.simulation.main).target ?? 0).toFixed(3), '200.000')
  trial.sail(60, () => assert.ok(Math.abs(turnBetween(degrees(200), trial.simulation.truth.heading)) < 0.01))
  assert.equal(inKnots(trial.simulation.truth.speedThroughWater).toFixed(2), '4.00')
})

test('sails across the date line', () => {
  const trial = new SeaTrial({ position: { latitude: 0, longitude: 179.999 }, heading: degrees(90) })
  trial.sail(120)
  const { longitude } = trial.simulation.truth.position
  assert.ok(longitude < -179.99 && longitude > -180, `${longitude}`)
})
