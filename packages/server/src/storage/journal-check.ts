import { closeSync, openSync, readSync } from 'node:fs'

const headBytes = 32

/**
 * Whether the header of a write-ahead journal is valid. SQLite silently ignores a journal with a broken header, and
 * with it the latest writes.
 */
export const isValidJournal = (journal: string): boolean => {
  const head = Buffer.alloc(headBytes)
  let handle: number
  try {
    handle = openSync(journal, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true
    throw error
  }
  try {
    // A shorter journal is empty.
    return readSync(handle, head) < headBytes || hasJournalHead(head)
  } finally {
    closeSync(handle)
  }
}

/** SQLite's file format: a magic number, which also gives the byte order of the two checksums at the end. */
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
