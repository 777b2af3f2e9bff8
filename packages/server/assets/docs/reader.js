/* oxlint-disable typescript/no-unsafe-argument, typescript/no-unsafe-assignment, typescript/no-unsafe-call, typescript/no-unsafe-member-access, typescript/no-unsafe-return -- plain JavaScript for browsers, without types */
// Shows the OpenAPI document of this server. Whatever the document says becomes text, never markup.

const methods = ['get', 'put', 'post', 'patch', 'delete']

/** An element with attributes and children; a string among the children is text. */
const element = (name, attributes = {}, ...children) => {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children.flat(Infinity).filter((child) => child !== undefined && child !== ''))
  return made
}

const byId = (id) => document.getElementById(id)

const schemaId = (name) => `schema-${name}`
const operationId = ({ operationId: id }) => `operation-${id}`

/** The name behind a reference, or undefined when it leads elsewhere. */
const nameIn = (reference) => /^#\/components\/schemas\/(.+)$/.exec(reference)?.[1]

// Types

const mark = (text) => element('span', { class: 'mark' }, text)

const joined = (parts, separator) =>
  parts.flatMap((part, index) => (index === 0 ? part : [mark(separator), part]))

const referenceType = ({ $ref }) => {
  const name = nameIn($ref)
  return [name === undefined ? $ref : element('a', { href: `#${schemaId(name)}` }, name)]
}

const choiceType = (values) =>
  joined(
    values.map((value) => [JSON.stringify(value)]),
    ' | ',
  ).flat()

const arrayType = ({ items = {} }) => [mark('array of '), ...typeOf(items)]

const mapType = ({ patternProperties = {} }) => {
  const [value] = Object.values(patternProperties)
  return value === undefined ? ['object'] : [mark('map of '), ...typeOf(value)]
}

/** What a value of that schema is, in a few words; named shapes are links. */
const typeOf = (schema) => {
  if (schema.$ref !== undefined) return referenceType(schema)
  if (schema.enum !== undefined) return choiceType(schema.enum)
  if (schema.const !== undefined) return choiceType([schema.const])
  const options = schema.properties === undefined ? (schema.anyOf ?? schema.oneOf) : undefined
  if (options !== undefined) return joined(options.map(typeOf), ' | ').flat()
  if (schema.type === 'array') return arrayType(schema)
  if (schema.type === 'object') return mapType(schema)
  return [schema.type ?? 'any value']
}

// Limits

const grouped = (number) => number.toLocaleString('en')

const bound = (inclusive, exclusive, word) => {
  if (exclusive !== undefined) return `${word} ${grouped(exclusive)}`
  return inclusive === undefined ? undefined : grouped(inclusive)
}

const rangeOf = ({ minimum, exclusiveMinimum, maximum, exclusiveMaximum }) => {
  const low = bound(minimum, exclusiveMinimum, 'more than')
  const high = bound(maximum, exclusiveMaximum, 'less than')
  if (low !== undefined && high !== undefined) return `${low} to ${high}`
  if (low !== undefined) return exclusiveMinimum === undefined ? `at least ${low}` : low
  return high === undefined || exclusiveMaximum !== undefined ? high : `at most ${high}`
}

const sizeOf = ({ minLength, maxLength, maxItems }) => {
  if (maxItems !== undefined) return `at most ${grouped(maxItems)} items`
  if (maxLength === undefined) return minLength === undefined ? undefined : 'not empty'
  return `${minLength ?? 0} to ${grouped(maxLength)} characters`
}

const patternOf = (schema) =>
  schema.pattern ?? Object.keys(schema.patternProperties ?? {}).find((key) => key !== '^.*$')

const notesOn = (schema) => {
  const limits = [rangeOf(schema), sizeOf(schema)].filter((limit) => limit !== undefined)
  const words = [schema.description, ...limits].filter((word) => word !== undefined).join('; ')
  const pattern = patternOf(schema)
  return [
    words === '' ? undefined : element('span', { class: 'note' }, words),
    pattern === undefined
      ? undefined
      : element(
          'span',
          { class: 'note' },
          schema.pattern === undefined ? 'keys match ' : 'matches ',
          element('code', {}, pattern),
        ),
  ]
}

