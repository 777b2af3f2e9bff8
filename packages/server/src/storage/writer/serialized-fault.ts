/** An error as plain data, to send it between threads. */
export interface SerializedFault {
  readonly message: string
  /** SQLite's result code; undefined for other errors. */
  readonly errcode?: number
}

/** SQLite's result codes for a full disk, and for a disk that cannot be read or written. */
export const fullCode = 13
const failingCodes: ReadonlySet<number> = new Set([8, 10, 14])

export const serializeFault = (error: unknown): SerializedFault => {
  if (!(error instanceof Error)) return { message: String(error) }
  const { message } = error
  return 'errcode' in error && typeof error.errcode === 'number'
    ? { message, errcode: error.errcode }
    : { message }
}

/** Whether the disk caused the error, not the server or the caller. */
export const isDiskFault = ({ errcode = 0 }: SerializedFault): boolean =>
  (errcode & 0xff) === fullCode || failingCodes.has(errcode & 0xff)
