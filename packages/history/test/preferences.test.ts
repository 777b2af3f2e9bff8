import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openLog, temporaryFolder, TrialClock } from '#testing/trial-log.ts'

const begin = Date.UTC(2026, 5, 1, 12)

/** Two sources in turn, each reported as a preferred one. Returns how many events say which one is preferred. */
const noted = (path: string): number => {
  using folder = temporaryFolder()
  const clock = new TrialClock(begin)
  using log = openLog(folder.path, clock)
  for (let second = 0; second < 60; second++) {
    const source = second % 2 === 0 ? 'main' : 'spare'
    log.record({ context: 'vessels.self', path, source, at: clock.wall(), value: second, isPreferred: true })
    clock.advance(1_000)
  }
  log.tick()
  return log.events(0, 500).filter(({ kind }) => kind === 'preferred').length
}

test('a change of the preferred source is noted', () => {
  assert.equal(noted('navigation.headingTrue'), 60)
})

test('two autopilots have no preferred source, and fill no log', () => {
  assert.equal(noted('steering.autopilot.target'), 0)
})