// Members

/** The schema whose members are worth a table of their own: inline, in an array or in a map too. */
const insideOf = (schema) => {
  const inner = schema.items ?? Object.values(schema.patternProperties ?? {})[0] ?? schema
  return Object.keys(inner.properties ?? {}).length > 0 ? inner : undefined
}

const row = (head, ...cells) =>
  element('tr', {}, element('th', { scope: 'row' }, head), element('td', {}, cells))

const table = (rows, kind = '') => element('table', { class: `members ${kind}` }, element('tbody', {}, rows))

const optional = (isRequired) => (isRequired ? undefined : element('span', { class: 'optional' }, 'optional'))

const membersTable = ({ properties, required = [] }) =>
  table(
    Object.entries(properties).map(([name, schema]) =>
      row([element('code', {}, name), optional(required.includes(name))], described(schema)),
    ),
  )

/** A type, what is said of it, and its members. */
const described = (schema, place = '') => {
  const inner = insideOf(schema)
  return [
    element('span', { class: 'type' }, typeOf(schema), place && mark(place)),
    ...notesOn(schema),
    inner === undefined ? undefined : membersTable(inner),
  ]
}

// Operations

const pathNodes = (path) =>
  path.split(/(\{[^}]+\})/).map((part) => (part.startsWith('{') ? element('em', {}, part) : part))

const badge = (method) => element('span', { class: `method ${method}` }, method.toUpperCase())

const titled = (title, content) => [element('h4', {}, title), content]

const parametersPart = (parameters) =>
  titled(
    'Parameters',
    table(
      parameters.map(({ name, in: place, required = false, description, schema = {} }) =>
        row(
          [element('code', {}, name), optional(required)],
          described({ ...schema, ...(description && { description }) }, ` in the ${place}`),
        ),
      ),
    ),
  )

const contentRows = (content = {}) =>
  Object.entries(content).map(([type, { schema = {} }]) =>
    element('div', { class: 'content' }, element('code', { class: 'media' }, type), described(schema)),
  )

const bodyPart = ({ content }) =>
  titled(
    'Body',
    table(
      Object.entries(content).map(([type, { schema = {} }]) =>
        row(element('code', {}, type), described(schema)),
      ),
    ),
  )

const responsesPart = (responses) =>
  titled(
    'Answers',
    table(
      Object.entries(responses).map(([status, { description, content }]) =>
        row(
          element('span', { class: `status ${Number(status) < 400 ? 'good' : 'bad'}` }, status),
          description,
          contentRows(content),
        ),
      ),
      'answers',
    ),
  )

const operationArticle = ({ path, method, operation }) => {
  const { summary = '', description = '', parameters = [], requestBody, responses = {} } = operation
  const id = operationId(operation)
  const scope = operation['x-scope']
  return element(
    'article',
    { class: 'operation', id },
    element(
      'header',
      {},
      badge(method),
      element('h3', { class: 'path' }, element('a', { href: `#${id}` }, pathNodes(path))),
      scope === undefined
        ? undefined
        : element('span', { class: 'scope' }, 'scope ', element('code', {}, scope)),
    ),
    element('p', { class: 'summary' }, [summary, description].filter(Boolean).join('. ')),
    parameters.length === 0 ? undefined : parametersPart(parameters),
    requestBody === undefined ? undefined : bodyPart(requestBody),
    responsesPart(responses),
  )
}

const serverGroup = 'Server'

/** Addresses with a version stand together, by version; the others are about the server itself. */
const groupOf = ({ path, operation }) => {
  const [word, version] = path.split('/').slice(1)
  return operation.tags?.[0] ?? (/^v\d+$/.test(version ?? '') ? `/${word}/${version}` : serverGroup)
}

const operationsIn = (paths) =>
  Object.entries(paths).flatMap(([path, operations]) =>
    methods
      .filter((method) => operations[method] !== undefined)
      .map((method) => ({ path, method, operation: operations[method] })),
  )

// Schemas

const schemaBody = (schema) => {
  if (insideOf(schema) !== undefined && schema.items === undefined) return described(schema).slice(1)
  return element('p', {}, described(schema))
}

