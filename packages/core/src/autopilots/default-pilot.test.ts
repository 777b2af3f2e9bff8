import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DefaultPilot, type ChoiceStore, type PilotChoice } from './default-pilot.ts'

/** A choice store in memory. */
const disk = (stored?: PilotChoice): ChoiceStore & { stored: PilotChoice | undefined } => ({
  stored,
  load() {
    return this.stored
  },
  save(choice) {
    this.stored = choice
  },
})
const spare: PilotChoice = { id: 'spare', provider: 'simulator' }

test('there is no default without a candidate', () => {
  assert.equal(new DefaultPilot(disk()).id, undefined)
})

test('assigns the first candidate and no later one', () => {
  const pilot = new DefaultPilot(disk())
  assert.equal(pilot.assign('main'), true)
  assert.equal(pilot.assign('spare'), false)
  assert.equal(pilot.id, 'main')
})

test('does not save an assigned default', () => {
  const store = disk()
  new DefaultPilot(store).assign('main')
  assert.equal(store.stored, undefined)
})

test('a choice replaces the assigned default and is saved', () => {
  const store = disk()
  const pilot = new DefaultPilot(store)
  pilot.assign('main')
  pilot.choose(spare)
  assert.equal(pilot.id, 'spare')
  assert.deepEqual(store.stored, spare)
})

test('a saved choice applies from the start', () => {
  const pilot = new DefaultPilot(disk(spare))
  assert.deepEqual(pilot.chosen, spare)
  assert.equal(pilot.assign('main'), false)
  assert.equal(pilot.id, 'spare')
})

test('dropping the assigned default allows a new assignment', () => {
  const pilot = new DefaultPilot(disk())
  pilot.assign('main')
  pilot.drop('spare')
  assert.equal(pilot.id, 'main')
  pilot.drop('main')
  assert.equal(pilot.id, undefined)
  assert.equal(pilot.assign('spare'), true)
})

test('a choice stays while the chosen device is missing', () => {
  const pilot = new DefaultPilot(disk())
  pilot.assign('main')
  pilot.choose(spare)
  pilot.drop('spare')
  assert.equal(pilot.id, 'spare')
  assert.equal(pilot.assign('main'), false)
})
