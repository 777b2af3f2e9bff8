import { escaped, inline, type MarkdownPage } from './markdown-page.ts'
import { minimalValue } from './minimal-value.ts'
import { referredName, type OpenApiDocument, type Operation, type Schema } from './openapi-document.ts'
import type { Parameter, Schemas } from './openapi-document.ts'
import { shapeText } from './shape-text.ts'

/** An operation, and where it is. */
interface Entry {
  readonly method: string
  readonly path: string
  readonly operation: Operation
  readonly schemas: Schemas
}

const serverGroup = 'Server'
const pagesGroup = 'Pages and files'

/** Files and pages for people: their response is no JSON, and they are outside the API. */
const isPage = ({ responses }: Operation): boolean =>
  Object.keys(responses['200']?.content ?? {}).every((type) => !/json|plain/.test(type))

const capitalised = (noun: string): string => noun.slice(0, 1).toUpperCase() + noun.slice(1)

/** `vessels/self/navigation/anchor/drop` is about the anchor, `plugins/{plugin}` about plugins. */
const nounIn = (path: string): string =>
  /^(?:vessels\/self\/)?(?:navigation\/)?([a-z]+)(?:\/|$)/.exec(path)?.[1] ?? serverGroup

/** The heading of an operation: the resource after the version, such as "Autopilots". */
const groupOf = ({ path, operation }: Entry): string => {
  const [, version, below = ''] = /\/(v\d)\/api\/?(.*)$/.exec(path) ?? []
  if (version === 'v1') return 'Data'
  if (version !== undefined) return capitalised(nounIn(below))
  if (path.startsWith('/charts/')) return 'Charts'
  return isPage(operation) ? pagesGroup : serverGroup
}

/** The code block of a shape. A named schema is shown with its members. */
const shapeBlock = (schema: Schema, schemas: Schemas): string => {
  const named = schema.$ref === undefined ? undefined : schemas[referredName(schema.$ref)]
  const name = named === undefined ? '' : `${shapeText(schema)} = `
  return `<pre><code>${name}${shapeText(named ?? schema)}</code></pre>`
}

const titled = (title: string, content: string): string => `<h4>${title}</h4>${content}`

const parametersOf = ({ operation, schemas }: Entry, place: Parameter['in']): string => {
  const found = operation.parameters.filter((parameter) => parameter.in === place)
  if (found.length === 0) return ''
  const schema: Schema = {
    type: 'object',
    required: found.filter(({ required }) => required).map(({ name }) => name),
    properties: Object.fromEntries(
      found.map(({ name, description, schema: shape }) => [
        name,
        description === undefined ? shape : { ...shape, description },
      ]),
    ),
  }
  return titled(place === 'path' ? 'In the path' : 'In the query', shapeBlock(schema, schemas))
}

const bodySchema = ({ requestBody }: Operation): Schema | undefined =>
  requestBody?.content['application/json']?.schema

const successesOf = ({ operation, schemas }: Entry): string =>
  Object.entries(operation.responses)
    .filter(([status]) => Number(status) < 400)
    .map(([status, { description, content = {} }]) => {
      const shapes = Object.entries(content).map(
        ([type, { schema }]) => `<p><code>${escaped(type)}</code></p>${shapeBlock(schema, schemas)}`,
      )
      return titled(`Response ${status}`, `<p>${inline(description)}</p>${shapes.join('')}`)
    })
    .join('')

const problemLink = (code: string): string => `<a href="#problem-${code}"><code>${code}</code></a>`

const problemsOf = ({ operation }: Entry): string => {
  const lines = Object.entries(operation.responses)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, { description }]) => `${status}: ${description.split(', ').map(problemLink).join(', ')}`)
  return lines.length === 0 ? '' : titled('Problems', `<p>${lines.join('<br />')}</p>`)
}

/** Values for an example that works on every boat. The reader sets the others as variables of the shell. */
const exampleValue = ({ name, schema }: Parameter, path: string): string => {
  if (name === 'path') return 'vessels/self'
  if (name === 'id' && path.includes('/autopilots/')) return '_default'
  if (/^[xyz]$/.test(name)) return '0'
  return typeof schema.enum?.[0] === 'string' ? schema.enum[0] : `$${name}`
}

/** Quotes a text for the shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

const curlOf = ({ method, path, operation, schemas }: Entry): string => {
  const address = path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const parameter = operation.parameters.find((known) => known.in === 'path' && known.name === name)
    return parameter === undefined ? whole : exampleValue(parameter, path)
  })
  const body = bodySchema(operation)
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} "$BOAT${address}"`,
    ...(operation['x-scope'] === 'public' ? [] : ['-H "authorization: Bearer $TOKEN"']),
    ...(body === undefined
      ? []
      : ["-H 'content-type: application/json'", `-d ${quoted(JSON.stringify(minimalValue(body, schemas)))}`]),
  ].join(' \\\n  ')
}

/** A reader who is signed in can open what needs no parameters. */
const openLink = ({ method, path }: Entry): string =>
  method === 'GET' && !path.includes('{') ? ` <a href="${path}">Open</a>` : ''

