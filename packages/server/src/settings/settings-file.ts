import { MarineDataError } from '@marinedata/model'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { writeDurably } from '../durable-file.ts'
import { checkedSettings, knownSettings, settingsFaults, type Settings } from './settings.ts'

export interface LoadedSettings {
  readonly settings: Settings
  /** Damage and what was done about it, as sentences for people. */
  readonly repairs: readonly string[]
  /** Members that this version does not know, as JSON pointers. They have no effect. */
  readonly ignored: readonly string[]
}

/** Tells people that a member has no effect. */
export const ignoredText = (path: string): string =>
  `settings.json: ${path} is not a setting of this version and is ignored`

/** Undefined when the file does not exist, empty when it is a folder or a pipe: reading that would fail or wait. */
const readBytes = (file: string): Buffer | undefined => {
  try {
    return statSync(file).isFile() ? readFileSync(file) : Buffer.alloc(0)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new MarineDataError('invalid-settings', `${file} cannot be read`, { cause })
  }
}

type ParseResult =
  | { readonly isJson: true; readonly value: unknown }
  | { readonly isJson: false; readonly place: string }

const parse = (bytes: Buffer): ParseResult => {
  try {
    return { isJson: true, value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) }
  } catch (error) {
    // Reports only line and column: the message quotes the file, and the health check is public.
    const place =
      error instanceof SyntaxError ? /\(line \d+ column \d+\)/.exec(error.message)?.[0] : undefined
    return { isJson: false, place: place === undefined ? '' : ` ${place}` }
  }
}

/** The settings of the last valid start, if there are any. */
const readCopy = (copy: string): Settings | undefined => {
  const bytes = readBytes(copy)
  const parsed = bytes && parse(bytes)
  if (parsed?.isJson !== true) return undefined
  try {
    return checkedSettings(knownSettings(parsed.value).settings, copy)
  } catch {
    return undefined
  }
}

/** Saves a copy of valid settings; returns the repair to report when that fails. */
const saveCopy = (copy: string, bytes: Buffer): string[] => {
  if (readBytes(copy)?.equals(bytes) === true) return []
  try {
    writeDurably(copy, bytes)
    return []
  } catch (error) {
    return [
      `The copy of the settings could not be saved: ${error instanceof Error ? error.message : String(error)}`,
    ]
  }
}

/**
 * Reads `settings.json` of the data folder; a missing file means no settings. For a damaged file it returns the
 * settings of the last valid start and leaves the file unchanged. Members that this version does not know are left out.
 * @throws MarineDataError `invalid-settings` with every fault of a file that is valid JSON: a person has just edited
 * it
 */
export const loadSettings = (folder: string): LoadedSettings => {
  const file = join(folder, 'settings.json')
  const copy = `${file}.good`
  const bytes = readBytes(file)
  if (bytes === undefined) return { settings: {}, repairs: [], ignored: [] }
  const parsed = parse(bytes)
  if (parsed.isJson) {
    const { settings: known, unknown } = knownSettings(parsed.value)
    // With a wrong value the list has every fault.
    const settings = checkedSettings(settingsFaults(known).length > 0 ? parsed.value : known, file)
    return { settings, repairs: saveCopy(copy, bytes), ignored: unknown }
  }
  const settings = readCopy(copy)
  const fallback =
    settings === undefined
      ? 'there is no valid copy, so the defaults are used'
      : `the copy of ${statSync(copy).mtime.toISOString()} is used`
  return {
    settings: settings ?? {},
    repairs: [`settings.json is not valid JSON${parsed.place}: ${fallback}`],
    ignored: [],
  }
}
