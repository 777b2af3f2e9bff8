import assert from 'node:assert/strict'
import { performance } from 'node:perf_hooks'
import { test } from 'node:test'
import { rootFaults } from '@marinedata/model'
import { Boat, ownMmsi, vessel } from './boat.ts'

const at = '2026-01-01T00:00:00Z'
const ownId = `urn:mrn:imo:mmsi:${ownMmsi}`
const position = { latitude: 60, longitude: 20 }
const self = ['vessels', 'self']

const laden = (): Boat => {
  const boat = new Boat({
    metadata: { 'navigation.speedOverGround': { units: 'm/s', description: 'Speed' } },
  })
  boat.write({ name: 'Anna', 'communication.callsignVhf': 'OH1' }, { timestamp: at })
  boat.write({ 'navigation.position': position, 'navigation.speedOverGround': 2.5 }, { timestamp: at })
  return boat
}

const leaf = (value: unknown, source = 'gps'): object => ({ value, $source: source, timestamp: at })

test('the root object is valid and contains everything', async () => {
  const boat = laden()
  boat.write({ name: 'Buoy' }, { context: 'aton.urn:mrn:imo:mmsi:992300001', timestamp: at })
  const root = await boat.body([])
  assert.deepEqual(rootFaults(root), [])
  assert.deepEqual(root, {
    version: 'V2.0.0',
    self: `vessels.${ownId}`,
    vessels: {
      [ownId]: {
        mmsi: ownMmsi,
        communication: { callsignVhf: 'OH1' },
        name: 'Anna',
        navigation: { position: leaf(position), speedOverGround: leaf(2.5) },
      },
    },
    aton: { 'urn:mrn:imo:mmsi:992300001': { mmsi: '992300001', name: 'Buoy' } },
    sources: { gps: { label: 'gps' } },
    resources: {},
  })
})

test('the root object of an empty tree is valid', async () => {
  const root = await new Boat().body([])
  assert.deepEqual(rootFaults(root), [])
})

test('members of the root can be read separately', async () => {
  const boat = laden()
  assert.equal(await boat.body(['version']), 'V2.0.0')
  assert.equal(await boat.body(['self']), `vessels.${ownId}`)
  assert.deepEqual(await boat.body(['sources']), { gps: { label: 'gps' } })
  assert.deepEqual(await boat.body(['resources']), {})
})

test('a map contains its craft, or is empty', async () => {
  const boat = laden()
  assert.deepEqual(Object.keys((await boat.body(['vessels'])) as object), [ownId])
  assert.deepEqual(await boat.body(['aircraft']), {})
})

test('finds own ship as self and by its identifier', async () => {
  const boat = laden()
  assert.deepEqual(await boat.body(['vessels', ownId]), await boat.body(self))
})

test('a UUID in capitals finds the same craft', async () => {
  const boat = new Boat()
  const urn = 'urn:mrn:marinedata:uuid:705f5f1a-efaf-44aa-9cb8-a0fd6305567c'
  const inCapitals = urn.replace(/[0-9a-f]{8}-.*/, (uuid) => uuid.toUpperCase())
  boat.write({ name: 'Anna' }, { context: `vessels.${inCapitals}` })
  boat.write({ port: 'Turku' }, { context: `vessels.${urn}` })
  assert.deepEqual(await boat.body(['vessels', inCapitals]), { uuid: urn, name: 'Anna', port: 'Turku' })
  assert.equal(boat.tree.size.contexts, 2)
})

test('a group of paths is an object of leaves', async () => {
  assert.deepEqual(await laden().body([...self, 'navigation']), {
    position: leaf(position),
    speedOverGround: leaf(2.5),
  })
})

test('a single leaf contains its metadata', async () => {
  const boat = laden()
  const answer = await boat.body([...self, 'navigation', 'speedOverGround'])
  assert.deepEqual(answer, {
    ...leaf(2.5),
    meta: { ...boat.row('navigation.speedOverGround')?.path.metadata },
  })
})

