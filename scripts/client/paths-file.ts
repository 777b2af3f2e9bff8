import { valueConstraintOf, type Metadata } from '@marinedata/model'
import { generatedNote } from './operations-file.ts'

interface Described {
  readonly type?: unknown
  readonly units?: unknown
  readonly properties?: object
}

const jsonTypes: Readonly<Record<string, string>> = { number: 'number', string: 'string', boolean: 'boolean' }

const isPosition = (properties: object): boolean => 'latitude' in properties && 'longitude' in properties

const memberType = ({ type, units, properties }: Described): string => {
  if (properties !== undefined && isPosition(properties)) return 'Position'
  return typeof units === 'string' ? 'number' : (jsonTypes[String(type)] ?? 'unknown')
}

const membersText = (properties: Readonly<Record<string, unknown>>): string => {
  if (isPosition(properties)) return 'Position'
  const members = Object.entries(properties).map(
    // The metadata of a member is an object.
    ([name, described]) => `readonly ${name}?: ${memberType(described as Described)} | null`,
  )
  return `{ ${members.join('; ')} }`
}

/** The type of the values of a path as its metadata has it; `unknown` when it says nothing. */
const valueText = (path: string, metadata: Metadata): string => {
  const constraint = valueConstraintOf(path, metadata)
  if (constraint?.kind === 'date') return 'string'
  if (constraint?.kind === 'number') return 'number'
  if (path.startsWith('notifications.')) return 'Notification'
  if (metadata.properties !== undefined) return membersText(metadata.properties)
  if (metadata.enum?.every((value) => typeof value === 'string') === true)
    return metadata.enum.map((value) => JSON.stringify(value)).join(' | ')
  return 'unknown'
}

const hasValue = (path: string, metadata: Metadata, all: readonly string[]): boolean =>
  metadata.units !== undefined ||
  metadata.properties !== undefined ||
  !all.some((other) => other.startsWith(`${path}.`))

const keyText = (path: string): string =>
  path.includes('*') ? `[path: \`${path.replaceAll('*', '${string}')}\`]` : `'${path}'`

/** The file with the type of the values of every known path. It contains no code. */
export const pathsFile = (known: Readonly<Record<string, Metadata>>): string => {
  const all = Object.keys(known)
  const entries = Object.entries(known)
    .filter(([path, metadata]) => hasValue(path, metadata, all))
    .flatMap(([path, metadata]) => {
      const { description, units } = metadata
      const about = [
        ...(description === undefined ? [] : [description]),
        ...(units === undefined ? [] : [units]),
      ]
      return [
        `  /** ${about.join('; ').replaceAll('*/', '* /').replaceAll(/\s+/g, ' ')} */`,
        `  ${keyText(path)}: ${valueText(path, metadata)}`,
      ]
    })
  return [
    generatedNote('client'),
    "import type { Notification, Position } from '@marinedata/model'",
    '',
    '/** The type of the values of every known path. */',
    'export interface PathValues {',
    ...entries,
    '}',
    '',
  ].join('\n')
}
