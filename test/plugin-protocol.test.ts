import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { checkOf, SentDelta, type TSchema } from '../packages/model/src/index.ts'
import { checkedManifest, pluginVerbs, serverVerbs, type Verb } from '../packages/plugin-api/src/host.ts'
import { FramedReader } from '../packages/plugin-api/src/rpc/framed-reader.ts'
import { exampleFrame, exampleManifest, pluginProtocolPage } from '../scripts/plugin-protocol/page.ts'
import {
  pluginVerbDescriptions,
  serverVerbDescriptions,
  type VerbDescription,
} from '../scripts/plugin-protocol/verb-descriptions.ts'

const verbs: readonly (readonly [string, Verb])[] = Object.entries({ ...pluginVerbs, ...serverVerbs })
const descriptions: Readonly<Record<string, VerbDescription>> = {
  ...pluginVerbDescriptions,
  ...serverVerbDescriptions,
}

const assertFits = (schema: TSchema, value: unknown, what: string): void => {
  assert.deepEqual(checkOf(schema).faults(value), [], what)
}

test('docs/plugin-protocol.md matches the schemas', () => {
  const written = readFileSync(new URL('../docs/plugin-protocol.md', import.meta.url), 'utf8')
  assert.ok(
    written === pluginProtocolPage(),
    'it does not: run "npm run plugin-protocol" and commit docs/plugin-protocol.md',
  )
})

for (const [name, { params, result }] of verbs) {
  test(`the example of ${name} is valid`, () => {
    const example = descriptions[name]
    assert.ok(example, 'there is none')
    assertFits(params, example.params, 'its parameters')
    assert.equal(example.result === undefined, result === undefined)
    if (result !== undefined) assertFits(result, example.result, 'its result')
  })
}

test('the deltas on the page are valid', () => {
  for (const delta of pluginVerbDescriptions.deltas.params.deltas) assertFits(SentDelta, delta, 'a delta')
})

test('the manifest on the page is valid', () => {
  checkedManifest(exampleManifest(), 'the example')
})

test('the bytes on the page are one message', () => {
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

test('every link within the page has a target', () => {
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

test('every JSON block on the page is valid', () => {
  const blocks = [...pluginProtocolPage().matchAll(/^```json\n([^]*?)\n```$/gm)]
  assert.ok(blocks.length > verbs.length)
  for (const [, json] of blocks) assert.doesNotThrow(() => JSON.parse(json!) as unknown, json)
})
