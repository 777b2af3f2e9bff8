import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pageOfMarkdown } from '../scripts/console/markdown-page.ts'
import { minimalValue } from '../scripts/console/minimal-value.ts'
import type { OpenApiDocument } from '../scripts/console/openapi-document.ts'
import { referencePage } from '../scripts/console/reference-page.ts'
import { shapeText } from '../scripts/console/shape-text.ts'

const root = join(import.meta.dirname, '..')
// `npm run openapi` writes this document.
const document = JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8')) as OpenApiDocument
const { html } = referencePage(document)
const operationHtml = (id: string): string =>
  html.split('<details').find((part) => part.includes(`id="${id}"`)) ?? assert.fail(id)

test('the reference has every operation, once, with its scope and an example', () => {
  for (const methods of Object.values(document.paths))
    for (const { operationId, 'x-scope': scope } of Object.values(methods)) {
      assert.equal(html.split(`id="${operationId}"`).length, 2, operationId)
      const text = operationHtml(operationId)
      assert.ok(text.includes(`Scope <code>${scope}</code>`), operationId)
      assert.match(text, /class="curl">curl/)
    }
})

test('every link of the reference leads to a part of the page', () => {
  const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
  const links = new Set([...html.matchAll(/href="#([^"]+)"/g)].map(([, id = '']) => id))
  assert.ok(links.size > 150)
  assert.deepEqual(
    [...links].filter((id) => !ids.has(id)),
    [],
  )
})

test('an operation with a body shows its shape and the smallest body that fits', () => {
  const text = operationHtml('setAutopilotTarget')
  assert.match(text, /In the path<\/h4><pre><code>\{\n {2}<i>[^<]+<\/i>\n {2}id: string\n\}/)
  assert.match(text, />AngleRequest<\/a> = \{\n {2}value: number\n/)
  assert.match(text, /units\?: &quot;rad&quot; \| &quot;deg&quot;/)
  assert.match(text, /409: .*href="#problem-helm-held"/)
  assert.ok(text.includes('/autopilots/_default/target&quot;'))
  assert.ok(text.includes("-d '{&quot;value&quot;:0}'"))
})

test('a request that needs no sign-in has no token in its example', () => {
  assert.ok(!operationHtml('getHealth').includes('TOKEN'))
  assert.ok(operationHtml('getPlugins').includes('authorization: Bearer $TOKEN'))
})

test('a schema that refers to itself ends', () => {
  const Knot = {
    type: 'object',
    required: ['next'],
    properties: { next: { $ref: '#/components/schemas/Knot' } },
  }
  assert.match(JSON.stringify(minimalValue(Knot, { Knot })), /null/)
  assert.equal(shapeText(Knot), '{\n  next: <a href="#schema-Knot">Knot</a>\n}')
})

test('text of the document never becomes markup', () => {
  const shape = shapeText({ type: 'object', properties: { a: { description: '<b> & "c"', const: '<i>' } } })
  assert.equal(shape, '{\n  <i>// &lt;b&gt; &amp; &quot;c&quot;</i>\n  a?: &quot;&lt;i&gt;&quot;\n}')
})

test('bullets of a numbered item become a list inside it', () => {
  const page = pageOfMarkdown('# T\n\n1. one\n   - a `b`\n   - c\n2. two\n')
  assert.equal(
    page.html,
    '<h1 id="t">T</h1>\n<ol><li>one<ul><li>a <code>b</code></li><li>c</li></ul></li><li>two</li></ol>',
  )
})
