import type { Verb } from '../../packages/plugin-api/src/host.ts'
import { compactJson } from './compact-json.ts'
import { membersTable, type Meanings } from './members.ts'
import { code, tableOf, type Shape } from './shape-text.ts'
import type { ToldVerb } from './told-verbs.ts'

/** Who asks whom. */
export interface Direction {
  readonly from: string
  readonly to: string
  readonly verbs: Readonly<Record<string, Verb>>
  readonly told: Readonly<Record<string, ToldVerb>>
}

const jsonBlock = (value: unknown): string => `\`\`\`json\n${compactJson(value)}\n\`\`\``

const shapeText = (shape: Shape, meanings: Meanings | undefined): string =>
  Object.keys(shape.properties ?? {}).length === 0
    ? ` ${code('{}')}, without members.`
    : `\n\n${membersTable(shape, meanings)}`

const exampleOf = (name: string, { kind }: Verb, { params, result }: ToldVerb): string[] => {
  const head = { jsonrpc: '2.0', ...(kind === 'request' && { id: 7 }) }
  return [
    jsonBlock({ ...head, method: name, params }),
    ...(kind === 'request' ? [jsonBlock({ ...head, result })] : []),
  ]
}

/** One verb: who, what, its members, an example. */
const verbSection = ([name, verb]: readonly [string, Verb], { from, to, told }: Direction): string => {
  const say = told[name]
  if (say === undefined) throw new Error(`Nothing is told of the verb "${name}"`)
  return [
    `### ${name}`,
    `${from} → ${to} · ${verb.kind} · scope ${code(verb.scope)}`,
    verb.summary,
    ...(say.notes ?? []),
    `**Parameters:**${shapeText(verb.params, say.meanings)}`,
    ...(verb.result === undefined ? [] : [`**Result:**${shapeText(verb.result, say.meanings)}`]),
    ...exampleOf(name, verb, say),
  ].join('\n\n')
}

export const verbSections = (direction: Direction): string =>
  Object.entries(direction.verbs)
    .map((verb) => verbSection(verb, direction))
    .join('\n\n')

const anchorOf = (name: string): string => name.replaceAll('/', '').toLowerCase()

/** The first two sentences say what it is for. */
const firstWords = (summary: string): string =>
  `${summary.split('. ').slice(0, 2).join('. ').replace(/\.$/, '')}.`

export const verbsTable = (directions: readonly Direction[]): string =>
  tableOf(
    ['verb', 'from', 'kind', 'scope', 'what'],
    directions.flatMap(({ from, verbs }) =>
      Object.entries(verbs).map(([name, { kind, scope, summary }]) => [
        `[${name}](#${anchorOf(name)})`,
        from,
        kind,
        code(scope),
        firstWords(summary),
      ]),
    ),
  )