const schemaDetails = ([name, schema]) =>
  element(
    'details',
    { class: 'schema', id: schemaId(name) },
    element('summary', {}, element('h3', {}, name)),
    element('div', { class: 'body' }, schemaBody(schema)),
  )

// The page

const entryOf = (node, link) => ({ node, link, text: node.textContent.toLowerCase() })

const sectionOf = (title, entries) => {
  const section = element(
    'section',
    {},
    element('h2', {}, title),
    entries.map(({ node }) => node),
  )
  const list = element(
    'div',
    {},
    element('h2', {}, title),
    element(
      'ul',
      {},
      entries.map(({ link }) => element('li', {}, link)),
    ),
  )
  return { section, list, entries }
}

const operationEntry = (one, group) => {
  const short = one.path.startsWith(`${group}/`) ? one.path.slice(group.length) : one.path
  const link = element('a', { href: `#${operationId(one.operation)}` }, badge(one.method), short)
  return entryOf(operationArticle(one), link)
}

const schemaEntry = (one) =>
  entryOf(schemaDetails(one), element('a', { href: `#${schemaId(one[0])}` }, one[0]))

const sectionsOf = ({ paths = {}, components = {} }) => {
  const operationsByGroup = Map.groupBy(operationsIn(paths), groupOf)
  const schemas = Object.entries(components.schemas ?? {})
  return [
    ...[...operationsByGroup]
      .toSorted(([a], [b]) => Number(a === serverGroup) - Number(b === serverGroup))
      .map(([title, operations]) =>
        sectionOf(
          title,
          operations.map((one) => operationEntry(one, title)),
        ),
      ),
    ...(schemas.length === 0 ? [] : [sectionOf('Schemas', schemas.map(schemaEntry))]),
  ]
}

/** Leaves only what has every word in it. */
const filterBy = (text, sections) => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  let shown = 0
  for (const { section, list, entries } of sections) {
    const matching = new Set(entries.filter((entry) => words.every((word) => entry.text.includes(word))))
    for (const entry of entries) {
      entry.node.hidden = !matching.has(entry)
      entry.link.parentElement.hidden = !matching.has(entry)
    }
    section.hidden = list.hidden = matching.size === 0
    shown += matching.size
  }
  return shown
}

const say = (text, isFailure = false) => {
  const notice = byId('notice')
  notice.textContent = text
  notice.hidden = text === ''
  notice.classList.toggle('failed', isFailure)
}

/** Opens and shows what the address points at. */
const followHash = () => {
  const target = byId(decodeURIComponent(location.hash.slice(1)))
  if (target === null) return
  if (target.tagName === 'DETAILS') target.open = true
  // What came after the page was loaded is not marked as the target until it is gone to again.
  if (!target.matches(':target')) location.replace(location.hash)
  target.scrollIntoView()
}

const listenToKeys = (filter) => {
  document.addEventListener('keydown', (event) => {
    if (event.key === '/' && document.activeElement !== filter) {
      event.preventDefault()
      filter.focus()
    } else if (event.key === 'Escape' && document.activeElement === filter) {
      filter.value = ''
      filter.dispatchEvent(new Event('input'))
    }
  })
}

const show = ({ info, ...openapi }) => {
  const sections = sectionsOf(openapi)
  document.title = `${info.title} interface`
  byId('title').textContent = info.title
  byId('version').textContent = `Interface version ${info.version}`
  byId('contents').append(...sections.map(({ list }) => list))
  const lead = element('p', { class: 'lead' }, info.description ?? '')
  byId('content').append(lead, ...sections.map(({ section }) => section))
  const filter = byId('filter')
  filter.addEventListener('input', () => {
    lead.hidden = filter.value !== ''
    const shown = filterBy(filter.value, sections)
    say(shown === 0 ? `Nothing here has “${filter.value}” in it.` : '')
  })
  listenToKeys(filter)
  addEventListener('hashchange', followHash)
  say('')
  followHash()
}

try {
  const response = await fetch(byId('document').href)
  if (!response.ok) throw new TypeError(`the server answered ${response.status}`)
  show(await response.json())
} catch (error) {
  say(`The document could not be read: ${error.message}`, true)
}
