import { scopes } from '@marinedata/model'
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { text } from 'node:stream/consumers'
import { assertProblem, exchange, getJson } from '@marinedata/testing/exchange'
import { startBoat, type Boat } from '@marinedata/testing/boats/start-boat'
import { StreamListener, tell, valueDelta } from '@marinedata/testing/stream-listener'

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly 'x-scope': string
  readonly responses: Readonly<Record<string, unknown>>
}

interface OpenApi {
  readonly openapi: string
  readonly info: { readonly title: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> }
}

const document = '/marinedata/v2/api/openapi.json'
const limit = { timeout: 300_000 }
let boat: Boat

before(async () => {
  boat = await startBoat()
})
after(() => boat[Symbol.asyncDispose]())

/** Parses Prometheus text strictly: every line is a known comment or a sample. */
const samplesOf = (metrics: string): Map<string, number> => {
  const samples = new Map<string, number>()
  const typed = new Set<string>()
  for (const line of metrics.split('\n').filter((one) => one !== '')) {
    const type = /^# TYPE ([a-zA-Z_:][\w:]*) (?:counter|gauge|histogram|summary)$/.exec(line)?.[1]
    if (type !== undefined) typed.add(type)
    if (line.startsWith('#')) {
      assert.match(line, /^# (?:HELP|TYPE) [a-zA-Z_:][\w:]* .+$/)
      continue
    }
    const sample = /^([a-zA-Z_:][\w:]*)(\{[a-z]\w*="[^"\\\n]*"(?:,[a-z]\w*="[^"\\\n]*")*\})? (\S+)$/.exec(
      line,
    )
    assert.ok(sample, `not a sample: ${line}`)
    assert.ok(typed.has(sample[1]!), `no type before ${line}`)
    const value = Number(sample[3])
    assert.ok(Number.isFinite(value), line)
    samples.set(`${sample[1]}${sample[2] ?? ''}`, value)
  }
  return samples
}

const metricsOf = async (): Promise<Map<string, number>> => {
  const { status, headers, text: metrics } = await exchange(boat.url, '/metrics')
  assert.equal(status, 200)
  assert.match(headers['content-type']!, /^text\/plain; version=0\.0\.4/)
  return samplesOf(metrics)
}

test('the metrics are valid for Prometheus and count events', limit, async () => {
  const earlier = await metricsOf()
  await using listener = await StreamListener.open(boat.url, '?subscribe=none')
  listener.put('navigation.speedOverGround', 3)
  listener.put('bad path', 1)
  listener.send({ context: 'vessels.nobody', updates: [{ values: [] }] })
  await listener.settled()
  const now = await metricsOf()
  const grew = (name: string): number => now.get(name)! - earlier.get(name)!
  assert.equal(grew('marinedata_deltas_total'), 3)
  assert.equal(grew('marinedata_values_total'), 1)
  assert.equal(grew('marinedata_refused_total{reason="invalid-path"}'), 1)
  assert.equal(grew('marinedata_refused_total{reason="invalid-context"}'), 1)
  assert.equal(grew('marinedata_values'), 1)
  assert.equal(now.get('marinedata_stream_sessions'), 1)
  assert.ok(now.get('marinedata_resident_bytes')! > 1e6)
  assert.ok(now.get('marinedata_loop_delay_seconds{quantile="0.99"}')! < 1)
})

test('the numbers of the vessel are valid for Prometheus', limit, async () => {
  await using listener = await StreamListener.open(boat.url, '?subscribe=none')
  listener.put('navigation.speedOverGround', 3.25)
  await listener.settled()
  const samples = samplesOf((await exchange(boat.url, '/metrics/vessel')).text)
  const speeds = [...samples].filter(([name]) => name.includes('path="navigation.speedOverGround"'))
  assert.deepEqual(
    speeds.map(([name, value]) => [name.split('{')[0], value]),
    [['marinedata_vessel_meters_per_second', 3.25]],
  )
})

/** What a route of the history cannot be without. */
const queryOf = (path: string): string => {
  if (path.endsWith('/history/values')) return '?paths=navigation.log&duration=60'
  return /\/history\/(?:contexts|paths|track)$/.test(path) ? '?duration=60' : ''
}

/** Routes exist although there is no plugin, alert, route, waypoint, chart, page of the guide, entry, autopilot, anchor watch, history or authority. */
const isServedOtherwise = (path: string, status: number, reported: string): boolean =>
  (status === 302 && path === '/guide') ||
  (status === 426 && /\/(?:stream|playback)$/.test(path)) ||
  /(alert|autopilot|plugin|route|waypoint)-not-found|no-default|no-provider|its own certificate authority|no chart|No catalogue|no entries|no resources? |no-history-provider|The guide /.test(
    reported,
  )

