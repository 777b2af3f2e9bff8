import { featureNames } from './feature-names.ts'
import { generatedNote, keyOf } from './operations-file.ts'
import { parametersText, typeText } from './type-text.ts'
import type { ClientOperation } from './read-operations.ts'

const capitalized = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}Feature`

const argumentsOf = ({ params, query, body }: ClientOperation, names: Set<string>): string[] => [
  ...params.map(({ name, schema }) => `${name}: ${typeText(schema, names)}`),
  ...(body === undefined ? [] : [`body: ${typeText(body, names)}`]),
  ...(query.length === 0
    ? []
    : [`query${query.some(({ required }) => required) ? '' : '?'}: ${parametersText(query, names)}`]),
  'options?: RequestOptions',
]

const methodText = (operation: ClientOperation, names: Set<string>): string =>
  [
    `  /** ${operation.summary}. */`,
    `  ${operation.name}(${argumentsOf(operation, names).join(', ')}): CallOf<'${keyOf(operation)}'>`,
  ].join('\n')

/** The longest path that all operations begin with, up to a whole segment. */
const sharedPath = (operations: readonly ClientOperation[]): string => {
  const [first = [], ...others] = operations.map(({ path }) => path.split('/'))
  const length = first.findIndex((segment, at) => others.some((other) => other[at] !== segment))
  return (length < 0 ? first : first.slice(0, length)).join('/')
}

const entryText = (operation: ClientOperation, base: string): string => {
  const payload = operation.body === undefined ? operation.query.length > 0 && 'query' : 'body'
  const words = [operation.method, operation.path.slice(base.length), ...(payload === false ? [] : [payload])]
  return `  ${operation.name}: '${words.join(' ')}',`
}

const featureText = (
  feature: string,
  operations: readonly ClientOperation[],
  names: Set<string>,
): string[] => {
  const base = sharedPath(operations)
  const type = capitalized(feature)
  return [
    `/** ${featureNames[feature]?.summary}. */`,
    `export interface ${type} {`,
    ...operations.map((operation) => methodText(operation, names)),
    '}',
    `/** ${featureNames[feature]?.summary}. */`,
    `export const ${feature}: Feature<${type}> = /* @__PURE__ */ defineFeature<${type}>('${base}', {`,
    ...operations.map((operation) => entryText(operation, base)),
    '})',
    '',
  ]
}

/** The file with the methods of each feature: their types, and a table of method and path for each. */
export const featuresFile = (operations: readonly ClientOperation[]): string => {
  const names = new Set<string>()
  const texts = Object.keys(featureNames).flatMap((feature) =>
    featureText(
      feature,
      operations.filter((operation) => operation.feature === feature),
      names,
    ),
  )
  const imports = [...names].toSorted().map((name) => `  ${name},`)
  return [
    generatedNote('client'),
    'import type {',
    ...imports,
    "} from '@marinedata/model'",
    "import type { RequestOptions } from '../request-json.ts'",
    "import { defineFeature, type Feature } from './feature.ts'",
    "import type { CallOf } from './operation.ts'",
    '',
    ...texts,
  ].join('\n')
}
