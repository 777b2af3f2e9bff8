import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { checkOf, SentDelta, type TSchema } from '../packages/model/src/index.ts'
import { checkedManifest, pluginVerbs, serverVerbs, type Verb } from '../packages/plugin-api/src/host.ts'
import { FramedReader } from '../packages/plugin-api/src/line/framed-reader.ts'
import { exampleFrame, exampleManifest, pluginProtocolPage } from '../scripts/plugin-protocol/page.ts'
import { toldPluginVerbs, toldServerVerbs, type ToldVerb } from '../scripts/plugin-protocol/told-verbs.ts'

const verbs: readonly (readonly [string, Verb])[] = Object.entries({ ...pluginVerbs, ...serverVerbs })
const told: Readonly<Record<string, ToldVerb>> = { ...toldPluginVerbs, ...toldServerVerbs }

const assertFits = (schema: TSchema, value: unknown, what: string): void => {
  assert.deepEqual(checkOf(schema).faults(value), [], what)
}

test('docs/plugin-protocol.md is what the schemas say', () => {
  const written = readFileSync(new URL('../docs/plugin-protocol.md', import.meta.url), 'utf8')
  assert.ok(
    written === pluginProtocolPage(),
    'it is not: run "npm run plugin-protocol" and commit docs/plugin-protocol.md',
  )
})

for (const [name, { params, result }] of verbs) {
  test(`the page's example of ${name} is acceptable`, () => {
    const example = told[name]
    assert.ok(example, 'there is none')
    assertFits(params, example.params, 'its parameters')
    assert.equal(example.result === undefined, result === undefined)
    if (result !== undefined) assertFits(result, example.result, 'its result')
  })
}

test('the deltas that the page shows are as the server sends them', () => {
  for (const delta of toldPluginVerbs.deltas.params.deltas) assertFits(SentDelta, delta, 'a delta')
})

test('the manifest that the page shows is acceptable', () => {
  checkedManifest(exampleManifest(), 'the example')
})

test('the bytes that the page shows are one message', () => {
  const stream = new PassThrough()
  const messages: unknown[] = []
  const fail = (): never => assert.fail('the bytes are not a message')
  const reader = new FramedReader(stream, {
    messageBytes: 1_000,
    events: { noise: fail, tooLarge: fail, malformed: fail },
  })
  reader.listen((message) => messages.push(message))
  stream.emit('data', exampleFrame())
  reader.dispose()
  assert.equal(messages.length, 1)
})

test('every place that the page points to is on it', () => {
  const page = pluginProtocolPage()
  const headings = [...page.matchAll(/^#{2,3} (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^a-z0-9 -]/g, '')
      .replaceAll(' ', '-'),
  )
  assert.equal(new Set(headings).size, headings.length, 'two headings have the same address')
  for (const [, anchor] of page.matchAll(/\]\(#([^)]+)\)/g)) assert.ok(headings.includes(anchor!), anchor)
})

test('every piece of JSON on the page can be read', () => {
  const blocks = [...pluginProtocolPage().matchAll(/^```json\n([^]*?)\n```$/gm)]
  assert.ok(blocks.length > verbs.length)
  for (const [, json] of blocks) assert.doesNotThrow(() => JSON.parse(json!) as unknown, json)
})
