import { rootFaults, type Fault } from '@marinedata/model'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { printable } from '../process/printable.ts'
import { settingsFaults } from '../settings/settings.ts'

const faultsOf = (file: string): Fault[] => {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    return [{ path: '', message: `cannot be read: ${(error as Error).message}` }]
  }
  try {
    const value: unknown = JSON.parse(text)
    return basename(file) === 'settings.json' ? settingsFaults(value) : rootFaults(value)
  } catch (error) {
    return [{ path: '', message: `is not JSON: ${(error as Error).message}` }]
  }
}

/** Validates a root document, or the settings in a `settings.json`, prints every error with its path and returns the exit code. */
export const validateFile = (file: string): number => {
  const faults = faultsOf(file)
  if (faults.length === 0) {
    process.stdout.write(`${file}: valid\n`)
    return 0
  }
  for (const { path, message } of faults)
    process.stdout.write(`${printable(`${file}: ${path === '' ? '/' : path}: ${message}`)}\n`)
  process.stdout.write(`${faults.length} ${faults.length === 1 ? 'fault' : 'faults'}\n`)
  return 1
}
