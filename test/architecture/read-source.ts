import { parseSync, Visitor } from 'oxc-parser'

export interface SourceFile {
  /** Relative to the repository, with forward slashes. */
  readonly path: string
  readonly text: string
}

export interface ImportFact {
  /** `undefined`: a dynamic import whose module is not a literal. */
  readonly specifier: string | undefined
  readonly typeOnly: boolean
  readonly line: number
}

export interface SourceFacts {
  readonly imports: readonly ImportFact[]
  /** Lines with a default export. */
  readonly defaultExports: readonly number[]
  /** Lines with a `let` or `var` outside every function. */
  readonly moduleVariables: readonly number[]
  /** Lines with `new Date()`, which reads the wall clock. */
  readonly wallClocks: readonly number[]
  /** Parser errors. */
  readonly errors: readonly string[]
}

interface Collected {
  readonly imports: ImportFact[]
  readonly defaultExports: number[]
  readonly wallClocks: number[]
}

type LineOf = (offset: number) => number

function lineCounter(text: string): LineOf {
  return (offset) => text.slice(0, offset).split('\n').length
}

function literalText(node: { type: string; value?: unknown }): string | undefined {
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined
}

function collector(found: Collected, lineOf: LineOf): Visitor {
  const add = (specifier: string | undefined, typeOnly: boolean, offset: number): void => {
    found.imports.push({ specifier, typeOnly, line: lineOf(offset) })
  }
  return new Visitor({
    ImportDeclaration: (node) => {
      const inline = node.specifiers.map((one) => 'importKind' in one && one.importKind === 'type')
      const typeOnly = node.importKind === 'type' || (inline.length > 0 && !inline.includes(false))
      add(node.source.value, typeOnly, node.start)
    },
    ExportAllDeclaration: (node) => add(node.source.value, node.exportKind === 'type', node.start),
    ExportNamedDeclaration: (node) => {
      if (node.source !== null) add(node.source.value, node.exportKind === 'type', node.start)
      if (node.specifiers.some(({ exported }) => 'name' in exported && exported.name === 'default')) {
        found.defaultExports.push(lineOf(node.start))
      }
    },
    ImportExpression: (node) => add(literalText(node.source), false, node.start),
    TSImportType: (node) => add(node.source.value, true, node.start),
    ExportDefaultDeclaration: (node) => {
      found.defaultExports.push(lineOf(node.start))
    },
    NewExpression: (node) => {
      const isDate = node.callee.type === 'Identifier' && node.callee.name === 'Date'
      if (isDate && node.arguments.length === 0) found.wallClocks.push(lineOf(node.start))
    },
  })
}

/** Reads the facts that the rules need about one source: imports, default exports, module variables and wall clocks. */
export function readSource({ path, text }: SourceFile): SourceFacts {
  const { program, errors } = parseSync(path, text)
  const lineOf = lineCounter(text)
  const found: Collected = { imports: [], defaultExports: [], wallClocks: [] }
  collector(found, lineOf).visit(program)
  const moduleVariables = program.body
    .map((node) => (node.type === 'ExportNamedDeclaration' && node.declaration ? node.declaration : node))
    .filter((node) => node.type === 'VariableDeclaration' && (node.kind === 'let' || node.kind === 'var'))
    .map((node) => lineOf(node.start))
  return { ...found, moduleVariables, errors: errors.map(({ message }) => message) }
}
