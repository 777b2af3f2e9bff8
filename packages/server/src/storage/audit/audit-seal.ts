import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { closeSync, constants, fdatasyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { privateMode, writeDurably } from '#durable-file.ts'

/** What is known of the chain outside the database, sealed with the key. */
export interface AuditHead {
  /** From this entry on, hashes are made with the present key. */
  readonly keyedFrom: number
  /** From this entry on and up to `keyedFrom`, they were made with a key that is lost. */
  readonly formerFrom: number
  /** The newest entry that was on disk. */
  readonly last: number
  readonly hash: string
  /** The first entry that was found missing at a start; it stays so. */
  readonly missing?: number
}

const keyName = 'audit.key'
const headName = 'audit.head'
const keyBytes = 32
/** Written in turns to two places: whatever is cut short, the other can be read. */
const slots = 2
const slotBytes = 4_096

const openFlags = constants.O_WRONLY | constants.O_CREAT

export const plainHash = (entry: string): string => createHash('sha256').update(entry).digest('hex')

/** The key of the audit, in a file that plugins cannot read, and the head of its chain in another. */
export class AuditSeal {
  readonly #key: Buffer | undefined
  readonly #headFile: string | undefined

  private constructor(key: Buffer | undefined, headFile: string | undefined) {
    this.#key = key
    this.#headFile = headFile
  }

  /** A key that goes with the process, for a database that does, too. */
  static forMemory(): AuditSeal {
    return new AuditSeal(randomBytes(keyBytes), undefined)
  }

  /**
   * The seal of a data folder. The first time, a key is made; where that cannot be written, entries have a plain hash.
   * @param begin what is known of the chain that has no key yet
   */
  static of(folder: string, begin: () => AuditHead): AuditSeal {
    const headFile = join(folder, headName)
    const known = readKey(folder)
    if (known !== undefined) return new AuditSeal(known, headFile)
    const key = randomBytes(keyBytes)
    try {
      const seal = new AuditSeal(key, headFile)
      // The key last: without it all of this is done again.
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

  /** The newest head with a good seal; undefined when there is none, or no file for one. */
  head(): AuditHead | undefined {
    const heads = this.#slots().flatMap((text) => this.#opened(text) ?? [])
    return heads.reduce<AuditHead | undefined>(
      (newest, head) => (newest === undefined || head.last >= newest.last ? head : newest),
      undefined,
    )
  }

  /** Whether heads are kept at all. */
  get isKept(): boolean {
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

  #opened(text: string): AuditHead | undefined {
    try {
      const { body, seal } = JSON.parse(text) as Record<string, unknown>
      if (typeof body !== 'string' || typeof seal !== 'string') return undefined
      const [given, due] = [Buffer.from(seal, 'hex'), Buffer.from(this.hashOf(`head ${body}`), 'hex')]
      if (given.length !== due.length || !timingSafeEqual(given, due)) return undefined
      // Sealed by `saveHead` and by nothing else.
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
