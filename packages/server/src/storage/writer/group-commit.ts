import type { DatabaseSync } from 'node:sqlite'
import { atomically } from '../atomically.ts'
import { serializeFault, type SerializedFault } from './serialized-fault.ts'

/** The result of one write of a batch. */
export type WriteEnd = { readonly result: unknown } | { readonly fault: SerializedFault }

const attempt = (work: () => unknown): WriteEnd => {
  try {
    return { result: work() }
  } catch (error) {
    return { fault: serializeFault(error) }
  }
}

/**
 * Runs several writes in one transaction, with a single sync to disk. Each write has its own savepoint: a failed write
 * does not undo the others. When the transaction itself fails, as on a full disk, each write is retried alone, so that
 * a large write does not prevent small ones.
 */
export const commitTogether = (database: DatabaseSync, writes: readonly (() => unknown)[]): WriteEnd[] => {
  const alone = (): WriteEnd[] => writes.map((write) => attempt(() => atomically(database, write)))
  if (writes.length === 1) return alone()
  try {
    return atomically(database, () =>
      writes.map((write) => {
        const end = attempt(() => atomically(database, write))
        if (!database.isTransaction) throw new Error('the transaction was rolled back')
        return end
      }),
    )
  } catch {
    return alone()
  }
}
