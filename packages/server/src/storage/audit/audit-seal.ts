import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { closeSync, constants, fdatasyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { privateMode, writeDurably } from '#durable-file.ts'

/** State of the chain, stored outside the database and sealed with the key. */
export interface AuditHead {
  /** Entries from this number on are hashed with the current key. */
  readonly keyedFrom: number
  /** Entries from this number up to `keyedFrom` are hashed with a lost key. */
  readonly formerFrom: number
  /** The newest entry on disk. */
  readonly last: number
  readonly hash: string
  /** The first entry that was found missing at a start. Never cleared. */
  readonly missing?: number
}

const keyName = 'audit.key'
const headName = 'audit.head'
const keyBytes = 32
/** Heads are written alternately to two slots: if one write is cut short, the other slot is still readable. */
const slots = 2
const slotBytes = 4_096

const openFlags = constants.O_WRONLY | constants.O_CREAT

export const plainHash = (entry: string): string => createHash('sha256').update(entry).digest('hex')

/** The audit key, in a file that plugins cannot read, and the sealed head of the chain in another file. */
export class AuditSeal {
  readonly #key: Buffer | undefined
  readonly #headFile: string | undefined

  private constructor(key: Buffer | undefined, headFile: string | undefined) {
    this.#key = key
    this.#headFile = headFile
  }

  /** A temporary key, for a database in memory. */
  static forMemory(): AuditSeal {
    return new AuditSeal(randomBytes(keyBytes), undefined)
  }

  /**
   * Opens the seal of a data folder, and creates a key the first time. Without a writable key file, hashes are not
   * keyed.
   * @param begin creates the first head of a chain without a key
   */
  static of(folder: string, begin: () => AuditHead): AuditSeal {
    const headFile = join(folder, headName)
    const known = readKey(folder)
    if (known !== undefined) return new AuditSeal(known, headFile)
    const key = randomBytes(keyBytes)
    try {
      const seal = new AuditSeal(key, headFile)
      // Write the key last: without it the next start repeats all of this.
      seal.saveHead(begin())
      writeDurably(join(folder, keyName), key.toString('hex'))
      return seal
    } catch {
      return new AuditSeal(undefined, undefined)
    }
  }

  hashOf(entry: string): string {
    return this.#key === undefined
      ? plainHash(entry)
      : createHmac('sha256', this.#key).update(entry).digest('hex')
  }

  /** The newest head with a valid seal, if there is one. */
  head(): AuditHead | undefined {
    const heads = this.#slots().flatMap((text) => this.#parseHead(text) ?? [])
    return heads.reduce<AuditHead | undefined>(
      (newest, head) => (newest === undefined || head.last >= newest.last ? head : newest),
      undefined,
    )
  }

  /** Whether heads are stored in a file. */
  get hasHeadFile(): boolean {
    return this.#headFile !== undefined
  }

  saveHead(head: AuditHead): void {
    if (this.#headFile === undefined) return
    const body = JSON.stringify(head)
    const slot = Buffer.alloc(slotBytes, ' ')
    slot.write(JSON.stringify({ body, seal: this.hashOf(`head ${body}`) }))
    const handle = openSync(this.#headFile, openFlags, privateMode)
    try {
      writeSync(handle, slot, 0, slotBytes, (head.last % slots) * slotBytes)
      fdatasyncSync(handle)
    } finally {
      closeSync(handle)
    }
  }

  #slots(): string[] {
    if (this.#headFile === undefined) return []
    try {
      const bytes = readFileSync(this.#headFile)
      return [0, 1].map((slot) =>
        bytes
          .subarray(slot * slotBytes, (slot + 1) * slotBytes)
          .toString()
          .trim(),
      )
    } catch {
      return []
    }
  }

  #parseHead(text: string): AuditHead | undefined {
    try {
      const { body, seal } = JSON.parse(text) as Record<string, unknown>
      if (typeof body !== 'string' || typeof seal !== 'string') return undefined
      const [given, due] = [Buffer.from(seal, 'hex'), Buffer.from(this.hashOf(`head ${body}`), 'hex')]
      if (given.length !== due.length || !timingSafeEqual(given, due)) return undefined
      // The seal proves that `saveHead` wrote it.
      return JSON.parse(body) as AuditHead
    } catch {
      return undefined
    }
  }
}

const readKey = (folder: string): Buffer | undefined => {
  try {
    const key = Buffer.from(readFileSync(join(folder, keyName), 'utf8').trim(), 'hex')
    return key.length === keyBytes ? key : undefined
  } catch {
    return undefined
  }
}
