import { knots, nauticalMiles } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { conditionOf, levelOf, moreConditionOf, type DangerLimits } from './danger.ts'
import { DangerAlerts, type AlertChange, type OwnSituation } from './danger-alerts.ts'
import type { Sighting } from './target-tracker.ts'

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
  isDue: true,
  ...more,
})

class Trial {
  readonly watch = new DangerAlerts(limits)
  now = 0

  /** Advances the clock by a second. */
  see(seen: Sighting | undefined, own = sailing): AlertChange[] {
    this.now++
    return this.watch.evaluate(seen === undefined ? [] : [seen], own, this.now)
  }

  /** The level of the only change; `none` when there is no change. */
  level(seen: Sighting | undefined, own = sailing): string | undefined {
    const calls = this.see(seen, own)
    assert.ok(calls.length < 2)
    return calls.length === 0 ? 'none' : calls[0]?.level
  }
}

test('warns within half a mile and ten minutes, and alarms within a fifth of a mile', () => {
  const level = (miles: number, timeTo: number) => levelOf({ distance: nauticalMiles(miles), timeTo }, limits)
  assert.equal(level(0.49, 599), 'warn')
  assert.equal(level(0.19, 599), 'alarm')
  assert.equal(level(0.51, 60), undefined)
  assert.equal(level(0.1, 601), undefined)
  assert.equal(level(0.1, 0), undefined, 'it comes no nearer')
  assert.equal(level(0.1, -1), undefined, 'it has passed')
})

test('raises once, again when it gets worse, and ends a while after the vessel has passed', () => {
  const trial = new Trial()
  assert.equal(trial.level(sighting(0.4, 500)), 'warn')
  assert.equal(trial.level(sighting(0.4, 499)), 'none')
  assert.equal(trial.level(sighting(0.1, 498)), 'alarm')
  assert.equal(trial.level(sighting(0.1, 1)), 'none')
  for (let seconds = 0; seconds < 14; seconds++) assert.equal(trial.level(sighting(0.1, -seconds)), 'none')
  assert.equal(trial.level(sighting(0.1, -15)), undefined)
  assert.equal(trial.level(sighting(0.1, -16)), 'none')
})

test('does not repeat the alert for a vessel at the limit', () => {
  const trial = new Trial()
  assert.equal(trial.level(sighting(0.49, 500)), 'warn')
  for (let seconds = 0; seconds < 60; seconds++)
    assert.equal(trial.level(sighting(seconds % 2 === 0 ? 0.51 : 0.49, 500)), 'none')
  assert.equal(trial.level(sighting(0.19, 500)), 'alarm')
  assert.equal(trial.level(sighting(0.22, 500)), 'none')
  assert.equal(trial.level(sighting(0.3, 500)), 'warn', 'well clear it is less again')
})

test('requires that at least one of the two vessels is under way', () => {
  const slow = knots(0.9)
  const fast = knots(1.1)
  const level = (own: number | undefined, speed: number | undefined) =>
    new Trial().level(sighting(0.1, 60, { speed }), { speed: own, isResting: false })
  assert.equal(level(slow, slow), 'none')
  assert.equal(level(fast, slow), 'alarm')
  assert.equal(level(slow, fast), 'alarm')
  assert.equal(level(undefined, slow), 'none')
})

test('ends alerts at anchor and raises none', () => {
  const trial = new Trial()
  const resting = { speed: 3, isResting: true }
  assert.equal(new Trial().level(sighting(0.1, 60), resting), 'none')
  assert.equal(trial.level(sighting(0.1, 100)), 'alarm')
  const levels = Array.from({ length: 15 }, () => trial.level(sighting(0.1, 99), resting))
  assert.deepEqual([levels.at(-2), levels.at(-1)], ['none', undefined])
})

test('keeps the alert of a silent vessel until its closest approach has passed', () => {
  for (const silent of [undefined, sighting(0, 0, { approach: null })]) {
    const trial = new Trial()
    assert.equal(trial.level(sighting(0.1, 100)), 'alarm')
    for (let seconds = 0; seconds < 114; seconds++) assert.equal(trial.level(silent), 'none')
    assert.equal(trial.level(silent), undefined)
  }
})

