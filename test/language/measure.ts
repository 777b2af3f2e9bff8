import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { SourceFile } from '../architecture/read-source.ts'
import { markersIn } from './markers.ts'
import { textsOf, type ReadableText, type TextKind } from './texts.ts'

/** How many pieces of text there are, and which of them have a marker. */
export interface Tally {
  total: number
  readonly marked: string[]
}

/** By room, then by kind of text. */
export type Tallies = Map<string, Map<TextKind, Tally>>

const skipped = new Set(['node_modules', 'dist', 'out', 'coverage', 'assets'])

const isReadable = (path: string): boolean => /(?:\.[cm]?[jt]sx?|\.md|\/words\/.*\.json)$/.test(path)

/** Sources, tests and documents below a folder. */
export function* readTexts(root: string, folder: string = root): Generator<SourceFile> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      if (!skipped.has(entry.name) && !entry.name.startsWith('.')) yield* readTexts(root, path)
    } else if (entry.isFile() && isReadable(path)) {
      yield { path: relative(root, path), text: readFileSync(path, 'utf8') }
    }
  }
}

/**
 * The room of a file: a package or plugin by the name of its folder, wherever that is. Documents are one room each for decisions, pages
 * and the rest. All tests outside of `src`, their kit, trials and tools are one room.
 */
export const roomOf = (path: string): string => {
  if (path.startsWith('docs/adr/')) return 'docs/adr'
  if (path.endsWith('.md')) return path.startsWith('docs/') || path.includes('/') ? 'pages' : path
  if (path.startsWith('packages/testing/')) return 'tests, trials and tools'
  const source = /^(packages|plugins)\/(?:[\w-]+\/)*?([\w-]+)\/src\//.exec(path)
  return source === null ? 'tests, trials and tools' : `${source[1]}/${source[2]}`
}

/** The pieces in which a marker starts. A marker may continue in the next line of a comment. */
const markedPieces = ({ kind, pieces }: ReadableText): string[] => {
  if (kind !== 'comments') return pieces.filter((piece) => markersIn(piece).length > 0)
  const starts = pieces.map((_, index) => pieces.slice(0, index).join(' ').length + Math.min(index, 1))
  const marked = new Set(
    markersIn(pieces.join(' ')).map((at) => starts.findLastIndex((start) => start <= at)),
  )
  return pieces.filter((_, index) => marked.has(index))
}

/** Counts the marked texts of files. */
export function measure(files: Iterable<SourceFile>): Tallies {
  const tallies: Tallies = new Map()
  for (const text of [...files].flatMap(textsOf)) {
    const room = tallies.get(roomOf(text.path)) ?? new Map<TextKind, Tally>()
    const tally = room.get(text.kind) ?? { total: 0, marked: [] }
    tally.total += text.pieces.length
    tally.marked.push(...markedPieces(text).map((piece) => `${text.path}:${text.line}: ${piece}`))
    tallies.set(roomOf(text.path), room.set(text.kind, tally))
  }
  return tallies
}
