import { Boat, MarineDataError, outcomeOf, watch } from '@marinedata/client'
import type { Pairing } from '@marinedata/model'
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { accessApi, Crew } from '@marinedata/testing/boats/crew'
import { PilotBoat } from '@marinedata/testing/boats/pilot-boat'

const limit = { timeout: 300_000 }

test('every feature of the client works with a boat', limit, async ({ signal }) => {
  await using simulated = await PilotBoat.start()
  const boat = new Boat({ url: simulated.url })

  const { self } = await boat.root()
  assert.equal((await boat.discover()).server.id, (await boat.discover()).server.id)
  assert.match(self, /^vessels\./)
  for await (const { path, value, source } of watch(boat, ['navigation.speedOverGround'], { signal })) {
    assert.deepEqual([path, source], ['navigation.speedOverGround', 'simulator.gps'])
    assert.ok(value === null || value >= 0)
    break
  }
  assert.equal(typeof (await boat.value('navigation.speedOverGround')).value, 'number')

  assert.deepEqual(Object.keys(await boat.autopilots.list()).toSorted(), ['main', 'spare'])
  await boat.autopilots.engage('main')
  const { value: before } = await boat.autopilots.getTarget('main')
  await boat.autopilots.adjust('main', { value: 10, units: 'deg' })
  const { value: after } = await boat.autopilots.getTarget('main')
  assert.ok(Math.abs((after ?? 0) - (before ?? 0) - Math.PI / 18) < 0.001)
  const far = await outcomeOf(boat.autopilots.setTarget('main', { value: 300 }))
  assert.ok(!far.ok && far.code === 'invalid-value', JSON.stringify(far))
  await boat.autopilots.disengage('main')

  const { alert } = await boat.alerts.raise({
    state: 'alert',
    path: 'notifications.trial',
    message: 'A test',
  })
  assert.ok((await boat.alerts.list()).some(({ id }) => id === alert.id))
  assert.equal((await boat.alerts.acknowledge(alert.id)).alert.status, 'acknowledged')

  const position = { latitude: 60.1, longitude: 24.9 }
  const { waypoint } = await boat.resources.makeWaypoint({ name: 'Home', position })
  assert.deepEqual((await boat.resources.getWaypoint(waypoint.id)).position, position)
  assert.equal((await boat.course.setDestination({ position })).state, 'COMPLETED')
  await boat.course.end()

  assert.equal((await boat.plugins.get('simulator')).state, 'running')
  const unknown = await outcomeOf(boat.plugins.get('no-such-plugin'))
  assert.ok(!unknown.ok && unknown.code === 'plugin-not-found')
  const history = await outcomeOf(
    boat.history.values({ paths: 'navigation.speedOverGround', duration: '60' }),
  )
  assert.ok(!history.ok && history.code === 'no-history-provider')
  const anchor = await outcomeOf(boat.anchor.get())
  assert.ok(!anchor.ok && anchor.code === 'no-provider')
  assert.equal((await boat.vessel.get()).revision, 0)
  assert.deepEqual(await boat.charts.list(), [])
  assert.equal((await boat.access.me()).boat, 'open')
  assert.deepEqual((await boat.server.info()).ignoredSettings, [])
})

suite('pairing of a program', () => {
  test('is one call, and ends with a token of the role that the owner chose', limit, async () => {
    await using crew = await Crew.start()
    const approve = async (digits: string): Promise<void> => {
      const [asked] = await crew.must<Pairing[]>(`GET ${accessApi}/pairings`)
      await crew.must(`POST ${accessApi}/pairings/${asked!.id}/approve`, { digits, role: 'viewer' })
    }
    let approved: Promise<void> | undefined
    const onDigits = (digits: string): void => void (approved = approve(digits))
    const boat = await Boat.pair({ url: crew.url, name: 'Masthead app', onDigits })
    await approved
    assert.match(boat.token ?? '', /^mdt_/)
    const { name, roles } = await boat.access.me()
    assert.deepEqual({ name, roles }, { name: 'Masthead app', roles: ['viewer'] })
    await using stream = boat.stream()
    assert.deepEqual((await stream.opened({ timeoutMs: limit.timeout })).roles, ['viewer'])
  })

  test('ends when the owner rejects it, or when the program gives up', limit, async () => {
    await using crew = await Crew.start()
    const reject = async (): Promise<void> => {
      const [asked] = await crew.must<Pairing[]>(`GET ${accessApi}/pairings`)
      await crew.must(`DELETE ${accessApi}/pairings/${asked!.id}`)
    }
    let rejected: Promise<void> | undefined
    const onDigits = (): void => void (rejected = reject())
    await assert.rejects(Boat.pair({ url: crew.url, name: 'A stranger', onDigits }), MarineDataError)
    await rejected
    const leaving = new AbortController()
    const pairing = Boat.pair({
      url: crew.url,
      name: 'Impatient app',
      onDigits: () => leaving.abort(new Error('not now')),
      signal: leaving.signal,
    })
    await assert.rejects(pairing, { message: 'not now' })
  })
})
