import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Escalation } from './escalation.ts'

const radius = 60

/** Shows the boat there once a second. Returns the level after each. */
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

test('normal inside the circle, a warning after ten seconds near the edge', () => {
  const night = new Night().see(600, 50)
  assert.equal(night.level, 'normal')
  night.see(10, 52)
  assert.equal(night.level, 'normal')
  night.see(1, 52)
  assert.equal(night.level, 'warn')
})

test('the alarm needs ten uninterrupted seconds outside', () => {
  const night = new Night().see(10, 61)
  assert.equal(night.level, 'normal')
  assert.equal(night.see(1, 40).see(10, 61).level, 'normal')
  assert.equal(night.see(1, 61).level, 'alarm')
  assert.equal(night.escalation.notice?.message, '61 m from the anchor, 1 m outside the circle for 10 s')
})

test('beyond one and a half times the radius is an emergency', () => {
  assert.equal(new Night().see(11, 91).level, 'emergency')
})

test('an unacknowledged alarm becomes an emergency after a minute; an acknowledged one does not', () => {
  const [unacknowledged, acknowledged] = [new Night().see(11, 65), new Night().see(11, 65)]
  acknowledged.escalation.acknowledge(acknowledged.now)
  assert.equal(unacknowledged.see(59, 65).level, 'alarm')
  assert.equal(unacknowledged.see(1, 65).level, 'emergency')
  assert.equal(acknowledged.see(120, 65).level, 'alarm')
})

test('an acknowledged alarm becomes an unacknowledged emergency when the boat goes further', () => {
  const night = new Night().see(11, 65)
  night.escalation.acknowledge(night.now)
  night.see(11, 91)
  assert.equal(night.level, 'emergency')
  assert.equal(night.escalation.state.acknowledged, null)
})

test('the alarm does not end while the boat only passes through the circle', () => {
  const night = new Night().see(11, 65)
  night.escalation.acknowledge(night.now)
  assert.equal(night.see(500, 58).level, 'alarm', 'between 95 % and the radius')
  assert.equal(night.see(29, 50).see(1, 59).see(30, 50).level, 'alarm')
  assert.equal(night.see(1, 50).level, 'normal')
})

test('the alarm ends in a warning while the boat is near the edge', () => {
  const night = new Night().see(11, 65)
  night.escalation.acknowledge(night.now)
  assert.equal(night.see(31, 55).level, 'warn')
  assert.equal(night.see(31, 45).level, 'normal')
})

test('each alarm is a new episode; so is one that gets ten metres worse or lasts ten minutes', () => {
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

test('a boat that is outside at the start of the watch alarms at once', () => {
  const escalation = new Escalation({ level: 'normal', episode: 3, since: 0, acknowledged: null })
  escalation.seen(70, radius, 1)
  assert.equal(escalation.state.level, 'alarm')
  assert.equal(escalation.state.episode, 4)
})

test('an acknowledgement and the episode number survive a restart', () => {
  const night = new Night().see(11, 65)
  night.escalation.acknowledge(night.now)
  const after = new Escalation(night.escalation.state)
  after.seen(66, radius, night.now + 1)
  assert.deepEqual(after.state, night.escalation.state)
})

test('a new circle resets the state', () => {
  const night = new Night().see(11, 65)
  night.escalation.reset()
  assert.equal(night.level, 'normal')
  night.see(1, 65)
  assert.equal(night.level, 'alarm', 'it is outside the new one too')
})
