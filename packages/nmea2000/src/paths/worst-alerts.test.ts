import type { Condition } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WorstAlerts } from './worst-alerts.ts'

const path = 'notifications.propulsion.port.overTemperature'
const normal: Condition = { state: 'normal', method: [], message: '' }
const alarm: Condition = { state: 'alarm', method: ['visual', 'sound'], message: 'hot' }

test('an alert ends when the last device that reported it says so', () => {
  const alerts = new WorstAlerts()
  const states = [
    { device: 'a', condition: alarm },
    { device: 'b', condition: normal },
    { device: 'b', condition: alarm },
    { device: 'a', condition: normal },
    { device: 'b', condition: normal },
  ].map((alert) => alerts.take({ path, ...alert }).state)
  assert.deepEqual(states, ['alarm', 'alarm', 'alarm', 'alarm', 'normal'])
})
