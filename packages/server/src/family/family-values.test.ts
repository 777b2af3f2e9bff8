import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withFamilyValues, type FamilyLookups } from './family-values.ts'

const lookups: FamilyLookups = {
  actionsOf: () => ['tack'],
  resourceOf: (kind, id) => ({
    kind: kind === 'pointsOfInterest' ? 'notes' : kind,
    id,
    shape: kind === 'routes' && id === 'r1' ? { name: 'Home' } : undefined,
  }),
  canPut: (path) => path === 'electrical.switches.light.state',
}

const translated = (path: string, value: unknown): unknown => {
  const update = { $source: 'pilot', timestamp: '2026-01-01T00:00:00.000Z', values: [{ path, value }] }
  const text = withFamilyValues(JSON.stringify({ context: 'vessels.self', updates: [update] }), lookups)
  return (JSON.parse(text) as { updates: { values: unknown }[] }).updates[0]?.values
}

test('a changed resource is sent with its own path, and a removed one as null', () => {
  const change = { revision: 1, id: 'r1', change: 'made' }
  assert.deepEqual(translated('resources.routes', change), [
    { path: 'resources.routes.r1', value: { name: 'Home' } },
  ])
  assert.deepEqual(translated('resources.routes', { ...change, change: 'removed' }), [
    { path: 'resources.routes.r1', value: null },
  ])
  assert.deepEqual(translated('resources.logbook', change), [{ path: 'resources.logbook.r1', value: {} }])
  assert.deepEqual(translated('resources.pointsOfInterest', change), [
    { path: 'resources.notes.r1', value: {} },
  ])
})

test('the status of an alert says what can be done', () => {
  const alert = { state: 'alarm', method: ['visual'], message: 'Bilge', id: 'a', raisedAt: 'then' }
  const value = (status: string, more: object = {}) =>
    (translated('notifications.bilge', { ...alert, status, ...more }) as { value: object }[])[0]?.value
  assert.deepEqual(value('acknowledged'), {
    ...alert,
    createdAt: 'then',
    status: {
      silenced: false,
      acknowledged: true,
      canSilence: true,
      canAcknowledge: true,
      canClear: false,
    },
  })
  const raised = value('silenced', { raisedBy: 'Anna', state: 'emergency' }) as { status: object }
  assert.deepEqual(raised.status, {
    silenced: true,
    acknowledged: false,
    canSilence: false,
    canAcknowledge: true,
    canClear: true,
  })
})

test('a notification without an alert, and a lost one, stay as they are', () => {
  const normal = { state: 'normal', method: [], message: '' }
  assert.deepEqual(translated('notifications.bilge', normal), [
    { path: 'notifications.bilge', value: normal },
  ])
  assert.deepEqual(translated('notifications.bilge', null), [{ path: 'notifications.bilge', value: null }])
})

test('values of the course that someone else has written in another shape stay as they are', () => {
  const path = 'navigation.courseGreatCircle.guidance'
  for (const value of [null, 1, 'north', [], { route: 7 }, { route: { id: 1 } }])
    assert.deepEqual(translated(path, value), [{ path, value }], JSON.stringify(value))
})

test('the active route ends with the course, and not with the position of the boat', () => {
  const path = 'navigation.courseGreatCircle.guidance'
  const sent = (reason: string): unknown => translated(path, { status: 'invalid', reason })
  const without = (reason: string) => ({ path, value: { status: 'invalid', reason } })
  assert.deepEqual(sent('no-position'), [without('no-position')])
  assert.deepEqual(sent('no-course'), [
    without('no-course'),
    { path: 'navigation.course.activeRoute', value: null },
  ])
})

test('the actions of an engaged autopilot are listed', () => {
  assert.deepEqual(translated('steering.autopilot.engaged', true), [
    { path: 'steering.autopilot.engaged', value: true },
    { path: 'steering.autopilot.availableActions', value: ['tack'] },
  ])
})

test('other values are not parsed', () => {
  const text = '{"context":"vessels.self","updates":[{"values":[{"path":"navigation.position","value":1}]}'
  assert.equal(withFamilyValues(text, lookups), text)
})

test('metadata of own ship says which paths can be put', () => {
  const put = (context: string, path: string): unknown => {
    const delta = { context, updates: [{ timestamp: 'now', meta: [{ path, value: { description: 'On' } }] }] }
    const text = withFamilyValues(JSON.stringify(delta), lookups)
    return (JSON.parse(text) as { updates: { meta: { value: object }[] }[] }).updates[0]?.meta[0]?.value
  }
  const light = 'electrical.switches.light.state'
  assert.deepEqual(put('vessels.self', light), { description: 'On', supportsPut: true })
  assert.deepEqual(put('vessels.self', 'navigation.speedOverGround'), { description: 'On' })
  assert.deepEqual(put('vessels.urn:mrn:imo:mmsi:230000002', light), { description: 'On' })
})
