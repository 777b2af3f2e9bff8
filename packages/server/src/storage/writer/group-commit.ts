import type { DatabaseSync } from 'node:sqlite'
import { atomically } from '../atomically.ts'
import { plainFault, type PlainFault } from './plain-fault.ts'

/** What became of one of several writes. */
export type WriteEnd = { readonly result: unknown } | { readonly fault: PlainFault }

const attempt = (work: () => unknown): WriteEnd => {
  try {
    return { result: work() }
  } catch (error) {
    return { fault: plainFault(error) }
  }
}

/**
 * Does several writes in one transaction, so that the disk is waited for once. Each is a savepoint: one that fails undoes
 * nothing of the others. When the transaction itself fails, as on a full disk, each is tried alone, so that a large one does
 * not keep the small ones out.
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
