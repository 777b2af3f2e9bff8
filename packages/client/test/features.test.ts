import { Boat, MarineDataClient, autopilots, outcomeOf, type ValueAt } from '@marinedata/client'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { startScriptedServer } from './scripted-server.ts'

const limit = { timeout: 300_000 }

/** A server that responds to everything, and records the requests. */
const recordingServer = async () => {
  const asked: string[] = []
  const server = await startScriptedServer({
    onRequest: (request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString()
        const path = request.url?.replace('/marinedata/v2/api/', '')
        asked.push([request.method, path, ...(body === '' ? [] : [body])].join(' '))
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"state":"COMPLETED"}')
      })
    },
  })
  return { url: server.url, asked, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

test('methods send their path, body and query as the operation has them', limit, async () => {
  await using server = await recordingServer()
  const boat = new Boat({ url: server.url })
  await boat.autopilots.adjust('a/b', { value: -10, units: 'deg' })
  await boat.autopilots.tack('_default', 'port')
  await boat.alerts.acknowledge('one')
  await boat.history.values({ paths: 'navigation.speedOverGround', duration: '60' })
  await boat.course.advance({ leg: 2 })
  await boat.course.advance()
  await boat.plugins.runAction('simulator', 'fault', { name: 'gps-lost' })
  await boat.access.getAudit({ limit: 5 })
  assert.deepEqual(server.asked, [
    'PUT vessels/self/autopilots/a%2Fb/target/adjust {"value":-10,"units":"deg"}',
    'POST vessels/self/autopilots/_default/tack/port',
    'POST notifications/one/acknowledge',
    'GET history/values?paths=navigation.speedOverGround&duration=60',
    'POST vessels/self/navigation/course/advance?leg=2',
    'POST vessels/self/navigation/course/advance',
    'POST plugins/simulator/actions/fault {"name":"gps-lost"}',
    'GET access/audit?limit=5',
  ])
})

test('a feature works without the class that has all of them', limit, async () => {
  await using server = await recordingServer()
  await autopilots(new MarineDataClient({ url: server.url })).engage('_default')
  assert.deepEqual(server.asked, ['POST vessels/self/autopilots/_default/engage'])
})

test('an empty identifier is rejected before it is sent', limit, async () => {
  await using server = await recordingServer()
  const boat = new Boat({ url: server.url })
  await assert.rejects(boat.autopilots.engage(''), { name: 'MarineDataError', code: 'invalid-value' })
  assert.deepEqual(server.asked, [])
})

test('an outcome has the problem, and a missing response is still thrown', limit, async () => {
  await using server = await startScriptedServer({
    onRequest: (_request, response) =>
      void response
        .writeHead(409, { 'content-type': 'application/problem+json' })
        .end('{"code":"helm-held","detail":"Anna has the helm"}'),
  })
  const boat = new Boat({ url: server.url })
  const outcome = await outcomeOf(boat.autopilots.engage('_default'))
  assert.ok(!outcome.ok && outcome.code === 'helm-held' && outcome.problem.message === 'Anna has the helm')
  const unreachable = new Boat({ url: 'http://127.0.0.1:1' })
  await assert.rejects(outcomeOf(unreachable.autopilots.engage('_default')), TypeError)
})

test('every operation with JSON is a method of the boat', () => {
  interface Described {
    readonly operationId: string
    readonly requestBody?: { readonly content: object }
    readonly responses: Readonly<Record<string, { readonly content?: object }>>
  }
  const file = join(import.meta.dirname, '../../../docs/openapi.json')
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  }
  const isJson = (content: object | undefined): boolean =>
    content !== undefined && 'application/json' in content
  const described = Object.entries(paths)
    .filter(([path]) => path.startsWith('/marinedata/v2/api/') && !path.endsWith('.json'))
    .flatMap(([, methods]) => Object.values(methods))
    .filter(({ requestBody, responses }) => {
      const isJsonRequest = requestBody === undefined || isJson(requestBody.content)
      return isJsonRequest && Object.entries(responses).some(([s, r]) => s < '300' && isJson(r.content))
    })
  const boat = new Boat({ url: 'http://127.0.0.1:1' })
  const methods = Object.values(boat).filter((member) => typeof member === 'object')
  assert.equal(methods.flatMap((feature: object) => Object.keys(feature)).length, described.length)
  assert.ok(described.length > 120)
})

// Compiled, never run: the compiler accepts what is right, and refuses each of the marked lines.
export const compiled = async (boat: Boat): Promise<void> => {
  const speed = await boat.value('navigation.speedOverGround')
  const knots: number | null = speed.value
  const voltage: number | null = (await boat.value('electrical.batteries.house.voltage')).value
  const place = (await boat.value('navigation.position')).value
  const latitude: number | undefined = place?.latitude
  const unknown: ValueAt<'my.own.path'> = [knots, voltage, latitude]
  void unknown
  // @ts-expect-error a misspelt path
  await boat.value('navigation.speedOverGrund')
  // @ts-expect-error null is possible
  const always: number = speed.value
  // @ts-expect-error an unknown unit
  await boat.autopilots.adjust('_default', { value: 10, units: 'degrees' })
  // @ts-expect-error no body
  await boat.autopilots.adjust('_default')
  // @ts-expect-error a side that does not exist
  await boat.autopilots.tack('_default', 'left')
  // @ts-expect-error a parameter that does not exist
  await boat.history.values({ path: 'navigation.speedOverGround' })
  // @ts-expect-error an operation that does not exist
  await boat.call('POST vessels/self/autopilots/{id}/fly', { params: { id: '_default' } })
  // @ts-expect-error a parameter is missing
  await boat.call('POST vessels/self/autopilots/{id}/engage')
  const outcome = await outcomeOf(boat.autopilots.engage('_default'))
  // @ts-expect-error a problem that this operation does not have
  if (!outcome.ok && outcome.code === 'route-in-use') void always
}
