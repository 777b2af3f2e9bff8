import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PublishedPaths } from './published-paths.ts'

test('the first entry that matches a path decides its period, and an alarm does not wait', () => {
  const paths = new PublishedPaths(['tanks.fuel.*=60', 'tanks.*', 'notifications.*'], 5)
  assert.deepEqual(
    ['tanks.fuel.0.currentLevel', 'tanks.water.0.currentLevel', 'notifications.mob', 'navigation.log'].map(
      (path) => paths.periodMsOf(path),
    ),
    [60_000, 5_000, 0, undefined],
  )
  assert.deepEqual(paths.subscriptions, [
    { path: 'tanks.fuel.*', period: 60_000 },
    { path: 'tanks.*', period: 5_000 },
    { path: 'notifications.*' },
  ])
})

test('a period of more than an hour and a text that is no pattern are refused', () => {
  assert.throws(() => new PublishedPaths(['tanks.*=3601'], 5), /at most 3600 seconds/)
  assert.throws(() => new PublishedPaths(['tanks..level'], 5), /not a path or a pattern/)
})
