import { MarineDataError } from '@marinedata/model'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Parsing blocks the server, and an installed plugin can contain a file of any size. Packages on npm have a few kilobytes. */
const maxBytes = 256 * 1024

/**
 * Reads the `package.json` of a folder.
 * @throws MarineDataError `invalid-settings` when the file is missing or too large, or does not contain a JSON object
 */
export const readPackageFile = (folder: string): Readonly<Record<string, unknown>> => {
  const file = join(folder, 'package.json')
  const invalid = (message: string): never => {
    throw new MarineDataError('invalid-settings', `${file} ${message}`)
  }
  try {
    if (statSync(file).size > maxBytes) return invalid(`has more than ${maxBytes} bytes`)
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return typeof content === 'object' && content !== null
      ? (content as Record<string, unknown>)
      : invalid('is not an object')
  } catch (error) {
    if (error instanceof MarineDataError) throw error
    return invalid(`cannot be read: ${(error as Error).message}`)
  }
}
