import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DefaultPilot, type ChoiceStore, type PilotChoice } from './default-pilot.ts'

/** What stays on disk when the server ends. */
const disk = (kept?: PilotChoice): ChoiceStore & { kept: PilotChoice | undefined } => ({
  kept,
  load() {
    return this.kept
  },
  save(choice) {
    this.kept = choice
  },
})
const spare: PilotChoice = { id: 'spare', provider: 'simulator' }

test('nobody is the default until someone comes into question', () => {
  assert.equal(new DefaultPilot(disk()).id, undefined)
})

test('the first that comes into question is taken, and no other after it', () => {
  const pilot = new DefaultPilot(disk())
  assert.equal(pilot.assign('main'), true)
  assert.equal(pilot.assign('spare'), false)
  assert.equal(pilot.id, 'main')
})

test('what came about by itself is not written down', () => {
  const store = disk()
  new DefaultPilot(store).assign('main')
  assert.equal(store.kept, undefined)
})

test('a choice wins over what came about by itself, and is written down', () => {
  const store = disk()
  const pilot = new DefaultPilot(store)
  pilot.assign('main')
  pilot.choose(spare)
  assert.equal(pilot.id, 'spare')
  assert.deepEqual(store.kept, spare)
})

test('a choice from before holds from the start, and nobody takes its place', () => {
  const pilot = new DefaultPilot(disk(spare))
  assert.deepEqual(pilot.chosen, spare)
  assert.equal(pilot.assign('main'), false)
  assert.equal(pilot.id, 'spare')
})

test('when the one that came about by itself is gone, the place is free', () => {
  const pilot = new DefaultPilot(disk())
  pilot.assign('main')
  pilot.drop('spare')
  assert.equal(pilot.id, 'main')
  pilot.drop('main')
  assert.equal(pilot.id, undefined)
  assert.equal(pilot.assign('spare'), true)
})

test('a choice holds also while the chosen one is gone: nobody else is asked instead', () => {
  const pilot = new DefaultPilot(disk())
  pilot.assign('main')
  pilot.choose(spare)
  pilot.drop('spare')
  assert.equal(pilot.id, 'spare')
  assert.equal(pilot.assign('main'), false)
})
