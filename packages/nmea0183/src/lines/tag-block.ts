import { checksumOf, type Milliseconds } from '@marinedata/ais'

/** What TAG blocks (NMEA 4.1) say about a line: they describe the line, not the boat. */
export interface TagBlock {
  /** The station that sent it (`s`). */
  readonly source?: string
  /** The station that it is for (`d`). */
  readonly destination?: string
  /** When it was received, since 1970 (`c`). */
  readonly time?: Milliseconds
  /** Which of several lines that belong together it is (`g`), from 1. */
  readonly group?: { readonly line: number; readonly lines: number; readonly id: number }
}

export interface TaggedLine {
  /** The sentence, without blocks. */
  readonly text: string
  readonly tags: TagBlock
}

type Entry = (value: string) => TagBlock | undefined

const name = /^[ -)+-[\]-~]{1,15}$/
const seconds = /^[0-9]{9,13}$/
const lineInGroup = /^([0-9]{1,2})-([0-9]{1,2})-([0-9]{1,9})$/
/** Unix times are in seconds or in milliseconds: as seconds, a larger number is after the year 5000. */
const mostSeconds = 99_999_999_999

const entries: ReadonlyMap<string, Entry> = new Map<string, Entry>([
  ['s', (source) => (name.test(source) ? { source } : undefined)],
  ['d', (destination) => (name.test(destination) ? { destination } : undefined)],
  [
    'c',
    (text) => {
      if (!seconds.test(text)) return undefined
      const time = Number(text)
      return { time: time > mostSeconds ? time : time * 1_000 }
    },
  ],
  [
    'g',
    (text) => {
      const [line, lines, id] = lineInGroup.exec(text)?.slice(1).map(Number) ?? []
      const isGroup = line !== undefined && lines !== undefined && id !== undefined
      return isGroup && line >= 1 && line <= lines ? { group: { line, lines, id } } : undefined
    },
  ],
])

/** The entries of one block; none when its checksum is wrong. */
const tagsIn = (block: string): TagBlock => {
  const star = block.lastIndexOf('*')
  const sum = block.slice(star + 1)
  const isWhole =
    star > 0 && /^[0-9A-Fa-f]{2}$/.test(sum) && Number.parseInt(sum, 16) === checksumOf(block, 0, star)
  if (!isWhole) return {}
  const found = block
    .slice(0, star)
    .split(',')
    .map((entry) => entries.get(entry.slice(0, entry.indexOf(':')))?.(entry.slice(entry.indexOf(':') + 1)))
  return Object.assign({}, ...found) as TagBlock
}

const mark = '\\'
const noTags: TagBlock = {}

/** The sentence of a line without its TAG blocks. */
export const withoutTags = (line: string): string =>
  line.startsWith(mark) ? line.slice(line.lastIndexOf(mark) + 1) : line

/** Separates the TAG blocks of a line from its sentence. A damaged block says nothing; the sentence has its own sum. */
export const readTags = (line: string): TaggedLine => {
  if (!line.startsWith(mark)) return { text: line, tags: noTags }
  const blocks = line.slice(1, line.lastIndexOf(mark)).split(mark)
  return { text: withoutTags(line), tags: Object.assign({}, ...blocks.map(tagsIn)) as TagBlock }
}
