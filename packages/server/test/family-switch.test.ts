import type { AuditPage, FamilySwitchView } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accessApi, Crew, crewKinds } from '@marinedata/testing/boats/crew'
import { assertProblem } from '@marinedata/testing/exchange'
import { StreamListener } from '@marinedata/testing/stream-listener'

const limit = { timeout: 300_000 }
const settings = { announce: { mdns: false, plotters: false } } as const
const path = `${accessApi}/family`
const off = { open: false, wanted: false, fixed: false }

const look = (crew: Crew): Promise<FamilySwitchView> => crew.must(`GET ${path}`)

const isServed = async (crew: Crew): Promise<boolean> =>
  (await crew.ask('nobody', 'GET /signalk')).status === 200

test('the owner serves apps of the family from the next start on, and ends it', limit, async () => {
  await using crew = await Crew.start({ settings })
  assert.deepEqual(await look(crew), off)
  const switchTo = (wanted: boolean) => crew.must<FamilySwitchView>(`PUT ${path}`, { wanted })
  assert.deepEqual(await switchTo(true), { open: false, wanted: true, fixed: false })
  assert.equal(await isServed(crew), false, 'not before the next start')
  await crew.boat.restart()
  assert.deepEqual(await look(crew), { open: true, wanted: true, fixed: false })
  assert.equal(await isServed(crew), true)
  const headers = { authorization: `Bearer ${crew.tokens.viewer}` }
  await using stream = await StreamListener.open(crew.url, '?subscribe=none', { word: 'signalk', headers })
  assert.equal((await stream.ask({ subscribe: [{ path: '*' }] })).statusCode, 200)
  assert.deepEqual(await switchTo(false), { open: true, wanted: false, fixed: false })
  await crew.boat.restart()
  assert.deepEqual(await look(crew), off)
  assert.equal(await isServed(crew), false)
  const audit = await crew.must<AuditPage>(`GET ${accessApi}/audit?kind=access&limit=50`)
  const switched = audit.flatMap((entry) =>
    'operation' in entry && entry.subject === 'family' ? [`${entry.actor.name} ${entry.operation}`] : [],
  )
  assert.deepEqual(switched, ['the-owner family-switched-off', 'the-owner family-switched-on'])
})

for (const family of [true, false])
  test(`the setting family: ${family} decides, and the switch is refused`, limit, async () => {
    await using crew = await Crew.start({ settings: { ...settings, family } })
    const fixed = { open: family, wanted: family, fixed: true }
    assert.deepEqual(await look(crew), fixed)
    const refused = await crew.ask('owner', `PUT ${path}`, { body: { wanted: !family } })
    assertProblem(refused, 'fixed-by-settings')
    assert.deepEqual(await look(crew), fixed)
    await crew.boat.restart()
    assert.equal(await isServed(crew), family)
  })

test('only an owner sees and switches it', limit, async () => {
  await using crew = await Crew.start({ settings })
  for (const kind of crewKinds.filter((known) => known !== 'owner'))
    for (const method of ['GET', 'PUT']) {
      const asking = method === 'PUT' ? { body: { wanted: true } } : {}
      const { status } = await crew.ask(kind, `${method} ${path}`, asking)
      assert.ok([401, 403].includes(status), `${method} by ${kind}: ${status}`)
    }
  assertProblem(await crew.ask('owner', `PUT ${path}`, { body: { wanted: 'yes' } }), 'invalid-body')
  assert.deepEqual(await look(crew), off)
})
