import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Boat } from './boat.ts'

const defaultPilot = 'steering.autopilot.defaultPilot'
const helm = 'steering.autopilot.helm'

/** Publishes a new default as the registry does: the previous autopilot sends null at the same time. */
const choose = (boat: Boat, id: string, before: string): void => {
  boat.write({ [defaultPilot]: null }, { source: before })
  boat.write({ [defaultPilot]: id }, { source: id })
}

test('shows the new default autopilot after every change', () => {
  const boat = new Boat()
  boat.write({ [defaultPilot]: 'main' }, { source: 'main' })
  choose(boat, 'spare', 'main')
  assert.equal(boat.leaf(defaultPilot)?.value, 'spare')
  choose(boat, 'main', 'spare')
  assert.equal(boat.leaf(defaultPilot)?.value, 'main')
})

test('decisions of the server never become stale, however often they are published', () => {
  const boat = new Boat()
  boat.write({ [defaultPilot]: 'main', [helm]: 'Anna' }, { source: 'main' })
  boat.pass(1_000)
  boat.write({ [defaultPilot]: 'main', [helm]: 'Bert' }, { source: 'main' })
  boat.pass(3_600_000)
  assert.deepEqual([boat.leaf(defaultPilot)?.isStale, boat.leaf(helm)?.isStale], [false, false])
})
