import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Escalation } from './escalation.ts'

const radius = 60

/** Sees the boat there once a second; gives the level after each. */
class Night {
  readonly escalation: Escalation
  now = 0

  constructor(escalation = new Escalation()) {
    this.escalation = escalation
    this.see(1, 40)
  }

  see(seconds: number, distance: number): this {
    for (let second = 0; second < seconds; second++) {
      this.now++
      this.escalation.seen(distance, radius, this.now)
      this.escalation.tick(this.now)
    }
    return this
  }

  get level(): string {
    return this.escalation.state.level
  }
}

test('a boat inside is well, one near the edge is warned of after ten seconds', () => {
  const night = new Night().see(600, 50)
  assert.equal(night.level, 'normal')
  night.see(10, 52)
  assert.equal(night.level, 'normal')
  night.see(1, 52)
  assert.equal(night.level, 'warn')
})

test('an alarm needs ten seconds outside without a break', () => {
  const night = new Night().see(10, 61)
  assert.equal(night.level, 'normal')
  assert.equal(night.see(1, 40).see(10, 61).level, 'normal')
  assert.equal(night.see(1, 61).level, 'alarm')
  assert.equal(night.escalation.notice?.message, '61 m from the anchor, 1 m outside the circle for 10 s')
})

test('further than one and a half times the radius is an emergency', () => {
  assert.equal(new Night().see(11, 91).level, 'emergency')
})

test('an alarm that nobody heeds for a minute becomes an emergency; one that was acknowledged does not', () => {
  const [unheard, heard] = [new Night().see(11, 65), new Night().see(11, 65)]
  heard.escalation.acknowledge(heard.now)
  assert.equal(unheard.see(59, 65).level, 'alarm')
  assert.equal(unheard.see(1, 65).level, 'emergency')
  assert.equal(heard.see(120, 65).level, 'alarm')
})

test('an acknowledged alarm still becomes an emergency when the boat goes further, and that is not acknowledged', () => {
  const night = new Night().see(11, 65)
  night.escalation.acknowledge(night.now)
  night.see(11, 91)
  assert.equal(night.level, 'emergency')
  assert.equal(night.escalation.state.acknowledged, null)
})

test('an alarm does not end because the boat comes by inside', () => {
  const night = new Night().see(11, 65)
  night.escalation.acknowledge(night.now)
  assert.equal(night.see(500, 58).level, 'alarm', 'between 95 % and the radius')
  assert.equal(night.see(29, 50).see(1, 59).see(30, 50).level, 'alarm')
  assert.equal(night.see(1, 50).level, 'normal')
})

test('an alarm ends in a warning while the boat is near the edge', () => {
  const night = new Night().see(11, 65)
  night.escalation.acknowledge(night.now)
  assert.equal(night.see(31, 55).level, 'warn')
  assert.equal(night.see(31, 45).level, 'normal')
})

test('each alarm is a new call; so is one that gets ten metres worse, or lasts for ten minutes', () => {
  const night = new Night().see(11, 65)
  assert.equal(night.escalation.state.episode, 1)
  night.escalation.acknowledge(night.now)
  assert.equal(night.see(60, 74).escalation.state.episode, 1)
  assert.equal(night.see(1, 76).escalation.state.episode, 2)
  night.escalation.acknowledge(night.now)
  assert.equal(night.see(599, 76).escalation.state.episode, 2)
  assert.equal(night.see(1, 76).escalation.state.episode, 3)
  night.escalation.acknowledge(night.now)
  night.see(40, 40)
  assert.equal(night.level, 'normal')
  assert.equal(night.see(11, 65).escalation.state.episode, 4)
})

test('a boat that is outside when the watch begins is not waited for', () => {
  const escalation = new Escalation({ level: 'normal', episode: 3, since: 0, acknowledged: null })
  escalation.seen(70, radius, 1)
  assert.equal(escalation.state.level, 'alarm')
  assert.equal(escalation.state.episode, 4)
})

test('what was acknowledged before a restart stays so, and its number too', () => {
  const night = new Night().see(11, 65)
  night.escalation.acknowledge(night.now)
  const after = new Escalation(night.escalation.state)
  after.seen(66, radius, night.now + 1)
  assert.deepEqual(after.state, night.escalation.state)
})

test('another circle begins anew', () => {
  const night = new Night().see(11, 65)
  night.escalation.reset()
  assert.equal(night.level, 'normal')
  night.see(1, 65)
  assert.equal(night.level, 'alarm', 'it is outside the new one too')
})
