import { timeTrusts, type TimeTrust } from '@marinedata/model'
import type { LogDatabase, Row } from './log-database.ts'

/** Samples may be this much older or newer than the clock when they arrive. Milliseconds. */
export const largestLag = 60_000
/** Changes that are sent again after an interruption are at most this old. Milliseconds. */
export const largestLateness = 600_000
const minuteMs = 60_000

/** Where something is in the log: enough to know its time. */
export interface LogPlace {
  /** Number of its segment. */
  readonly segment: number
  readonly mono: number
  readonly wall: number
}

/** A true time that became known: it was `mono + offset`. */
export interface ClockFix {
  readonly segment: number
  readonly offset: number
  readonly trust: TimeTrust
}

/** Segments from a number on, recorded by one start of the program without a jump of the clock. */
export interface Run {
  readonly first: number
  readonly boot: number
}

/** Segments whose times follow one rule, so that they rise with their numbers. */
interface Piece {
  readonly first: number
  /** Infinity for the newest. */
  readonly last: number
  /** From monotonic to true time; undefined when the true time is not known, and the wall clock counts. */
  readonly offset: number | undefined
  readonly isTrusted: boolean
}

/** Corrected times of the first and the last segment; NaN when there is none. */
interface Bounds {
  readonly begin: number
  readonly end: number
}

export interface NumberRange {
  readonly first: number
  readonly last: number
}

export const isTrustedTime = (trust: TimeTrust): boolean => trust === 'network' || trust === 'gnss'

/**
 * The times of everything in the log. Order is the number; the time of a segment is computed when it is read, because the
 * true time may become known later than the data.
 */
export class Timeline {
  readonly #database: LogDatabase
  readonly #runs: Run[]
  readonly #fixesByBoot = new Map<number, ClockFix[]>()
  #pieces: Piece[] = []
  readonly #boundsOf = new WeakMap<Piece, Bounds>()

  constructor(database: LogDatabase) {
    this.#database = database
    this.#runs = database
      .all('SELECT first, boot FROM run ORDER BY first')
      .map((row) => ({ first: Number(row['first']), boot: Number(row['boot']) }))
    for (const row of database.all("SELECT segment, json FROM event WHERE kind = 'clock' ORDER BY number"))
      this.#learn(row)
    this.#rebuild()
  }

