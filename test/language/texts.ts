import { parseSync, Visitor, type ParseResult } from 'oxc-parser'
import type { SourceFile } from '../architecture/read-source.ts'

export type TextKind = 'comments' | 'titles' | 'logs' | 'errors' | 'screens' | 'documents' | 'decisions'

/** A text that people read. A comment and a paragraph have several pieces, each counted once: lines and sentences. */
export interface ReadableText {
  readonly kind: TextKind
  readonly path: string
  readonly line: number
  readonly pieces: readonly string[]
}

type LineOf = (offset: number) => number

const lineOfIn =
  (text: string): LineOf =>
  (offset) =>
    text.slice(0, offset).split('\n').length

const hasWord = (text: string): boolean => /[a-z]{2}/i.test(text)

const commentLines = (value: string): string[] =>
  value
    .split('\n')
    .map((line) => line.replace(/^\s*\*?\s*/, '').trim())
    .filter(hasWord)

interface Block {
  readonly start: number
  readonly isLine: boolean
  end: number
  readonly lines: string[]
}

/** Consecutive line comments are one comment. */
const commentsOf = ({ path, text }: SourceFile, { comments }: ParseResult): ReadableText[] => {
  const blocks: Block[] = []
  for (const { type, value, start, end } of comments) {
    const last = blocks.at(-1)
    const isLine = type === 'Line'
    if (last !== undefined && last.isLine && isLine && /^\n[ \t]*$/.test(text.slice(last.end, start))) {
      last.lines.push(...commentLines(value))
      last.end = end
    } else blocks.push({ start, end, isLine, lines: commentLines(value) })
  }
  const lineOf = lineOfIn(text)
  return blocks.map(({ start, lines }) => ({ kind: 'comments', path, line: lineOf(start), pieces: lines }))
}

interface Expression {
  readonly type: string
  readonly name?: string
  readonly value?: unknown
  readonly object?: Expression
  readonly property?: Expression
  readonly quasis?: readonly { readonly value: { readonly raw: string } }[]
}

/** The text of a literal; `…` stands for the values of a template. */
const literalOf = ({ type, value, quasis }: Expression): string | undefined => {
  if (type === 'Literal' && typeof value === 'string') return value
  return type === 'TemplateLiteral' ? quasis?.map(({ value: { raw } }) => raw).join('…') : undefined
}

const levels = new Set(['trace', 'debug', 'info', 'warn', 'error', 'fatal'])

const nameOf = ({ type, name, object, property }: Expression): string =>
  type === 'MemberExpression' ? `${nameOf(object!)}.${nameOf(property!)}` : (name ?? '')

const kindOfCall = (name: string): TextKind | undefined => {
  const parts = name.split('.')
  if (/^(?:test|it|describe|suite)$/.test(parts[0] ?? '') || /^\w+\.test$/.test(name)) return 'titles'
  return levels.has(parts.at(-1) ?? '') && /^(?:log|logger)$/.test(parts.at(-2) ?? '') ? 'logs' : undefined
}

/** Test titles, log messages and error texts. */
const literalsOf = ({ path, text }: SourceFile, { program }: ParseResult): ReadableText[] => {
  const found: ReadableText[] = []
  const lineOf = lineOfIn(text)
  const add = (kind: TextKind, given: readonly unknown[], start: number): void => {
    // The nodes of the parser have the members of `Expression` that are read here.
    const texts = (given as Expression[]).map(literalOf).filter((one) => one !== undefined && hasWord(one))
    for (const piece of texts) found.push({ kind, path, line: lineOf(start), pieces: [piece!] })
  }
  new Visitor({
    CallExpression: ({ callee, arguments: given, start }) => {
      const kind = kindOfCall(nameOf(callee as Expression))
      if (kind !== undefined) add(kind, given.slice(0, 2), start)
    },
    NewExpression: ({ callee, arguments: given, start }) => {
      if (nameOf(callee as Expression).endsWith('Error')) add('errors', given, start)
    },
  }).visit(program)
  return found
}

/** The English texts of the screens, from a module or a JSON catalogue. */
const screensOf = ({ path, text }: SourceFile): ReadableText[] => {
  const values = text.matchAll(/^\s*['"]?[\w.-]+['"]?:\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/gm)
  const lineOf = lineOfIn(text)
  return Array.from(values, (match) => ({
    kind: 'screens' as const,
    path,
    line: lineOf(match.index),
    pieces: [match[1] ?? match[2] ?? ''],
  }))
}

/** The sentences of a document, without its code. The title of a decision is a text of another kind. */
const sentencesOf = ({ path, text }: SourceFile): ReadableText[] => {
  const prose = text.replaceAll(/^ *```[\s\S]*?^ *```/gm, (code) => code.replaceAll(/[^\n]/g, ''))
  return prose.split('\n').flatMap((line, index): ReadableText[] => {
    const isTitle = line.startsWith('# ') && /\badr\//.test(path)
    const pieces = line
      .replaceAll(/`[^`]*`|\]\([^)]*\)/g, (code) => `${code[0]}${'_'.repeat(code.length - 2)}${code.at(-1)}`)
      .split(/(?<=[.!?:;]) |\|/)
      .map((piece) => piece.replace(/^[\s#>*-]+/, '').trim())
      .filter(hasWord)
    return [{ kind: isTitle ? 'decisions' : 'documents', path, line: index + 1, pieces }]
  })
}

const isEnglishCatalogue = (path: string): boolean => /\/words\/(?:.*\/)?en(?:-\w+)?\.(?:ts|json)$/.test(path)

/** All texts of a file that people read. */
export const textsOf = (file: SourceFile): ReadableText[] => {
  if (file.path.endsWith('.md')) return sentencesOf(file)
  const screens = isEnglishCatalogue(file.path) ? screensOf(file) : []
  if (file.path.endsWith('.json')) return screens
  const parsed = parseSync(file.path, file.text)
  return [...commentsOf(file, parsed), ...literalsOf(file, parsed), ...screens]
}
