import assert from 'node:assert/strict'
import { test } from 'node:test'
import { degrees } from '#water/units.ts'
import { moved } from '#water/plane.ts'
import { windShiftAdvice } from './advice.ts'
import { NoFix } from './no-fix.ts'
import { byGravity, metres, timeSpan, type Notice } from './notice.ts'
import { ForgottenWatchHint } from './forgotten-watch-hint.ts'

test('warns after 15 s without a position, alarms after 60 s, and one position ends it', () => {
  const noFix = new NoFix(0, false)
  const levels = [9, 10, 14, 15, 59, 60].map((now) => noFix.notice(now)?.level)
  assert.deepEqual(levels, [undefined, 'alert', 'alert', 'warn', 'warn', 'alarm'])
  noFix.seen(61)
  assert.equal(noFix.notice(62), undefined)
})

test('reports from the start that there has been no position yet', () => {
  const noFix = new NoFix(0, true)
  assert.equal(noFix.notice(0)?.level, 'alert')
  assert.match(noFix.notice(0)?.message ?? '', /^No position yet/)
  assert.equal(noFix.notice(60)?.level, 'alarm')
})

test('the message contains the reason and the source', () => {
  const noFix = new NoFix(0, false)
  noFix.refused('half', 'gps')
  assert.equal(
    noFix.notice(23)?.message,
    'No position for 23 s, the receiver sends half a position (gps): the anchor is not watched',
  )
})

test('sorts by level', () => {
  const notice = (level: Notice['level']): Notice => ({ reason: 'none', level, message: '' })
  const sorted = byGravity([notice('alert'), notice('emergency'), notice('warn'), notice('alarm')])
  assert.deepEqual(
    sorted.map(({ level }) => level),
    ['emergency', 'alarm', 'warn', 'alert'],
  )
})

test('formats numbers for sailors', () => {
  assert.equal(metres(37.6), '38 m')
  assert.equal(metres(1_754_715), '1,755 km')
  assert.deepEqual([12, 119, 120, 5_400, 86_400].map(timeSpan), ['12 s', '119 s', '2 min', '90 min', '24 h'])
  const { message } = windShiftAdvice({ from: degrees(300), to: degrees(5) })
  assert.equal(
    message,
    'The wind has veered 65° within half an hour, from 300° to 005°: check the room to swing',
  )
})

const home = { latitude: 54, longitude: 11 }
const at = (north: number) => moved(home, { north, east: 0 })

test('asks about the watch when the boat comes in from sea and lies still for five minutes in shallow water', () => {
  const hint = new ForgottenWatchHint()
  const asked = (): Notice | undefined => hint.notice
  let now = 0
  for (let north = -2_000; north < 0; north += 3) hint.seen(at(north), now++, 6)
  assert.equal(asked(), undefined)
  const swing = (seconds: number, room: number, depth?: number): void => {
    for (let second = 0; second < seconds; second++) hint.seen(at(room * Math.sin(second / 20)), now++, depth)
  }
  swing(330, 10)
  assert.equal(asked(), undefined, 'the depth is not known')
  swing(330, 10, 80)
  assert.equal(asked(), undefined, 'nobody anchors there')
  swing(1, 10, 6)
  assert.equal(asked()?.level, 'alert')
  const message = asked()?.message
  assert.equal(message, 'The boat has come to rest in 6 m of water and no anchor watch is set')
  swing(7_200, 60, 7)
  swing(600, 60)
  assert.equal(asked()?.message, message, 'once for each stop, in the same words')
  for (let north = 0; north < 400; north += 3) hint.seen(at(north), now++, 6)
  assert.equal(asked(), undefined, 'under way again')
  for (let second = 0; second < 330; second++) hint.seen(at(400), now++, 6)
  assert.ok(asked(), 'another stop')
  hint.reset()
  assert.equal(asked(), undefined)
})

test('does not ask at every start in a berth', () => {
  const hint = new ForgottenWatchHint()
  for (let second = 0; second < 7_200; second++) hint.seen(at(Math.sin(second)), second, 3)
  assert.equal(hint.notice, undefined)
})