test('metadata from a device overrides the known metadata', async () => {
  const boat = laden()
  boat.describe('navigation.speedOverGround', { displayName: 'SOG' })
  const meta = (await boat.body([...self, 'navigation', 'speedOverGround', 'meta'])) as object
  assert.deepEqual(meta, {
    ...boat.row('navigation.speedOverGround')?.path.metadata,
    displayName: 'SOG',
  })
})

test('members of a leaf and of its value can be read separately', async () => {
  const boat = laden()
  const address = [...self, 'navigation', 'position']
  assert.deepEqual(await boat.body([...address, 'value']), position)
  assert.equal(await boat.body([...address, 'value', 'latitude']), 60)
  assert.equal(await boat.body([...address, '$source']), 'gps')
  assert.equal(await boat.body([...address, 'timestamp']), at)
  assert.equal(await boat.body([...self, 'navigation', 'speedOverGround', 'meta', 'units']), 'm/s')
})

test('a second source adds the values of each source', async () => {
  const boat = laden()
  boat.write({ 'navigation.speedOverGround': 3 }, { source: 'n2k.7', timestamp: at })
  const address = [...self, 'navigation', 'speedOverGround']
  assert.deepEqual(await boat.body([...address, 'values']), {
    gps: leaf(2.5),
    'n2k.7': leaf(3, 'n2k.7'),
  })
  assert.equal(await boat.body([...address, 'values', 'n2k.7', 'value']), 3)
  assert.deepEqual(await boat.body(['sources']), { gps: { label: 'gps' }, 'n2k.7': { label: 'n2k.7' } })
})

test('a stale leaf is marked', async () => {
  const boat = laden()
  boat.pass(61_000)
  assert.deepEqual(await boat.body([...self, 'navigation', 'position']), {
    ...leaf(position),
    stale: true,
    meta: { ...boat.row('navigation.position')?.path.metadata },
  })
})

test('attributes are plain values, also when read separately', async () => {
  const boat = laden()
  assert.equal(await boat.body([...self, 'name']), 'Anna')
  assert.equal(await boat.body([...self, 'mmsi']), ownMmsi)
  assert.deepEqual(await boat.body([...self, 'communication']), { callsignVhf: 'OH1' })
  assert.equal(await boat.body([...self, 'communication', 'callsignVhf']), 'OH1')
})

test('a craft whose MMSI fits no map has the MMSI beside its UUID', async () => {
  const boat = new Boat()
  boat.write({ name: 'Tender' }, { context: 'vessels.urn:mrn:imo:mmsi:982300001' })
  const identifier = 'urn:mrn:marinedata:uuid:6d6d7369-0000-4000-8000-000982300001'
  assert.deepEqual(await boat.body(['vessels', identifier]), {
    mmsi: '982300001',
    uuid: identifier,
    name: 'Tender',
  })
})

test('an unknown address has no answer', () => {
  const { reader } = laden()
  for (const address of [
    ['boats'],
    ['version', 'more'],
    ['vessels', ''],
    ['vessels', 'urn:mrn:imo:mmsi:230999999'],
    ['aton', 'self'],
    [...self, ''],
    [...self, 'navigation', 'nothing'],
    [...self, 'navigation', ''],
    [...self, 'navigation', 'position', 'value', 'depth'],
    [...self, 'navigation', 'position', 'value', '__proto__'],
    [...self, 'navigation', 'position', 'constructor'],
    [...self, '__proto__'],
    ['__proto__'],
    ['constructor'],
  ])
    assert.equal(reader.answer(address), undefined, address.join('/'))
})

test('an address of thousands of segments costs no more than the same number of segments in short addresses', () => {
  const { reader } = laden()
  const parts = 8_000
  const short = [...self, 'a']
  const long = [...self, ...Array<string>(parts).fill('a')]
  const tookMs = (work: () => void): number => {
    const began = performance.now()
    work()
    return performance.now() - began
  }
  const shortMs: number[] = []
  const longMs: number[] = []
  // The minimum of several runs, because a stall of the machine lengthens one.
  for (let round = 0; round < 5; round++) {
    longMs.push(tookMs(() => assert.equal(reader.answer(long), undefined)))
    shortMs.push(
      tookMs(() => {
        for (let part = 0; part < parts; part++) assert.equal(reader.answer(short), undefined)
      }),
    )
  }
  assert.ok(Math.min(...longMs) <= Math.min(...shortMs), `${Math.min(...longMs)} ms`)
})

