import { mostLogSeries } from '@marinedata/model'
import type { LogSeries } from '#interface.ts'
import { kindOf, stepsOf } from '#quantities/quantities.ts'
import type { LogDatabase } from '#storage/log-database.ts'
import type { SeriesColumn } from './open-segment.ts'
import { RateLimit } from './rate-limit.ts'
import { recordingRule, type RecordingRule } from './recording-rules.ts'

/** Ten seconds of samples of the own vessel may arrive at once: a busy machine delivers late. */
const lateSamples = 100

/** Columns that are recorded together: one for a number, two for a position. */
export interface ColumnGroup {
  readonly isOwn: boolean
  readonly columns: readonly SeriesColumn[]
}

/** An entry that came too early. The newest one is recorded as soon as the rate allows it. */
export interface HeldEntry {
  readonly place: { readonly mono: number; readonly lag: number }
  readonly parts: readonly string[] | undefined
  readonly entry: readonly number[] | 'null' | 'stale' | { readonly json: string }
}

/** What the recorder knows of a path of a source. */
export interface SourcePath {
  readonly context: string
  readonly path: string
  readonly source: string
  readonly isOwn: boolean
  readonly rule: RecordingRule
  readonly numberLimit: RateLimit
  readonly textLimit: RateLimit
  readonly groups: Map<string, ColumnGroup>
  /** The last numbers were of this group; marks belong to it. */
  lastGroup: ColumnGroup | undefined
  lastJson: string | undefined
  /** The last sample; undefined after a mark. */
  lastSample: { readonly at: number; readonly numbers: readonly number[] } | undefined
  held: HeldEntry | undefined
  usedAt: number
}

/** Paths in memory, and series on disk. A boat with a busy harbour around it has a few thousand. */
const most = { inMemory: 20_000, series: mostLogSeries }
const unusedMs = 600_000

/** Finds the series of a change, and gives numbers to new ones. */
export class SeriesRegistry {
  readonly #database: LogDatabase
  readonly #added: (series: LogSeries) => void
  readonly #paths = new Map<string, SourcePath>()
  #nextId: number

  constructor(database: LogDatabase, added: (series: LogSeries) => void) {
    this.#database = database
    this.#added = added
    this.#nextId = database.number('SELECT max(id) FROM series') + 1
  }

  get count(): number {
    return this.#nextId - 1
  }

  /** Undefined when there is no place for another one. */
  find(
    { context, path, source }: { readonly context: string; readonly path: string; readonly source: string },
    mono: number,
  ): SourcePath | undefined {
    const key = `${context}\n${path}\n${source}`
    const known = this.#paths.get(key)
    if (known !== undefined) {
      known.usedAt = mono
      return known
    }
    if (this.#paths.size >= most.inMemory) this.evict(mono)
    if (this.#paths.size >= most.inMemory) return undefined
    const isOwn = context === 'vessels.self'
    const rule = recordingRule(isOwn, path)
    const added: SourcePath = {
      context,
      path,
      source,
      isOwn,
      rule,
      usedAt: mono,
      numberLimit: new RateLimit(rule.numbersEveryMs ?? 0, isOwn ? lateSamples : 2),
      textLimit: new RateLimit(rule.textsEveryMs ?? 0),
      groups: new Map(),
      lastGroup: undefined,
      lastJson: undefined,
      lastSample: undefined,
      held: undefined,
    }
    this.#paths.set(key, added)
    return added
  }

  /** Entries that wait for their rate. */
  *held(): Generator<SourcePath> {
    for (const path of this.#paths.values()) if (path.held !== undefined) yield path
  }

  /** Forgets paths that were not used for ten minutes. Their series stay on disk. */
  evict(mono: number): void {
    for (const [key, { usedAt, held }] of this.#paths)
      if (held === undefined && mono - usedAt > unusedMs) this.#paths.delete(key)
  }

  /** The columns of a path with these members; undefined when the log has too many series. */
  groupOf(path: SourcePath, parts: readonly string[]): ColumnGroup | undefined {
    const signature = parts.join(',')
    const known = path.groups.get(signature)
    if (known !== undefined) return known
    if (this.#nextId + parts.length > most.series) return undefined
    const group = { isOwn: path.isOwn, columns: parts.map((part) => this.#columnOf(path, part)) }
    path.groups.set(signature, group)
    return group
  }

  #columnOf({ context, path, source, groups }: SourcePath, part: string): SeriesColumn {
    const kind = kindOf(path, part)
    for (const { columns } of groups.values()) {
      const shared = columns.find((column) => column.part === part)
      if (shared !== undefined) return shared
    }
    const row = this.#database.get(
      'SELECT id, steps FROM series WHERE context = ? AND path = ? AND source = ? AND part = ?',
      context,
      path,
      source,
      part,
    )
    if (row !== undefined) return { id: Number(row['id']), steps: Number(row['steps']), kind, part }
    const steps = stepsOf(path, part)
    const id = this.#nextId++
    this.#added({ id, context, path, source, part, steps })
    return { id, steps, kind, part }
  }
}