  #learn(row: Row): void {
    // Only `trustTime` writes these events.
    const fix = JSON.parse(String(row['json'])) as { boot: number; offset: number; trust: TimeTrust }
    const known = this.#fixesByBoot.get(fix.boot) ?? []
    known.push({ segment: Number(row['segment']), offset: fix.offset, trust: fix.trust })
    this.#fixesByBoot.set(fix.boot, known)
  }

  #rebuild(): void {
    this.#pieces = this.#runs.flatMap((run, index) =>
      piecesOf(run, (this.#runs[index + 1]?.first ?? Number.POSITIVE_INFINITY) - 1, this.#fixes(run.boot)),
    )
  }

  /** The fixes of the best trust: what the satellites said outweighs what the network said. */
  #fixes(boot: number): ClockFix[] {
    const fixes = this.#fixesByBoot.get(boot) ?? []
    const best = Math.max(...fixes.map(({ trust }) => timeTrusts.indexOf(trust)))
    return fixes.filter(({ trust }) => timeTrusts.indexOf(trust) === best)
  }

  /** The newest boot; 0 before the first. */
  get boot(): number {
    return this.#runs.at(-1)?.boot ?? 0
  }

  addRun(run: Run): void {
    // A run without segments is replaced.
    if (this.#runs.at(-1)?.first === run.first) this.#runs.pop()
    this.#runs.push(run)
    this.#rebuild()
  }

  addFix(boot: number, fix: ClockFix): void {
    this.#fixesByBoot.set(boot, [...(this.#fixesByBoot.get(boot) ?? []), fix])
    this.#rebuild()
  }

  #pieceOf(segment: number): Piece | undefined {
    let [low, high] = [0, this.#pieces.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#pieces[middle]?.first ?? 0) <= segment) low = middle + 1
      else high = middle
    }
    return this.#pieces[Math.max(0, low - 1)]
  }

  /** Corrected Unix milliseconds. */
  timeOf({ segment, mono, wall }: LogPlace): number {
    const offset = this.#pieceOf(segment)?.offset
    return offset === undefined ? wall : mono + offset
  }

  /** Whether the time of a segment is confirmed. */
  isTrusted(segment: number): boolean {
    return this.#pieceOf(segment)?.isTrusted ?? false
  }

  /** From monotonic to true time of the newest run, if it is known. */
  get offset(): number | undefined {
    return this.#pieces.at(-1)?.offset
  }

  /** The numbers of segments on disk that may hold samples of a time range, in the order of the log. */
  numbersIn(from: number, to: number): NumberRange[] {
    const earliest = from - minuteMs - largestLag
    const latest = to + largestLag
    return this.#pieces.flatMap((piece) => {
      if (this.#isOutside(piece, earliest, latest)) return []
      const first = this.#search(piece, earliest)
      if (first === undefined) return []
      const beyond = this.#search(piece, latest + 1)
      const last = beyond === undefined ? piece.last : beyond - 1
      return last < first ? [] : [{ first, last }]
    })
  }

  /** Events of values in a time range, in the order of the log. */
  *events(from: number, to: number): Generator<{ readonly time: number; readonly row: Row }> {
    for (const { first, last, offset } of this.#pieces) {
      const shift = offset ?? 0
      let after = 0
      for (;;) {
        const rows = this.#database.all(
          `SELECT * FROM event WHERE segment BETWEEN ? AND ? AND kind = 'value'
            AND ${offset === undefined ? 'wall' : 'mono'} BETWEEN ? AND ? AND number > ? ORDER BY number LIMIT 200`,
          first,
          ceiling(last),
          floor(from - shift),
          ceiling(to - shift),
          after,
        )
        for (const row of rows) {
          const clock = Number(row[offset === undefined ? 'wall' : 'mono'])
          yield { time: clock + shift, row }
        }
        if (rows.length < 200) break
        after = Number(rows.at(-1)?.['number'])
      }
    }
  }

  /** The times of the first segment and the first event of each piece that are not before a time. */
  nextTimes(from: number): number[] {
    return this.#pieces.flatMap((piece) => {
      const { first, last, offset } = piece
      const shift = offset ?? 0
      const clock = offset === undefined ? 'wall' : 'mono'
      const number = this.#isOutside(piece, from, Number.POSITIVE_INFINITY)
        ? undefined
        : this.#search(piece, from)
      const segment = this.#database.get(
        `SELECT ${clock} AS at FROM segment WHERE number >= ? LIMIT 1`,
        number ?? 0,
      )
      const event = this.#database.get(
        `SELECT min(${clock}) AS at FROM event WHERE segment BETWEEN ? AND ? AND kind = 'value' AND ${clock} >= ?`,
        first,
        ceiling(last),
        floor(from - shift),
      )
      return [number === undefined ? undefined : segment, event].flatMap((row) =>
        typeof row?.['at'] === 'number' ? [row['at'] + shift] : [],
      )
    })
  }

  /** The smallest number in a piece whose segment does not begin before a time. */
  #search(piece: Piece, time: number): number | undefined {
    const newest = this.#database.number(
      'SELECT max(number) FROM segment WHERE number <= ?',
      ceiling(piece.last),
    )
    let [low, high] = [piece.first, newest + 1]
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      const row = this.#database.get(
        'SELECT number, mono, wall FROM segment WHERE number >= ? ORDER BY number LIMIT 1',
        middle,
      )
      const number = Number(row?.['number'] ?? Number.POSITIVE_INFINITY)
      const begin = piece.offset === undefined ? Number(row?.['wall']) : Number(row?.['mono']) + piece.offset
      if (number >= high || begin >= time) high = middle
      else low = number + 1
    }
    return low > newest ? undefined : low
  }

  /** Whether a closed piece is outside of a time range; its ends are read once. */
  #isOutside(piece: Piece, earliest: number, latest: number): boolean {
    if (!Number.isFinite(piece.last)) return false
    const known = this.#boundsOf.get(piece) ?? this.#readBounds(piece)
    this.#boundsOf.set(piece, known)
    return known.end < earliest || known.begin > latest
  }

  #readBounds({ first, last, offset }: Piece): Bounds {
    const [begin, end] = ['ASC', 'DESC'].map((order) => {
      const row = this.#database.get(
        `SELECT mono, wall FROM segment WHERE number BETWEEN ? AND ? ORDER BY number ${order} LIMIT 1`,
        first,
        last,
      )
      if (row === undefined) return Number.NaN
      return offset === undefined ? Number(row['wall']) : Number(row['mono']) + offset
    })
    return { begin: begin ?? Number.NaN, end: end ?? Number.NaN }
  }
}

const floor = (number: number): number => Math.max(number, Number.MIN_SAFE_INTEGER)
const ceiling = (number: number): number => Math.min(number, Number.MAX_SAFE_INTEGER)

const piecesOf = ({ first }: Run, last: number, fixes: readonly ClockFix[]): Piece[] => {
  // Before the first fix its own offset counts: the monotonic clock did not jump.
  const before = fixes.findLast(({ segment }) => segment <= first) ?? fixes[0]
  const later = fixes.filter((fix) => fix !== before && fix.segment > first && fix.segment <= last)
  const starts = [{ first, fix: before }, ...later.map((fix) => ({ first: fix.segment, fix }))]
  return starts.map((start, index) => ({
    first: start.first,
    last: (starts[index + 1]?.first ?? last + 1) - 1,
    offset: start.fix?.offset,
    isTrusted: start.fix !== undefined,
  }))
}
