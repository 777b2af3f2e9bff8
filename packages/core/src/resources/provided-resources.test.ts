import { MarineDataError, type ProblemCode, type ResourceChange } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ProvidedResources } from './provided-resources.ts'
import { Resources } from './resources.ts'

const isProblem =
  (code: ProblemCode) =>
  (error: unknown): boolean =>
    error instanceof MarineDataError && error.code === code

const setUp = () => {
  const resources = new Resources()
  resources.add('routes', { revision: 0, list: () => [] })
  const changes: (readonly [kind: string, change: ResourceChange])[] = []
  const provided = new ProvidedResources({
    resources,
    onChange: (kind, change) => void changes.push([kind, change]),
  })
  return { resources, changes, provided }
}

const station = (id: string) => ({ id, name: `Station ${id}`, range: 3.2 })

test('lists what a plugin provides, in the root object too, and reports every change', () => {
  const { resources, changes, provided } = setUp()
  provided.put('tides', 'tideStations', station('a'))
  provided.put('tides', 'tideStations', { ...station('a'), range: 4 })
  provided.put('tides', 'tideStations', station('b'))
  provided.remove('tides', 'tideStations', 'b')
  provided.remove('tides', 'tideStations', 'nowhere')
  assert.deepEqual(provided.list('tideStations'), [{ ...station('a'), range: 4 }])
  assert.deepEqual(provided.find('tideStations', 'a'), { ...station('a'), range: 4 })
  assert.deepEqual(resources.kinds(), [
    ['routes', []],
    ['tideStations', provided.list('tideStations')],
  ])
  assert.deepEqual(
    changes.map(([kind, { revision, id, change }]) => [kind, revision, id, change]),
    [
      ['tideStations', 1, 'a', 'made'],
      ['tideStations', 2, 'a', 'changed'],
      ['tideStations', 3, 'b', 'made'],
      ['tideStations', 4, 'b', 'removed'],
    ],
  )
})

test('a kind belongs to one plugin while that plugin runs, and never to one if the server stores it', () => {
  const { provided } = setUp()
  provided.put('tides', 'tideStations', station('a'))
  for (const kind of ['tideStations', 'routes'])
    assert.throws(() => provided.put('other', kind, station('x')), isProblem('name-taken'))
  assert.throws(() => provided.remove('other', 'tideStations', 'a'), isProblem('name-taken'))
  provided.lose('tides')
  provided.put('other', 'tideStations', station('x'))
  assert.deepEqual(provided.list('tideStations'), [station('x')])
})

test('the resources of a plugin that stops are removed, and the revision grows by their number', () => {
  const { resources, changes, provided } = setUp()
  for (const id of ['a', 'b', 'c']) provided.put('tides', 'tideStations', station(id))
  const before = resources.revision
  provided.lose('tides')
  assert.deepEqual(provided.list('tideStations'), [])
  assert.equal(resources.revision, before + 3)
  assert.deepEqual(changes.at(-1), ['tideStations', { revision: 6, id: 'c', change: 'removed' }])
  provided.lose('tides')
  assert.equal(changes.length, 4)
})

test('unknown kinds and ids are not found', () => {
  const { provided } = setUp()
  assert.throws(() => provided.list('tideStations'), isProblem('not-found'))
  assert.throws(() => provided.find('tideStations', 'a'), isProblem('not-found'))
  assert.equal(provided.has('tideStations'), false)
  provided.put('tides', 'tideStations', station('a'))
  assert.equal(provided.has('tideStations'), true)
})

test('limits the size of a resource, the number per kind and the total of a plugin', () => {
  const { provided } = setUp()
  const long = (id: string, length: number) => ({ ...station(id), text: 'x'.repeat(length) })
  assert.throws(() => provided.put('tides', 'tideStations', long('a', 16_400)), isProblem('too-large'))
  for (let count = 0; count < 1_000; count++) provided.put('tides', 'tideStations', station(String(count)))
  assert.throws(() => provided.put('tides', 'tideStations', station('more')), isProblem('storage-full'))
  provided.put('tides', 'tideStations', { ...station('7'), range: 1 })
  const fill = (): void => {
    for (let count = 0; count < 100; count++) provided.put('tides', 'ports', long(String(count), 16_000))
  }
  assert.throws(fill, isProblem('storage-full'))
  assert.ok(provided.list('ports').length > 50)
})
