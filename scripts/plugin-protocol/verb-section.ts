import type { Verb } from '../../packages/plugin-api/src/host.ts'
import { compactJson } from './compact-json.ts'
import { membersTable, type Meanings } from './members.ts'
import { code, tableOf, type Shape } from './shape-text.ts'
import type { VerbDescription } from './verb-descriptions.ts'

/** Caller and receiver. */
export interface Direction {
  readonly from: string
  readonly to: string
  readonly verbs: Readonly<Record<string, Verb>>
  readonly descriptions: Readonly<Record<string, VerbDescription>>
  /** Verbs that the other direction has, too, and describes first. */
  readonly repeated: ReadonlySet<string>
}

const jsonBlock = (value: unknown): string => `\`\`\`json\n${compactJson(value)}\n\`\`\``

const shapeText = (shape: Shape, meanings: Meanings | undefined): string =>
  Object.keys(shape.properties ?? {}).length === 0
    ? ` ${code('{}')}, without members.`
    : `\n\n${membersTable(shape, meanings)}`

const exampleOf = (name: string, { kind }: Verb, { params, result }: VerbDescription): string[] => {
  const head = { jsonrpc: '2.0', ...(kind === 'request' && { id: 7 }) }
  return [
    jsonBlock({ ...head, method: name, params }),
    ...(kind === 'request' ? [jsonBlock({ ...head, result })] : []),
  ]
}

/** The heading of a verb. One that exists in both directions says who calls it. */
const headingOf = (name: string, { from, repeated }: Direction): string =>
  repeated.has(name) ? `${name} from a ${from}` : name

/** The section of one verb: direction, summary, members, example. */
const verbSection = ([name, verb]: readonly [string, Verb], direction: Direction): string => {
  const { from, to, descriptions } = direction
  const description = descriptions[name]
  if (description === undefined) throw new Error(`No description of the verb "${name}"`)
  return [
    `### ${headingOf(name, direction)}`,
    `${from} → ${to} · ${verb.kind} · scope ${code(verb.scope)}`,
    verb.summary,
    ...(description.notes ?? []),
    `**Parameters:**${shapeText(verb.params, description.meanings)}`,
    ...(verb.result === undefined ? [] : [`**Result:**${shapeText(verb.result, description.meanings)}`]),
    ...exampleOf(name, verb, description),
  ].join('\n\n')
}

export const verbSections = (direction: Direction): string =>
  Object.entries(direction.verbs)
    .map((verb) => verbSection(verb, direction))
    .join('\n\n')

const anchorOf = (heading: string): string => heading.replaceAll('/', '').replaceAll(' ', '-').toLowerCase()

/** The first two sentences of the summary. */
const firstWords = (summary: string): string =>
  `${summary.split('. ').slice(0, 2).join('. ').replace(/\.$/, '')}.`

export const verbsTable = (directions: readonly Direction[]): string =>
  tableOf(
    ['verb', 'from', 'kind', 'scope', 'what'],
    directions.flatMap((direction) =>
      Object.entries(direction.verbs).map(([name, { kind, scope, summary }]) => [
        `[${name}](#${anchorOf(headingOf(name, direction))})`,
        direction.from,
        kind,
        code(scope),
        firstWords(summary),
      ]),
    ),
  )