const pathText = (path: string): string =>
  path
    .split('/')
    .map((name) => (name.startsWith('{') ? `<em>${name}</em>` : name))
    .join('/<wbr />')

const operationHtml = (entry: Entry): string => {
  const { method, path, operation, schemas } = entry
  const body = bodySchema(operation)
  return [
    '<details class="operation">',
    `<summary><h3><span class="method" data-method="${method}">${method}</span> `,
    `<code>${pathText(path)}</code></h3><span class="quiet">${inline(operation.summary)}</span></summary>`,
    `<div id="${operation.operationId}">`,
    `<p>Scope <code>${operation['x-scope']}</code>, operation <code>${operation.operationId}</code>${openLink(entry)}</p>`,
    parametersOf(entry, 'path'),
    parametersOf(entry, 'query'),
    body === undefined ? '' : titled('Body', shapeBlock(body, schemas)),
    successesOf(entry),
    problemsOf(entry),
    titled('Example', `<pre><code class="curl">${escaped(curlOf(entry))}</code></pre>`),
    '</div></details>',
  ].join('')
}

const idOf = (group: string): string => group.toLowerCase().replaceAll(' ', '-')

const sectionHtml = (title: string, content: string): string =>
  `<section><h2 id="${idOf(title)}">${title}</h2>${content}</section>`

const schemaHtml = ([name, schema]: readonly [string, Schema]): string =>
  `<details class="operation"><summary><h3><code>${name}</code></h3></summary><div id="schema-${name}"><pre><code>${shapeText(schema)}</code></pre></div></details>`

const problemTable = (problems: OpenApiDocument['x-problems']): string => {
  const rows = Object.entries(problems).map(
    ([code, { status, title, retryable }]) =>
      `<tr id="problem-${code}"><td>${status}</td><td><code>${code}</code></td><td>${escaped(title)}${retryable ? '; can be retried' : ''}</td></tr>`,
  )
  return `<p>Every error response is a <a href="#schema-Problem">Problem</a> with one of these codes. Any request can return a code that its operation does not list.</p><table><tr><th>Status</th><th>Code</th><th>Meaning</th></tr>${rows.join('')}</table>`
}

const introductionOf = (
  paths: readonly string[],
): string => `<p>For developers of apps and scripts. After this page you can send any request to this boat. Every operation lists its scope, its parameters, its responses and an example.</p>
<p>Set the address of the boat and a token once, then run the examples. The Access screen of the console creates tokens. An open boat needs none. With the boat’s own certificate, save <a href="/ca.pem">ca.pem</a> and add <code>--cacert ca.pem</code>.</p>
<pre><code>export BOAT=<span class="origin">http://localhost:3000</span>
export TOKEN=…</code></pre>
<p>For programs: ${paths
  .filter((path) => /\/(?:open|async)api\.json$/.test(path))
  .map((path) => `<a href="${path}">${path.slice(path.lastIndexOf('/') + 1)}</a>`)
  .join(
    ' describes these requests, ',
  )} the WebSockets. The <a href="/docs/stream">stream</a> has a page of its own.</p>`

/** The reference of all operations, schemas and problems of the OpenAPI document. */
export const referencePage = (document: OpenApiDocument): MarkdownPage => {
  const { paths, components, 'x-problems': problems } = document
  const { schemas } = components
  const entries = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Entry => ({
      method: method.toUpperCase(),
      path,
      operation,
      schemas,
    })),
  )
  const last = [serverGroup, pagesGroup]
  const groups = [...Map.groupBy(entries, groupOf)].toSorted(
    ([one], [other]) => last.indexOf(one) - last.indexOf(other),
  )
  const sections = [
    ...groups.map(([group, members]) => [group, members.map(operationHtml).join('')] as const),
    ['Schemas', Object.entries(schemas).map(schemaHtml).join('')] as const,
    ['Problems', problemTable(problems)] as const,
  ]
  const contents = sections.map(([title]) => `<a href="#${idOf(title)}">${title}</a>`).join('\n')
  const title = 'API reference'
  const html = [
    `<h1>${title}</h1>`,
    introductionOf(Object.keys(paths)),
    `<nav class="contents" aria-label="Contents">${contents}</nav>`,
    '<input class="filter" type="search" placeholder="Filter: autopilots put" aria-label="Filter" hidden />',
    ...sections.map(([name, content]) => sectionHtml(name, content)),
  ].join('\n')
  return { title, html }
}
