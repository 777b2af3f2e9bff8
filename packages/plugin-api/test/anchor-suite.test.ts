import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { failuresOf } from './suite-failures.ts'

const noFix = 'without a position the anchor cannot be dropped'
const half = 'half a position, none, or one that is nowhere is not a position'
const old = 'a position that is too old is not one to drop by'
const equator = 'on the equator, where the latitude is zero, it drops and watches as elsewhere'
const bounds = 'a radius outside 5 to 2000 metres, or none, is refused and not made to fit'
const notDown = 'an anchor that is raised has no radius'
const geometry = 'repositioned, the anchor lies at the end of the rode in the direction of the mean heading'
const rode = 'a rode that does not reach the ground, or is none, is refused'
const direction = 'without a direction the anchor is not repositioned by guessing'
const again = 'dropped again, the anchor lies at the new place'
const raise = 'raised, it has nothing left of the anchor; raised again, it is still raised'
const killed = 'killed and started again, it watches the same anchor'
const leaves = 'a boat that leaves the circle and stays outside raises the alarm'
const wild = 'a single position far away raises no alarm'
const lost = 'without a position it tells no distance, warns, and then raises the alarm'
const silent = 'while the anchor is down it is never silent for as long as would mean that nobody watches'
const report = 'a radius is watched from then on'

/** What is tried with a flaw: the case that finds it, and one that must still pass. */
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

describe('the suite for anchor watches', { concurrency: 2 }, () => {
  test('a watch without a flaw passes all of it', async () => {
    assert.deepEqual(await failuresOf({ suite: 'flawed-anchor', group: 'the ' }), [])
  })

  for (const [flaw, finds, passes] of flawed)
    test(`a watch that ${flaw} does not pass`, async () => {
      const words = [flaw, finds, passes]
      assert.deepEqual(await failuresOf({ suite: 'flawed-anchor', group: 'the anchor watch', words }), [
        finds,
      ])
    })
})