test('neither raises again nor leaves active what an earlier run raised', () => {
  const trial = new Trial()
  trial.watch.adopt('230012345', 'warn', 0)
  assert.equal(trial.level(sighting(0.4, 500)), 'none')
  const other = new Trial()
  other.watch.adopt('230012345', 'warn', 0)
  const levels = Array.from({ length: 75 }, () => other.level(undefined))
  assert.deepEqual([levels.at(-2), levels.at(-1)], ['none', undefined])
})

test('retries what could not be sent', () => {
  const trial = new Trial()
  assert.equal(trial.level(sighting(0.1, 100)), 'alarm')
  trial.watch.forget('230012345')
  assert.equal(trial.level(sighting(0.1, 99)), 'alarm')
})

const crowd = (count: number, miles: number, timeTo: number): Sighting[] =>
  Array.from({ length: count }, (_, number) =>
    sighting(miles, timeTo, { id: `n${number}`, name: `N${number}` }),
  )

test('raises at most twenty-four alerts, and one about the others', () => {
  const { watch } = new Trial()
  const changes = watch.evaluate(crowd(400, 0, 500), sailing, 1)
  assert.equal(changes.length, 25)
  assert.deepEqual(changes.at(-1), { id: 'more-vessels', level: 'alarm', more: 376 })
  assert.equal(moreConditionOf(376, 'alarm').message, 'and 376 more vessels will come too near')
  assert.equal(moreConditionOf(1, 'warn').message, 'and 1 more vessel will come too near')
  assert.equal(watch.active.length, 25)
})

test('lists a near vessel at once, however many far ones there are, instead of the farthest', () => {
  const { watch } = new Trial()
  const far = crowd(400, 0, 500).map((each, number) => ({
    ...each,
    approach: { distance: 0, timeTo: 400 + (number % 100) },
  }))
  watch.evaluate(far, sailing, 1)
  const before = new Set(watch.active)
  const near = sighting(0.1, 120)
  const changes = watch.evaluate([...far, near], sailing, 2)
  assert.deepEqual(
    changes.map(({ id, level }) => [id, level]),
    [
      [[...before].find((id) => !watch.active.includes(id)), undefined],
      [near.id, 'alarm'],
    ],
  )
  assert.equal(watch.active.length, 25)
})

test('a warning gives way to an alarm, and nearly equal vessels do not alternate', () => {
  const { watch } = new Trial()
  watch.evaluate(crowd(30, 0.4, 60), sailing, 1)
  const alarm = sighting(0.19, 590)
  assert.ok(watch.evaluate([...crowd(30, 0.4, 60), alarm], sailing, 2).some(({ id }) => id === alarm.id))
  const other = new Trial().watch
  const two = (second: number): Sighting[] =>
    crowd(48, 0.1, 300).map((each, number) => ({
      ...each,
      approach: { distance: 0, timeTo: 300 + 10 * ((number + second) % 2) },
    }))
  other.evaluate(two(0), sailing, 1)
  for (let second = 1; second < 60; second++)
    assert.deepEqual(other.evaluate(two(second), sailing, 1 + second), [])
})

test('a crowd that has passed leaves no alert', () => {
  const { watch } = new Trial()
  watch.evaluate(crowd(100, 0, 100), sailing, 1)
  for (let second = 2; second < 20; second++) watch.evaluate(crowd(100, 0, -second), sailing, second)
  assert.deepEqual(watch.active, [])
  watch.adopt('more-vessels', 'alarm', 20)
  assert.deepEqual(watch.evaluate([], sailing, 21), [{ id: 'more-vessels', level: undefined }])
})

test('the message contains the name and the limit, which stay true; the context names the vessel', () => {
  const tern = { context: 'vessels.urn:mrn:imo:mmsi:230012345', label: 'TERN' }
  assert.deepEqual(conditionOf(tern, 'warn', limits), {
    state: 'warn',
    method: ['visual'],
    message: 'TERN will come nearer than 0.5 NM',
    context: tern.context,
  })
  const { method, message } = conditionOf(tern, 'alarm', limits)
  assert.deepEqual([method, message], [['visual', 'sound'], 'TERN will come nearer than 0.2 NM'])
})
