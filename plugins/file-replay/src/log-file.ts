import { MarineDataError } from '@marinedata/plugin-api'
import { open } from 'node:fs/promises'

const reasonByCode: Readonly<Record<string, string>> = {
  ENOENT: 'the file does not exist',
  EACCES: 'the server’s user may not read it',
  EISDIR: 'it is a folder',
  ERR_ACCESS_DENIED: 'it is not the file in the settings',
}

/** Why a file cannot be read, as text for people. */
export const readFault = (file: string, error: unknown): string => {
  const { code = '', message } = error as NodeJS.ErrnoException
  return `${file} cannot be replayed: ${reasonByCode[code] ?? message}`
}

/**
 * The size of a log in bytes.
 * @throws MarineDataError `invalid-settings` when it cannot be read
 */
export const logSize = async (file: string): Promise<number> => {
  try {
    await using handle = await open(file)
    const stats = await handle.stat()
    if (stats.isFile()) return stats.size
  } catch (error) {
    throw new MarineDataError('invalid-settings', readFault(file, error), { cause: error })
  }
  throw new MarineDataError('invalid-settings', `${file} cannot be replayed: it is not a file`)
}
