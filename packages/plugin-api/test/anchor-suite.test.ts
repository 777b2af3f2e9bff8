import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertFailures, failuresOf } from './suite-failures.ts'

const noFix = 'refuses to drop the anchor without a position'
const half = 'refuses to drop the anchor with an incomplete or invalid position'
const old = 'refuses to drop the anchor with a stale position'
const equator = 'drops and watches on the equator, where the latitude is zero'
const bounds = 'refuses a radius outside 5 to 2000 metres, or none, and does not clamp it'
const notDown = 'refuses a radius while the anchor is raised'
const geometry = 'repositions the anchor to the end of the rode in the direction of the mean heading'
const rode = 'refuses a rode that is missing or too short to reach the ground'
const direction = 'refuses to reposition without a heading'
const again = 'a second drop moves the anchor to the new position'
const raise = 'a raised anchor has no position, radius or rode; raising it again changes nothing'
const killed = 'resumes the same watch after a kill and restart'
const leaves = 'raises the alarm when the boat leaves the circle and stays outside'
const wild = 'raises no alarm for a single position far away'
const lost = 'without a position, reports no distance, warns, and then raises the alarm'
const silent = 'reports often enough that an anchor that is down is never offline'
const report = 'watches a radius from the command on'

/** A flaw, the case that finds it, and one that must still pass. */
const flawed: readonly (readonly [flaw: string, finds: string, passes: string])[] = [
  ['drops without a position', noFix, bounds],
  ['takes half a position for a whole one', half, noFix],
  ['does not look how old a position is', old, half],
  ['takes zero for nothing', equator, geometry],
  ['makes a radius fit', bounds, report],
  ['has a radius without an anchor', notDown, report],
  ['takes the last heading for the mean', geometry, rode],
  ['takes the rode for the reach', geometry, direction],
  ['adds headings up', geometry, direction],
  ['does not check the rode', rode, geometry],
  ['guesses where the anchor lies', direction, geometry],
  ['leaves the anchor where it fell first', again, equator],
  ['cannot be raised twice', raise, killed],
  ['forgets the anchor when it is killed', killed, raise],
  ['never alarms', leaves, wild],
  ['alarms at once', wild, leaves],
  ['is well without a position', lost, leaves],
  ['tells only what it is asked', silent, bounds],
]

describe('the anchor watch suite', { concurrency: 2 }, () => {
  test('passes a watch without a flaw', async () => {
    assert.deepEqual(await failuresOf({ suite: 'flawed-anchor', group: 'the ' }), [])
  })

  for (const [flaw, finds, passes] of flawed)
    test(`fails a watch that ${flaw}`, async () => {
      const words = [flaw, finds, passes]
      await assertFailures({ suite: 'flawed-anchor', group: 'the anchor watch', words }, [finds])
    })
})
