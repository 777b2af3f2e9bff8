import type { AuditEvent, ResourceChange, Waypoint, WaypointCompleted } from '@marinedata/model'
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { askCourse, at, mustCourse, waypointsApi } from './course-asking.ts'
import { accessApi, Crew } from '@marinedata/testing/boats/crew'
import { assertProblem } from '@marinedata/testing/exchange'
import { startBoat, type Boat } from '@marinedata/testing/boats/start-boat'
import { startCli, temporaryFolder } from '@marinedata/testing/boats/start-cli'
import { StreamListener, type ReceivedValue } from '@marinedata/testing/stream-listener'

const limit = { timeout: 300_000 }
const completed = { state: 'COMPLETED', statusCode: 200, message: 'OK' }
const holding = { name: 'Good holding', position: at(59.9, 23) }

suite('waypoints', { concurrency: 1 }, () => {
  let boat: Boat
  before(async () => {
    boat = await startBoat()
  })
  after(() => boat[Symbol.asyncDispose]())

  test('a waypoint is created, read, renamed, moved and removed', limit, async () => {
    const made = await mustCourse<WaypointCompleted>(boat.url, 'POST waypoints', holding)
    const { waypoint, ...envelope } = made
    assert.deepEqual(envelope, completed)
    assert.deepEqual(waypoint, { id: waypoint.id, ...holding })
    assert.deepEqual(await mustCourse(boat.url, 'GET waypoints'), [waypoint])
    assert.deepEqual(await mustCourse(boat.url, `GET waypoints/${waypoint.id}`), waypoint)
    const anew = { name: 'Mud', position: at(59.91, 23) }
    const changed = await mustCourse<WaypointCompleted>(boat.url, `PUT waypoints/${waypoint.id}`, anew)
    assert.deepEqual(changed, { ...completed, waypoint: { id: waypoint.id, ...anew } })
    assert.deepEqual(await mustCourse(boat.url, `DELETE waypoints/${waypoint.id}`), changed)
    assert.deepEqual(await mustCourse(boat.url, 'GET waypoints'), [])
    for (const ask of ['GET', 'DELETE', 'PUT'])
      assertProblem(
        await askCourse(boat.url, `${ask} waypoints/${waypoint.id}`, ask === 'PUT' ? { body: anew } : {}),
        'waypoint-not-found',
      )
  })

  test('every change reaches the stream, with the id and the next revision', limit, async () => {
    await using listener = await StreamListener.open(boat.url)
    const { waypoint } = await mustCourse<WaypointCompleted>(boat.url, 'POST waypoints', holding)
    const seen = async (change: ResourceChange['change']): Promise<ResourceChange> => {
      const isWanted = ({ path, value }: ReceivedValue): boolean =>
        path === 'resources.waypoints' &&
        (value as ResourceChange).id === waypoint.id &&
        (value as ResourceChange).change === change
      return (await listener.firstValue(isWanted)).value as ResourceChange
    }
    const { revision, ...made } = await seen('made')
    assert.deepEqual(made, { id: waypoint.id, change: 'made' })
    await mustCourse(boat.url, `PUT waypoints/${waypoint.id}`, holding)
    assert.deepEqual(await seen('changed'), { id: waypoint.id, change: 'changed', revision: revision + 1 })
    await mustCourse(boat.url, `DELETE waypoints/${waypoint.id}`)
    assert.deepEqual(await seen('removed'), { id: waypoint.id, change: 'removed', revision: revision + 2 })
  })

  const wrong: readonly (readonly [title: string, change: object])[] = [
    ['without a name', { name: undefined }],
    ['with an empty name', { name: '' }],
    ['with a name that is too long', { name: 'x'.repeat(129) }],
    ['without a place', { position: undefined }],
    ['with half a place', { position: { latitude: 60 } }],
    ['beyond the pole', { position: at(91, 0) }],
    ['whose place is text', { position: { latitude: '60', longitude: '20' } }],
    ['that names its own id', { id: 'mine' }],
  ]
  for (const [title, change] of wrong)
    test(`a waypoint ${title}: invalid-body`, limit, async () => {
      assertProblem(
        await askCourse(boat.url, 'POST waypoints', { body: { ...holding, ...change } }),
        'invalid-body',
      )
      assert.deepEqual(await mustCourse(boat.url, 'GET waypoints'), [])
    })

  test('accepts a thousand waypoints and rejects the next', { timeout: 300_000 }, async () => {
    for (let count = 0; count < 1_000; count += 50)
      await Promise.all(Array.from({ length: 50 }, () => mustCourse(boat.url, 'POST waypoints', holding)))
    assertProblem(await askCourse(boat.url, 'POST waypoints', { body: holding }), 'storage-full')
    assert.equal((await mustCourse<Waypoint[]>(boat.url, 'GET waypoints')).length, 1_000)
  })
})

test('waypoints survive a kill', limit, async () => {
  await using folder = await temporaryFolder()
  const stood = await (async () => {
    await using server = await startCli({ folder: folder.path })
    for (const name of ['One', 'Two']) await mustCourse(server.url, 'POST waypoints', { ...holding, name })
    const seen = await mustCourse<Waypoint[]>(server.url, 'GET waypoints')
    await server.end('SIGKILL')
    return seen
  })()
  assert.deepEqual(
    stood.map(({ name }) => name),
    ['One', 'Two'],
  )
  await using again = await startCli({ folder: folder.path })
  assert.deepEqual(await mustCourse(again.url, 'GET waypoints'), stood)
})

test(
  'every role reads waypoints; only the helm role changes them, and the audit has the person',
  limit,
  async () => {
    await using crew = await Crew.start()
    for (const kind of ['viewer', 'crew', 'helm', 'owner'] as const)
      assert.equal((await crew.ask(kind, `GET ${waypointsApi}`)).status, 200)
    for (const kind of ['viewer', 'crew', 'device'] as const)
      assertProblem(await crew.ask(kind, `POST ${waypointsApi}`, { body: holding }), 'forbidden')
    assert.equal((await crew.ask('helm', `POST ${waypointsApi}`, { body: holding })).status, 200)
    const audit = await crew.must<AuditEvent[]>(`GET ${accessApi}/audit?kind=course`)
    assert.deepEqual(
      audit.map(({ operation, actor }) => [operation, actor.name]),
      [['waypoint-made', 'the-helm']],
    )
  },
)
