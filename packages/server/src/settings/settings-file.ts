import { MarineDataError } from '@marinedata/model'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { writeDurably } from '../durable-file.ts'
import { checkedSettings, type Settings } from './settings.ts'

export interface LoadedSettings {
  readonly settings: Settings
  /** What was damaged and what was done about it, as people read it. */
  readonly repairs: readonly string[]
}

/** Undefined when there is no file. */
const bytesOf = (file: string): Buffer | undefined => {
  try {
    return readFileSync(file)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new MarineDataError('invalid-settings', `${file} cannot be read`, { cause })
  }
}

type Reading =
  | { readonly isJson: true; readonly value: unknown }
  | { readonly isJson: false; readonly place: string }

const read = (bytes: Buffer): Reading => {
  try {
    return { isJson: true, value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) }
  } catch (error) {
    // Where, but not what: the rest of the words quotes from the file, and everyone may read them.
    const place =
      error instanceof SyntaxError ? /\(line \d+ column \d+\)/.exec(error.message)?.[0] : undefined
    return { isJson: false, place: place === undefined ? '' : ` ${place}` }
  }
}

/** The settings of the last start that had good ones; undefined when there are none. */
const lastGood = (copy: string): Settings | undefined => {
  const bytes = bytesOf(copy)
  const reading = bytes && read(bytes)
  if (reading?.isJson !== true) return undefined
  try {
    return checkedSettings(reading.value, copy)
  } catch {
    return undefined
  }
}

const keepCopy = (copy: string, bytes: Buffer): string[] => {
  if (bytesOf(copy)?.equals(bytes) === true) return []
  try {
    writeDurably(copy, bytes)
    return []
  } catch (error) {
    return [
      `No copy of the settings could be kept: ${error instanceof Error ? error.message : String(error)}`,
    ]
  }
}

/**
 * Reads `settings.json` of the data folder; no file means no settings. A file that is damaged stays as it is, and the settings
 * of the last good start are taken.
 * @throws MarineDataError `invalid-settings` with every fault of a file that is whole: someone has just written it
 */
export const loadSettings = (folder: string): LoadedSettings => {
  const file = join(folder, 'settings.json')
  const copy = `${file}.good`
  const bytes = bytesOf(file)
  if (bytes === undefined) return { settings: {}, repairs: [] }
  const reading = read(bytes)
  if (reading.isJson) {
    const settings = checkedSettings(reading.value, file)
    return { settings, repairs: keepCopy(copy, bytes) }
  }
  const settings = lastGood(copy)
  const taken =
    settings === undefined
      ? 'there is no copy of good ones, so nothing is set'
      : `the copy of ${statSync(copy).mtime.toISOString()} is used`
  return { settings: settings ?? {}, repairs: [`settings.json is not JSON${reading.place}: ${taken}`] }
}