test('the OpenAPI document describes every route, each with its scope', limit, async () => {
  const { openapi, paths } = await getJson<OpenApi>(boat.url, document)
  assert.equal(openapi, '3.1.0')
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  const ids = operations.map(({ operationId }) => operationId)
  assert.equal(new Set(ids).size, ids.length)
  for (const { summary, responses, 'x-scope': scope } of operations) {
    assert.ok(summary.length > 0)
    assert.ok(Object.keys(responses).some((status) => ['101', '200', '201', '302'].includes(status)))
    assert.ok(
      scopes.some((known) => known === scope),
      scope,
    )
  }
  await tell(boat.url, [valueDelta('navigation.speedOverGround', 1)])
  const aPart =
    /\/assets\/([^"]+\.css)/.exec((await exchange(boat.url, '/')).text)?.[1] ?? assert.fail('no sheet')
  for (const [path, methods] of Object.entries(paths)) {
    const { status, text: reported } = await exchange(
      boat.url,
      path.replace('{path}', 'vessels').replace('{file}', aPart).replace('{z}/{x}/{y}', '0/0/0') +
        queryOf(path),
    )
    const isKnown = status === ('get' in methods ? 200 : 405) || isServedOtherwise(path, status, reported)
    assert.ok(isKnown, `${path}: ${reported}`)
  }
})

test('every reference of the OpenAPI document resolves', limit, async () => {
  const { text: json } = await exchange(boat.url, document)
  const { schemas } = (JSON.parse(json) as OpenApi).components
  const references = [...json.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)]
  assert.ok(references.length > 10)
  for (const [, name] of references) assert.ok(Object.hasOwn(schemas, name!), name)
})

test('docs/openapi.json equals the served document', limit, async () => {
  const copy = await readFile(new URL('../../../docs/openapi.json', import.meta.url), 'utf8')
  assert.deepEqual(await getJson(boat.url, document), JSON.parse(copy))
})

test('the reference loads nothing from other hosts and has nothing inline', limit, async () => {
  for (const path of ['/docs', '/docs/stream', '/help/https']) {
    const { status, headers, text: page } = await exchange(boat.url, path)
    assert.equal(status, 200)
    assert.match(headers['content-type']!, /^text\/html/)
    assert.match(String(headers['content-security-policy']), /default-src 'none'/)
    assert.doesNotMatch(page, /<style|<script(?![^>]*\ssrc=)|\sstyle="|\son[a-z]+="|\{word\}/)
    const loaded = [...page.matchAll(/<(?:script|link)[^>]*\s(?:src|href)="(\/[^"]+)"/g)]
    assert.equal(loaded.length, 2)
    for (const [, name] of loaded) assert.equal((await exchange(boat.url, name!)).status, 200, name)
  }
})

test('the reference lists every served operation, and is compressed', limit, async () => {
  const { paths } = await getJson<OpenApi>(boat.url, document)
  const headers = { 'accept-encoding': 'gzip' }
  const [plain, compressed] = await Promise.all([
    exchange(boat.url, '/docs'),
    exchange(boat.url, '/docs', { headers }),
  ])
  for (const { operationId } of Object.values(paths).flatMap((methods) => Object.values(methods)))
    assert.ok(plain.text.includes(`id="${operationId}"`), operationId)
  assert.equal(compressed.headers['content-encoding'], 'gzip')
  assert.ok(compressed.bytes.length < plain.bytes.length / 5)
})

test('files outside the folder of the pages are not served', limit, async () => {
  for (const path of ['/docs/../package.json', '/docs/%2e%2e/package.json', '/docs/docs.html', '/docs/..%2f'])
    assertProblem(await exchange(boat.url, path), 'not-found')
})

/** Sends raw bytes to the port; returns everything received until the server closes the connection. */
const rawAnswer = async (bytes: string): Promise<string> => {
  const { port } = new URL(boat.url)
  const socket = connect(Number(port), '127.0.0.1')
  socket.end(bytes)
  return text(socket)
}

test('bytes that are not HTTP are answered with a problem', limit, async () => {
  for (const [bytes, code] of [
    ['hello?\r\n\r\n', 'bad-request'],
    ['GET / HTTP/1.1\r\nno colon here\r\n\r\n', 'bad-request'],
    ['GET / HTTP/1.1\r\nhost: a\r\ncontent-length: -5\r\n\r\n', 'bad-request'],
    [`GET / HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`, 'headers-too-large'],
  ] as const) {
    const answer = await rawAnswer(bytes)
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1])
    assertProblem(
      {
        status,
        headers: { 'content-type': /content-type: (.+)/i.exec(head)?.[1] ?? '' },
        bytes: Buffer.from(body),
        text: body,
      },
      code,
    )
  }
})
