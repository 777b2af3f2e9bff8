import { parametersText, typeText } from './type-text.ts'
import type { ClientOperation } from './read-operations.ts'

export const generatedNote = (script: string): string =>
  `// Written by "npm run ${script}" from the route table and the path metadata. Do not edit.`

/** The key of an operation: its method and its path. */
export const keyOf = ({ method, path }: ClientOperation): string => `${method} ${path}`

const membersOf = (operation: ClientOperation, names: Set<string>, problemSet: string): string[] => {
  const { params, query, body, answers } = operation
  return [
    ...(params.length === 0 ? [] : [`readonly params: ${parametersText(params, names)}`]),
    ...(query.length === 0
      ? []
      : [
          `readonly query${query.some(({ required }) => required) ? '' : '?'}: ${parametersText(query, names)}`,
        ]),
    ...(body === undefined ? [] : [`readonly body: ${typeText(body, names)}`]),
    `readonly answer: ${answers.map((answer) => typeText(answer, names)).join(' | ')}`,
    `readonly problem: ${problemSet}`,
  ]
}

/** Equal lists of problems get one name. */
class ProblemSets {
  readonly #names = new Map<string, string>()

  nameOf(codes: readonly string[]): string {
    const text = codes
      .toSorted()
      .map((code) => `'${code}'`)
      .join(' | ')
    const name = this.#names.get(text) ?? `Problems${this.#names.size + 1}`
    this.#names.set(text, name)
    return name
  }

  get declarations(): string[] {
    return [...this.#names].map(([text, name]) => `type ${name} = ${text}`)
  }
}

/** The file with the types of all operations. It contains no code. */
export const operationsFile = (operations: readonly ClientOperation[]): string => {
  const names = new Set<string>()
  const problemSets = new ProblemSets()
  const entries = operations.map((operation) => {
    const members = membersOf(operation, names, problemSets.nameOf(operation.problems))
    const lines = members.map((member) => `    ${member}`)
    return [`  /** ${operation.summary}. */`, `  '${keyOf(operation)}': {`, ...lines, '  }'].join('\n')
  })
  const imports = [...names].toSorted().map((name) => `  ${name},`)
  return [
    generatedNote('client'),
    'import type {',
    ...imports,
    "} from '@marinedata/model'",
    '',
    ...problemSets.declarations,
    '',
    '/** The types of every operation, by its method and its path below `…/v2/api/`. */',
    'export interface Operations {',
    ...entries,
    '}',
    '',
  ].join('\n')
}
