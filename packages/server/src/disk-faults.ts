/** Primary result codes of SQLite: https://www.sqlite.org/rescode.html */
const sqlite = { readOnly: 8, ioError: 10, full: 13 } as const

const sentences: Readonly<Record<string, string>> = {
  [sqlite.full]: 'The disk is full',
  [sqlite.readOnly]: 'The disk is read-only',
  [sqlite.ioError]: 'The disk failed',
  ENOSPC: 'The disk is full',
  EDQUOT: 'The disk quota is used up',
  EROFS: 'The disk is read-only',
  EIO: 'The disk failed',
}

/** The primary result code. Higher bits contain details. */
const primary = (errcode: number): number => errcode & 0xff

/** Describes the disk fault behind an error; undefined when the disk is not the cause. */
export const diskFaultOf = (error: unknown): string | undefined => {
  if (typeof error !== 'object' || error === null) return undefined
  const { errcode, code, cause } = error as { errcode?: unknown; code?: unknown; cause?: unknown }
  const key = typeof errcode === 'number' ? String(primary(errcode)) : code
  const known = typeof key === 'string' && Object.hasOwn(sentences, key) ? sentences[key] : undefined
  return known ?? (cause === undefined || cause === error ? undefined : diskFaultOf(cause))
}
