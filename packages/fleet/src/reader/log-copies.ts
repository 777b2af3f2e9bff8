import { OneAtATime } from '@marinedata/core'
import { LogCopy, type CopiedParts } from '@marinedata/history'
import { checkOf, MarineDataError, Type } from '@marinedata/model'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import type { VesselToken } from '#subjects.ts'
import { recordsFrom, type Ownership } from '#store/ownership.ts'
import type { Cursors, OwnedVessel, ShardReader, VesselLog } from './shard-reader.ts'

/** A log to read. It stays open until it is disposed of. */
export interface LentLog extends Disposable {
  readonly log: LogCopy
  /** Unix milliseconds: the log can have older records, of an earlier owner or a wrong clock. They are not to be shown. */
  readonly from: number
}

interface Copied {
  readonly copy: LogCopy
  readonly of: VesselLog
  readonly folder: string
  readers: number
  /** A newer copy has taken its place: it is closed after its last reader. */
  isReplaced: boolean
  syncedAt: number
  /** Until it is up to date. */
  syncing: Promise<void> | undefined
  readonly changedByDay: Map<string, number>
}

export interface LogCopiesOptions {
  readonly shards: ShardReader
  /** A folder for the copies; it may be deleted at any time while nothing runs. */
  readonly folder: string
  readonly most?: number
}

const clock = { wall: () => Date.now(), mono: () => performance.now() }
/** Copies that are open. */
const usualMost = 32
/** A copy that was brought up to date this recently is not read again. */
const freshMs = 2_000

const keyOf = ({ vessel, ownership }: OwnedVessel): string => `${vessel} ${ownership.id}`

const number = Type.Integer({ minimum: 0 })
const Saved = Type.Object({
  /** Identifier of the copy. */
  id: Type.String(),
  cursors: Type.Object({ events: number, minutes: number, full: number }),
})
const savedCursors = checkOf<{ readonly id: string; readonly cursors: Cursors }>(Saved)
const cursorFile = 'copied.json'

/**
 * Zeros for a new copy, also in the place of a damaged one, and for one whose first copying was interrupted: what is copied
 * again changes nothing.
 */
const cursorsIn = (folder: string, { id }: LogCopy): Cursors => {
  try {
    const saved: unknown = JSON.parse(readFileSync(join(folder, cursorFile), 'utf8'))
    if (savedCursors.accepts(saved) && saved.id === id) return saved.cursors
  } catch {
    // The file is missing, or was being written when the power failed.
  }
  return { events: 0, minutes: 0, full: 0 }
}

/**
 * Copies of the logs of vessels whose history is being read. The writer's records are copied into a separate log, which answers
 * like the boat's and is updated before each question. A year takes seconds: other work goes on after each day.
 */
export class LogCopies implements Disposable {
  readonly #options: LogCopiesOptions
  /** In order of use, the most recent last. */
  readonly #copies = new Map<string, Copied>()
  /** Runs the copying of all copies, one day at a time. */
  readonly #slices = new OneAtATime()
  #isClosed = false

  constructor(options: LogCopiesOptions) {
    this.#options = options
  }

  /**
   * The newest log of an ownership of a vessel, if there is one.
   * @throws MarineDataError `too-many-requests` when all copies are being read
   */
  async lend(owned: OwnedVessel): Promise<LentLog | undefined> {
    const [log] = this.#options.shards.logs(owned)
    if (log === undefined) return undefined
    const copied = this.#copied({ ...owned, log })
    const lent = this.#lent(copied)
    try {
      await this.#bringUpToDate(copied)
      return lent
    } catch (error) {
      lent[Symbol.dispose]()
      throw error
    }
  }

  /** Deletes the copies of a vessel that belong to other ownerships, including copies of earlier processes. */
  keep(vessel: VesselToken, ownership: Ownership | undefined): void {
    for (const copied of this.#copies.values())
      if (copied.of.vessel === vessel && copied.of.ownership.id !== ownership?.id) this.#replace(copied)
    const folder = join(this.#options.folder, vessel)
    for (const name of existsSync(folder) ? readdirSync(folder) : [])
      if (name !== ownership?.id) rmSync(join(folder, name), { recursive: true, force: true })
  }

  [Symbol.dispose](): void {
    this.#isClosed = true
    for (const copied of this.#copies.values()) copied.copy[Symbol.dispose]()
    this.#copies.clear()
  }

  #lent(copied: Copied): LentLog {
    copied.readers++
    return {
      log: copied.copy,
      from: recordsFrom(copied.of.ownership),
      [Symbol.dispose]: () => {
        copied.readers--
        if (copied.isReplaced && copied.readers === 0) copied.copy[Symbol.dispose]()
      },
    }
  }

  #copied(of: VesselLog): Copied {
    const { log } = of
    const key = keyOf(of)
    const known = this.#copies.get(key)
    if (known !== undefined && known.of.log !== log) this.#replace(known)
    const copied = known?.of.log === log ? known : this.#open(of)
    this.#copies.delete(key)
    this.#copies.set(key, copied)
    return copied
  }

  #open(of: VesselLog): Copied {
    const { folder: all, most = usualMost } = this.#options
    if (this.#copies.size >= most) {
      const unread = [...this.#copies.values()].find(({ readers }) => readers === 0)
      if (unread === undefined)
        throw new MarineDataError('too-many-requests', 'The history of too many boats is being read')
      this.#replace(unread)
    }
    const folder = join(all, of.vessel, of.ownership.id, of.log)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return {
      copy: LogCopy.open(folder, clock),
      of,
      folder,
      readers: 0,
      isReplaced: false,
      syncedAt: Number.NEGATIVE_INFINITY,
      syncing: undefined,
      changedByDay: new Map(),
    }
  }

  #replace(copied: Copied): void {
    this.#copies.delete(keyOf(copied.of))
    copied.isReplaced = true
    if (copied.readers === 0) copied.copy[Symbol.dispose]()
  }

  async #bringUpToDate(copied: Copied): Promise<void> {
    if (performance.now() - copied.syncedAt < freshMs) return
    copied.syncing ??= this.#sync(copied).finally(() => {
      copied.syncing = undefined
    })
    await copied.syncing
  }

  async #sync(copied: Copied): Promise<void> {
    const { of, folder, copy, changedByDay } = copied
    const { shards } = this.#options
    // Read first: records that the writer stores during the copy have higher numbers, and are read the next time.
    const cursors = shards.cursors(of)
    const days = shards.parts(of, cursorsIn(folder, copy), changedByDay)
    while (await this.#slice(days, copy));
    writeFileSync(join(folder, cursorFile), JSON.stringify({ id: copy.id, cursors }))
    copied.syncedAt = performance.now()
  }

  /** Copies a day, after those that wait already. Returns whether there may be more. */
  async #slice(days: Iterator<CopiedParts, void>, copy: LogCopy): Promise<boolean> {
    return await this.#slices.run(async () => {
      await turn()
      if (this.#isClosed) throw new MarineDataError('busy', 'The reader is closing')
      const { value, done: isLast } = days.next()
      if (value !== undefined) copy.add(value)
      return isLast !== true
    })
  }
}
