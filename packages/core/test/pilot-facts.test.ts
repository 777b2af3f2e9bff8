import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Boat } from './boat.ts'

const defaultPilot = 'steering.autopilot.defaultPilot'
const helm = 'steering.autopilot.helm'

/** As the registry tells it: the one before takes it back, in the same moment. */
const choose = (boat: Boat, id: string, before: string): void => {
  boat.hear({ [defaultPilot]: null }, { source: before })
  boat.hear({ [defaultPilot]: id }, { source: id })
}

test('there is one default pilot, whoever was it before', () => {
  const boat = new Boat()
  boat.hear({ [defaultPilot]: 'main' }, { source: 'main' })
  choose(boat, 'spare', 'main')
  assert.equal(boat.leaf(defaultPilot)?.value, 'spare')
  choose(boat, 'main', 'spare')
  assert.equal(boat.leaf(defaultPilot)?.value, 'main')
})

test('what the server decided stays good, however often it was decided', () => {
  const boat = new Boat()
  boat.hear({ [defaultPilot]: 'main', [helm]: 'Anna' }, { source: 'main' })
  boat.pass(1_000)
  boat.hear({ [defaultPilot]: 'main', [helm]: 'Bert' }, { source: 'main' })
  boat.pass(3_600_000)
  assert.deepEqual([boat.leaf(defaultPilot)?.isStale, boat.leaf(helm)?.isStale], [false, false])
})
