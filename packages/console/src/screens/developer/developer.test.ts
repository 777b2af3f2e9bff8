import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { SentDelta } from '@marinedata/model'
import { catalogueOf } from './catalogue.ts'
import { DeltaTape, linesWith } from './delta-tape.ts'
import { endpointsIn, endpointsWith, groupOf, grouped } from './endpoints.ts'
import { minimalOf } from './minimal-value.ts'
import { curlOf, draftOf, typescriptOf } from './request-text.ts'

const documentFile = new URL('../../../../../docs/openapi.json', import.meta.url)
const document: unknown = JSON.parse(await readFile(documentFile, 'utf8'))
const endpoints = endpointsIn(document)
const endpoint = (id: string) => endpoints.find((known) => known.id === id)!
const open = { url: 'http://boat:3000', productWord: 'marinedata', needsToken: false }

test('every operation of the document is an endpoint with a minimal body', () => {
  const { paths } = document as { readonly paths: Readonly<Record<string, object>> }
  const count = Object.values(paths).reduce((sum, methods) => sum + Object.keys(methods).length, 0)
  assert.equal(endpoints.length, count)
  assert.equal(new Set(endpoints.map(({ id }) => id)).size, count)
  const { method, parameters, body, scope } = endpoint('setAutopilotTarget')
  assert.deepEqual([method, parameters.length, scope], ['PUT', 1, 'autopilot.command'])
  assert.deepEqual(JSON.parse(body!), { value: 0 })
  assert.deepEqual(JSON.parse(endpoint('makeRoute').body!), {
    name: '',
    points: [
      { latitude: 0, longitude: 0 },
      { latitude: 0, longitude: 0 },
    ],
  })
  assert.equal(endpoint('getAutopilots').body, undefined)
})

for (const [path, group] of [
  ['/marinedata/v2/api/vessels/self/autopilots/{id}/target', 'v2 autopilots'],
  ['/marinedata/v2/api/vessels/self/navigation/anchor/drop', 'v2 navigation anchor'],
  ['/marinedata/v2/api/access/me', 'v2 access'],
  ['/marinedata/v1/api/{path}', 'v1'],
  ['/charts/coast/{z}/{x}/{y}', '/charts'],
  ['/health', '/'],
] as const)
  test(`${path} belongs to the group ${group}`, () => {
    assert.equal(groupOf(path), group)
  })

test('a filter matches words anywhere and keeps the groups', () => {
  const found = endpointsWith(endpoints, 'PUT target')
  assert.ok(found.length >= 2)
  assert.ok(found.every(({ method }) => method === 'PUT'))
  assert.deepEqual([...grouped(found).keys()], ['v2 autopilots'])
})

test('a recursive schema terminates', () => {
  const schemas = {
    Knot: { type: 'object', required: ['next'], properties: { next: { $ref: '#/components/schemas/Knot' } } },
  }
  assert.match(JSON.stringify(minimalOf({ $ref: '#/components/schemas/Knot' }, schemas)), /null/)
})

test('parameters are encoded in the address', () => {
  const typed = { parameters: new Map([['id', 'a/b?c']]), body: '{"value": \'x\'}' }
  const draft = draftOf(endpoint('setAutopilotTarget'), typed)
  assert.equal(draft.address, '/marinedata/v2/api/vessels/self/autopilots/a%2Fb%3Fc/target')
  assert.match(curlOf(draft, open), /-d '\{"value": '\\''x'\\''\}'$/)
  const branch = { parameters: new Map([['path', 'vessels/self/name']]), body: '' }
  assert.equal(draftOf(endpoint('getBranch'), branch).address, '/marinedata/v1/api/vessels/self/name')
  const page = { parameters: new Map([['limit', '5']]), body: '' }
  assert.equal(draftOf(endpoint('getAudit'), page).address, '/marinedata/v2/api/access/audit?limit=5')
})

test('the code for a closed boat contains a token', () => {
  const draft = draftOf(endpoint('getAutopilots'), { parameters: new Map(), body: '' })
  const closed = { ...open, needsToken: true }
  assert.ok(!curlOf(draft, open).includes('TOKEN'))
  assert.match(curlOf(draft, closed), /-H "authorization: Bearer \$TOKEN"/)
  assert.match(typescriptOf(draft, closed), /token: process\.env\.TOKEN/)
  assert.match(typescriptOf(draft, closed), /client\.call\('GET', 'vessels\/self\/autopilots'\)/)
})

test('a problem lists the endpoints that name it', () => {
  const problems = catalogueOf(endpoints)
  const held = problems.find(({ code }) => code === 'helm-held')!
  assert.equal(held.status, 409)
  assert.ok(held.endpoints.some(({ id }) => id === 'setAutopilotTarget'))
  assert.deepEqual(problems.find(({ code }) => code === 'headers-too-large')?.endpoints, [])
})

const delta = (value: number, at = 0, stale = false): SentDelta => ({
  context: 'vessels.self',
  updates: [
    {
      $source: 'gps.1',
      timestamp: new Date(at).toISOString(),
      values: [{ path: 'navigation.speedOverGround', value, ...(stale && { stale }) }],
    },
  ],
})

test('the tape stores the last 200 deltas, newest first', () => {
  const tape = new DeltaTape()
  for (let count = 1; count <= 250; count++) tape.take(delta(count), 1_000 + count)
  assert.equal(tape.lines.length, 200)
  assert.equal(tape.lines[0]?.number, 250)
  assert.equal(linesWith(tape.lines, 'gps speed 249').length, 1)
  assert.equal(linesWith(tape.lines, 'wind').length, 0)
})

test('the rate covers the last seconds', () => {
  const tape = new DeltaTape()
  for (let at = 0; at < 6_000; at += 100) tape.take(delta(1), at)
  assert.equal(tape.perSecond(6_000), 29 / 3)
  assert.equal(tape.perSecond(60_000), 0)
})

test('delays are relative to the fastest delta, and stale values are ignored', () => {
  const tape = new DeltaTape()
  for (const late of [0, 3, 7, 600]) tape.take(delta(1, 10_000), 500 + late)
  tape.take(delta(1, 0, true), 500)
  assert.deepEqual(
    tape.delays().map(({ count }) => count),
    [2, 1, 0, 0, 0, 0, 0, 1],
  )
})
