import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { ManualClock } from '#manual-clock.ts'
import { Playback } from './playback.ts'

const self = 'vessels.urn:mrn:imo:mmsi:230099999'
const startTime = '2026-06-01T12:00:00.000Z'
const start = Date.parse(startTime)

const changeAt = (seconds: number) => ({
  context: 'vessels.self',
  path: 'navigation.speedOverGround',
  source: 'gps',
  at: start + seconds * 1_000,
  value: seconds,
})

test('a playback starts at its start time, however long the connection took to open', async () => {
  const clock = new ManualClock()
  const recorded = [0, 1, 2].map(changeAt)
  const sent: string[] = []
  using playback = new Playback({
    clock,
    self,
    startTime,
    rate: 10,
    async *play(question) {
      assert.equal(question.ask, 'play')
      yield question.ask === 'play' ? recorded.filter(({ at }) => at >= question.from) : []
    },
    send: (deltas) => void sent.push(...deltas),
    isBehind: () => false,
  })
  // At ten times the speed, this would be two seconds of the recording.
  clock.advance(200)
  playback.subscribe({ subscribe: [{ path: '*' }] })
  assert.equal(playback.time, start)
  void playback.run()
  for (let turns = 0; turns < 30; turns++) {
    await turn()
    clock.advance(10)
  }
  assert.deepEqual(
    sent.map((json) => Number(/"value":(\d)/.exec(json)?.[1])),
    [0, 1, 2],
  )
  assert.equal(playback.time, start + 3_000)
})