test('a path may be a leaf and a branch: children are beside the members of the leaf', async () => {
  const boat = new Boat()
  const said = { timestamp: at }
  boat.write({ 'a.b': 1, 'a.b.c': 2, 'a.b.c.d': 3, 'a.b-c': 4, 'a.bc': 5, 'a.b.z': 6, a: 0 }, said)
  assert.deepEqual(await boat.body(self), {
    mmsi: ownMmsi,
    a: {
      ...leaf(0),
      b: { ...leaf(1), c: { ...leaf(2), d: leaf(3) }, z: leaf(6) },
      'b-c': leaf(4),
      bc: leaf(5),
    },
  })
})

/** All member names of all objects in the text, in order. `JSON.parse` would hide duplicates. */
const repeatedNames = (json: string): string[] => {
  const open: Set<string>[] = []
  const repeated: string[] = []
  for (const [token, name] of json.matchAll(/[{}]|"((?:[^"\\]|\\.)*)"(?=:)|"(?:[^"\\]|\\.)*"/g)) {
    if (token === '{') open.push(new Set())
    else if (token === '}') open.pop()
    else if (name !== undefined) {
      if (open.at(-1)?.has(name)) repeated.push(name)
      open.at(-1)?.add(name)
    }
  }
  return repeated
}

test('an object never has duplicate members, also for paths named like its own members', () => {
  const boat = new Boat()
  boat.write({ 'a.b': 1, 'a.b.c': 2, 'a.b.value': 3, 'a.b.values.x': 4, 'a.b.meta': 5, 'a.b.timestamp': 6 })
  boat.write({ name: 'Anna', 'name.first': 'A', communication: { email: 'x' }, 'communication.email': 'y' })
  boat.write({ mmsi: 'x', 'mmsi.old': 'y', 'registrations.imo': 'z', 'registrations.value': 'w' })
  const { body } = boat.reader.answer(self) ?? {}
  assert.ok(typeof body === 'string')
  assert.deepEqual(repeatedNames(body), [])
  const own = JSON.parse(body) as { a: { b: { value: unknown } }; registrations: unknown }
  assert.equal(own.a.b.value, 1)
  assert.deepEqual(own.registrations, { imo: 'z', value: 'w' })
})

test('the sequence of an answer grows with every visible change', () => {
  const boat = laden()
  const addresses = [
    [],
    ['vessels'],
    self,
    [...self, 'navigation'],
    [...self, 'navigation', 'speedOverGround'],
  ]
  const numbers = (): number[] => addresses.map((address) => boat.reader.answer(address)?.sequence ?? -1)
  const changes: (() => void)[] = [
    () => boat.write({ 'navigation.speedOverGround': 3 }),
    () => boat.write({ 'navigation.speedOverGround': 4 }, { source: 'n2k' }),
    () => boat.write({ 'navigation.speedOverGround': null }),
    () => boat.describe('navigation.speedOverGround', { displayName: 'SOG' }),
    () => boat.pass(61_000),
  ]
  let before = numbers()
  for (const change of changes) {
    change()
    const after = numbers()
    after.forEach((number, index) =>
      assert.ok(number > (before[index] ?? 0), `${change.toString()} /${addresses[index]?.join('/')}`),
    )
    before = after
  }
})

test('the sequence of an answer stays the same while its content does', () => {
  const boat = laden()
  const number = (): number | undefined => boat.reader.answer([...self, 'navigation', 'position'])?.sequence
  const before = number()
  boat.write({ 'navigation.speedOverGround': 3 })
  boat.write({ name: 'Bertha' }, { context: vessel(230000010) })
  assert.equal(number(), before)
})

test('the sequence of a map grows when a vessel is removed', () => {
  const boat = laden()
  boat.write({ name: 'Bertha' }, { context: vessel(230000010) })
  boat.pass(599_000)
  const before = boat.reader.answer(['vessels'])?.sequence ?? 0
  boat.pass(2_000)
  assert.ok((boat.reader.answer(['vessels'])?.sequence ?? 0) > before)
})
