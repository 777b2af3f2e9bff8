import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSync, Visitor } from 'oxc-parser'
import type { SourceFile } from './architecture/read-source.ts'
import { readTree, repository } from './architecture/read-tree.ts'
import { ceilings } from './language/ceilings.ts'
import { markersIn } from './language/markers.ts'
import { measure, readTexts, type Tallies } from './language/measure.ts'
import type { TextKind } from './language/texts.ts'

/**
 * Words of earlier names that readers had to decode. Compared with the parts of an exported name: `AlertBook` has the parts
 * `alert` and `book`. What to use instead is in docs/glossary.md.
 */
const retiredWords = new Set([
  'book',
  'deed',
  'desk',
  'drawings',
  'drawn',
  'film',
  'guest',
  'guests',
  'helmsman',
  'itinerary',
  'keepsake',
  'lane',
  'lookout',
  'newcomer',
  'pencil',
  'road',
  'shelf',
  'strayed',
  'telling',
  'told',
  'troubles',
  'welcome',
  'whatever',
  'whoever',
  'windlass',
  'wish',
])

const levels = new Set(['trace', 'debug', 'info', 'warn', 'error', 'fatal'])
const eventPattern = /^[a-z][a-z0-9-]*(?:\.[a-z][a-z0-9_]*)+$/

const partsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .map((part) => part.toLowerCase())

const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

interface NamedNode {
  readonly type: string
  readonly id?: { readonly type: string; readonly name?: string } | null
  readonly declarations?: readonly { readonly id: { readonly type: string; readonly name?: string } }[]
}

const namesDeclaredBy = (node: NamedNode): string[] =>
  [node.id, ...(node.declarations ?? []).map(({ id }) => id)].flatMap((id) =>
    id?.type === 'Identifier' && id.name !== undefined ? [id.name] : [],
  )

/** Exported names with a retired word in them. */
const retiredNames = ({ path, text }: SourceFile): string[] => {
  const found: string[] = []
  new Visitor({
    ExportNamedDeclaration: ({ declaration, start }) => {
      if (declaration === null) return
      for (const name of namesDeclaredBy(declaration))
        for (const part of partsOf(name))
          if (retiredWords.has(part))
            found.push(`${path}:${lineOf(text, start)}: "${name}" contains the retired word "${part}"`)
    },
  }).visit(parseSync(path, text).program)
  return found
}

interface Expression {
  readonly type: string
  readonly name?: string
  readonly property?: Expression
}

const lastName = ({ type, name, property }: Expression): string | undefined =>
  type === 'MemberExpression' && property !== undefined ? lastName(property) : name

interface Property {
  readonly type: string
  readonly key?: { readonly name?: string }
  readonly value?: { readonly type: string; readonly value?: unknown }
}

/** Whether the first argument of a log call is an object with a usable `event`; a variable event is checked where it is set. */
const hasEvent = (
  argument: { readonly type: string; readonly properties?: readonly Property[] } | undefined,
) => {
  const event = argument?.properties?.find(({ key }) => key?.name === 'event')?.value
  if (event === undefined) return false
  return event.type !== 'Literal' || eventPattern.test(String(event.value))
}

/** Calls of a logger without an event. */
const logsWithoutEvent = ({ path, text }: SourceFile): string[] => {
  const found: string[] = []
  new Visitor({
    CallExpression: ({ callee, arguments: given, start }) => {
      if (callee.type !== 'MemberExpression') return
      const { object, property } = callee as unknown as { object: Expression; property: Expression }
      if (!levels.has(property.name ?? '') || !/^(?:#?log|logger)$/.test(lastName(object) ?? '')) return
      if (!hasEvent(given[0] as Parameters<typeof hasEvent>[0]))
        found.push(`${path}:${lineOf(text, start)}: a log call without { event: 'area.what_happened' }`)
    },
  }).visit(parseSync(path, text).program)
  return found
}

const isSource = ({ path }: SourceFile): boolean =>
  /\/src\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path)

const assertNone = (violations: readonly string[]): void =>
  assert.equal(violations.length, 0, `\n${violations.join('\n')}\n`)

test('no exported name contains a retired word', () => {
  assertNone(readTree().filter(isSource).flatMap(retiredNames))
})

test('every log call of the server has a stable event', () => {
  const ofServer = readTree().filter((file) => isSource(file) && file.path.startsWith('packages/server/'))
  assertNone(ofServer.flatMap(logsWithoutEvent))
})

/** A room without an entry may have a marker in one of a hundred texts. */
const ceilingOf = (room: string, kind: TextKind, total: number): number =>
  ceilings[room] === undefined ? Math.ceil(total / 100) : (ceilings[room][kind] ?? 0)

const exceeded = (tallies: Tallies): string[] =>
  [...tallies].flatMap(([room, kinds]) =>
    [...kinds].flatMap(([kind, { total, marked }]) => {
      const ceiling = ceilingOf(room, kind, total)
      if (marked.length <= ceiling) return []
      return [`${room}: ${marked.length} ${kind} with a marker, at most ${ceiling}`, ...marked]
    }),
  )

test('texts are written in plain English', () => {
  assertNone(exceeded(measure(readTexts(repository))))
})

test('finds markers in every kind of text', () => {
  const path = 'packages/planted/src/planted.ts'
  const text = [
    '// A bus of its',
    '// own.',
    "test('nobody is there', () => {})",
    "log.warn({ event: 'a.b' }, 'started anew')",
    "throw new Error('one that is gone')",
  ].join('\n')
  const kinds = measure([{ path, text }]).get('packages/planted')
  assert.deepEqual(
    [...(kinds ?? [])].map(([kind, { marked }]) => `${kind} ${marked.length}`),
    ['comments 1', 'titles 1', 'logs 1', 'errors 1'],
  )
  const page = '# An own codec\n\nShort. Of five messages one is long. `none` is code.\n'
  const pages = measure([{ path: 'docs/adr/0001-planted.md', text: page }]).get('docs/adr')
  assert.deepEqual(
    [...(pages ?? [])].map(([kind, { total, marked }]) => `${kind} ${marked.length} of ${total}`),
    ['decisions 1 of 1', 'documents 1 of 3'],
  )
  assert.deepEqual(markersIn('The crew go ashore. Returns the mean of the radians.'), [])
})

test('found when planted: a retired word and a log call without an event', () => {
  const path = 'packages/server/src/planted.ts'
  const plant = (text: string): SourceFile => ({ path, text })
  assert.equal(retiredNames(plant('export class AlertBook {}')).length, 1)
  assert.equal(retiredNames(plant('export const welcomeGuests = 1')).length, 2)
  assert.equal(retiredNames(plant('export const bookmark = 1')).length, 0)
  assert.equal(logsWithoutEvent(plant("this.#log.warn('gone')")).length, 1)
  assert.equal(logsWithoutEvent(plant("log.warn({ err }, 'gone')")).length, 1)
  assert.equal(logsWithoutEvent(plant("log.warn({ event: 'Gone away' }, 'gone')")).length, 1)
  assert.equal(logsWithoutEvent(plant("log.warn({ event: 'plugin.gone', err }, 'gone')")).length, 0)
})
