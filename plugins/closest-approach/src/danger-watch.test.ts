import assert from 'node:assert/strict'
import { test } from 'node:test'
import { conditionOf, levelOf, type DangerLimits } from './danger.ts'
import { DangerWatch, type Call, type OwnSituation } from './danger-watch.ts'
import type { Sighting } from './lookout.ts'
import { knots, nauticalMiles } from './units.ts'

const limits: DangerLimits = {
  warnDistance: nauticalMiles(0.5),
  alarmDistance: nauticalMiles(0.2),
  time: 600,
}
const sailing: OwnSituation = { speed: 3, isResting: false }

const sighting = (miles: number, timeTo: number, more: Partial<Sighting> = {}): Sighting => ({
  context: 'vessels.urn:mrn:imo:mmsi:230012345',
  id: '230012345',
  name: 'TERN',
  approach: { distance: nauticalMiles(miles), timeTo },
  speed: 5,
  isNews: true,
  ...more,
})

class Trial {
  readonly watch = new DangerWatch(limits)
  now = 0

  /** A second later. */
  see(seen: Sighting | undefined, own = sailing): Call[] {
    this.now++
    return this.watch.judge(seen === undefined ? [] : [seen], own, this.now)
  }

  /** The level of the only call; `none` when there is no call. */
  level(seen: Sighting | undefined, own = sailing): string | undefined {
    const calls = this.see(seen, own)
    assert.ok(calls.length < 2)
    return calls.length === 0 ? 'none' : calls[0]?.level
  }
}

test('half a mile within ten minutes is a warning, a fifth of a mile an alarm, and anything else is neither', () => {
  const level = (miles: number, timeTo: number) => levelOf({ distance: nauticalMiles(miles), timeTo }, limits)
  assert.equal(level(0.49, 599), 'warn')
  assert.equal(level(0.19, 599), 'alarm')
  assert.equal(level(0.51, 60), undefined)
  assert.equal(level(0.1, 601), undefined)
  assert.equal(level(0.1, 0), undefined, 'it comes no nearer')
  assert.equal(level(0.1, -1), undefined, 'it has passed')
})

test('the crew is told once, again when it becomes worse, and that it is over a while after it has passed', () => {
  const trial = new Trial()
  assert.equal(trial.level(sighting(0.4, 500)), 'warn')
  assert.equal(trial.level(sighting(0.4, 499)), 'none')
  assert.equal(trial.level(sighting(0.1, 498)), 'alarm')
  assert.equal(trial.level(sighting(0.1, 1)), 'none')
  for (let seconds = 0; seconds < 14; seconds++) assert.equal(trial.level(sighting(0.1, -seconds)), 'none')
  assert.equal(trial.level(sighting(0.1, -15)), undefined)
  assert.equal(trial.level(sighting(0.1, -16)), 'none')
})

test('a vessel at the limit does not cry again and again', () => {
  const trial = new Trial()
  assert.equal(trial.level(sighting(0.49, 500)), 'warn')
  for (let seconds = 0; seconds < 60; seconds++)
    assert.equal(trial.level(sighting(seconds % 2 === 0 ? 0.51 : 0.49, 500)), 'none')
  assert.equal(trial.level(sighting(0.19, 500)), 'alarm')
  assert.equal(trial.level(sighting(0.22, 500)), 'none')
  assert.equal(trial.level(sighting(0.3, 500)), 'warn', 'well clear it is less again')
})

test('nothing under way is no danger; either of the two is enough', () => {
  const slow = knots(0.9)
  const fast = knots(1.1)
  const level = (own: number | undefined, speed: number | undefined) =>
    new Trial().level(sighting(0.1, 60, { speed }), { speed: own, isResting: false })
  assert.equal(level(slow, slow), 'none')
  assert.equal(level(fast, slow), 'alarm')
  assert.equal(level(slow, fast), 'alarm')
  assert.equal(level(undefined, slow), 'none')
})

test('at anchor nobody is woken, and what stood is taken back', () => {
  const trial = new Trial()
  const resting = { speed: 3, isResting: true }
  assert.equal(new Trial().level(sighting(0.1, 60), resting), 'none')
  assert.equal(trial.level(sighting(0.1, 100)), 'alarm')
  const levels = Array.from({ length: 15 }, () => trial.level(sighting(0.1, 99), resting))
  assert.deepEqual([levels.at(-2), levels.at(-1)], ['none', undefined])
})

test('a dangerous vessel that falls silent is a danger until the moment has passed', () => {
  for (const silent of [undefined, sighting(0, 0, { approach: null })]) {
    const trial = new Trial()
    assert.equal(trial.level(sighting(0.1, 100)), 'alarm')
    for (let seconds = 0; seconds < 114; seconds++) assert.equal(trial.level(silent), 'none')
    assert.equal(trial.level(silent), undefined)
  }
})

test('what an earlier run has raised is neither raised again nor left standing', () => {
  const trial = new Trial()
  trial.watch.adopt('230012345', 'warn', 0)
  assert.equal(trial.level(sighting(0.4, 500)), 'none')
  const other = new Trial()
  other.watch.adopt('230012345', 'warn', 0)
  const levels = Array.from({ length: 75 }, () => other.level(undefined))
  assert.deepEqual([levels.at(-2), levels.at(-1)], ['none', undefined])
})

test('what could not be told is told again', () => {
  const trial = new Trial()
  assert.equal(trial.level(sighting(0.1, 100)), 'alarm')
  trial.watch.forget('230012345')
  assert.equal(trial.level(sighting(0.1, 99)), 'alarm')
})

test('in a crowd there are thirty-two warnings, and every alarm', () => {
  const crowd = (miles: number): Sighting[] =>
    Array.from({ length: 100 }, (_, number) => sighting(miles, 100, { id: `n${number}` }))
  const { watch } = new Trial()
  assert.equal(watch.judge(crowd(0.4), sailing, 1).length, 32)
  assert.equal(watch.judge(crowd(0.1), sailing, 2).length, 100)
})

test('what is said stays true: who, and nearer than what', () => {
  assert.deepEqual(conditionOf('TERN', 'warn', limits), {
    state: 'warn',
    method: ['visual'],
    message: 'TERN will come nearer than 0.5 NM',
  })
  const { method, message } = conditionOf('TERN', 'alarm', limits)
  assert.deepEqual([method, message], [['visual', 'sound'], 'TERN will come nearer than 0.2 NM'])
})
