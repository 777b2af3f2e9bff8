import { closeSync, openSync, readSync } from 'node:fs'

const headBytes = 32

/**
 * Whether SQLite will take a write-ahead journal for one. It passes over one with a broken head in silence, and with it over
 * everything that was written last.
 */
export const isSoundJournal = (journal: string): boolean => {
  const head = Buffer.alloc(headBytes)
  let handle: number
  try {
    handle = openSync(journal, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true
    throw error
  }
  try {
    // A shorter one was begun and holds nothing yet.
    return readSync(handle, head) < headBytes || hasJournalHead(head)
  } finally {
    closeSync(handle)
  }
}

/** By the file format of SQLite: a magic number that also says the order of bytes of the two sums at the end. */
const hasJournalHead = (head: Buffer): boolean => {
  const magic = head.readUInt32BE(0)
  if (magic !== 0x377f0682 && magic !== 0x377f0683) return false
  const read = (at: number): number => (magic === 0x377f0683 ? head.readUInt32BE(at) : head.readUInt32LE(at))
  let one = 0
  let two = 0
  for (let at = 0; at < 24; at += 8) {
    one = (one + read(at) + two) >>> 0
    two = (two + read(at + 4) + one) >>> 0
  }
  return head.readUInt32BE(24) === one && head.readUInt32BE(28) === two
}
