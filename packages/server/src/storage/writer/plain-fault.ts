/** A fault as it travels between threads. */
export interface PlainFault {
  readonly message: string
  /** SQLite's own code; undefined for any other fault. */
  readonly errcode?: number
}

/** SQLite's codes for a disk that is full, and for one that cannot be read or written. */
export const fullCode = 13
const failingCodes: ReadonlySet<number> = new Set([8, 10, 14])

export const plainFault = (error: unknown): PlainFault => {
  if (!(error instanceof Error)) return { message: String(error) }
  const { message } = error
  return 'errcode' in error && typeof error.errcode === 'number'
    ? { message, errcode: error.errcode }
    : { message }
}

/** Whether a fault is the disk's, and neither ours nor the caller's. */
export const isOfDisk = ({ errcode = 0 }: PlainFault): boolean =>
  (errcode & 0xff) === fullCode || failingCodes.has(errcode & 0xff)
