import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isProvider, isReliedOn } from './providers.ts'

test('the failure of a plugin is an alarm only when the crew relies on it', () => {
  assert.ok(isReliedOn({ provides: ['anchor'] }))
  assert.ok(isReliedOn({ provides: ['autopilot'] }))
  assert.ok(isReliedOn({ offers: { buses: ['nmea2000'] } }))
  assert.ok(isReliedOn({ notifications: ['notifications.navigation.closestApproach.*'] }))
  assert.ok(isReliedOn(undefined), 'a manifest that cannot be read')
  assert.ok(!isReliedOn({}))
  assert.ok(!isReliedOn({ provides: ['history'], notifications: [] }))
})

test('a plugin that watches for distress is restarted without limit, like an anchor watch', () => {
  assert.ok(isProvider({ provides: ['anchor'] }))
  assert.ok(isProvider({ notifications: ['notifications.safetyText.*', 'notifications.distress.*'] }))
  assert.ok(!isProvider({ notifications: ['notifications.navigation.closestApproach.*'] }))
  assert.ok(!isProvider({ notifications: ['notifications.distressed', '*'] }))
})
