import { backupParts, type BackupPart } from '@marinedata/model'
import { parseArgs } from 'node:util'

/** Commands for the data folder and the machine. */
export type MaintenanceCommand =
  | {
      readonly kind: 'backup'
      readonly folder: string | undefined
      /** The file to write, or a folder for it. */
      readonly file: string
      readonly without: readonly BackupPart[]
    }
  | {
      readonly kind: 'import'
      readonly folder: string | undefined
      /** The settings folder of signalk-server. */
      readonly from: string
      readonly isDryRun: boolean
    }
  | { readonly kind: 'restore'; readonly folder: string | undefined; readonly file: string }
  | { readonly kind: 'doctor'; readonly folder: string | undefined; readonly isJson: boolean }

interface Misused {
  readonly kind: 'misused'
  readonly reason: string
}

type Verb = MaintenanceCommand['kind']

export const maintenanceUsage = `Backup and check. All take --data DIR:
  marinedata backup FILE [--without charts,history]
                                                  write the data folder to one file, also while the server runs; FILE
                                                  can be a folder. The file contains keys: keep it private
  marinedata restore FILE                         check a backup and replace the data folder by it; stop the server
                                                  before. The old folder is kept beside it
  marinedata import signalk DIR [--dry-run]       take over vessel, connections, routes and waypoints from the settings
                                                  folder of signalk-server, and say what is left to do by hand; stop
                                                  the server before. Nothing that is here already is changed
  marinedata doctor [--json]                      check disk, clock, ports, devices and certificates, and say what to
                                                  do; exits with 1 when there is a problem
`

const options = {
  data: { type: 'string' },
  without: { type: 'string' },
  json: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

const allowedOptions: Readonly<Record<Verb, readonly string[]>> = {
  backup: ['data', 'without'],
  restore: ['data'],
  import: ['data', 'dry-run'],
  doctor: ['data', 'json'],
}

const misused = (reason: string): Misused => ({ kind: 'misused', reason })

const isPart = (word: string): word is BackupPart => backupParts.some((part) => part === word)

/** Whether the arguments begin with one of these commands. */
export const isMaintenance = (word: string | undefined): word is Verb =>
  word !== undefined && Object.hasOwn(allowedOptions, word)

type Values = ReturnType<typeof parsed>['values']
const parsed = (args: readonly string[]) => parseArgs({ args: [...args], options, allowPositionals: true })

const backupOf = (file: string, { data: folder, without = '' }: Values): MaintenanceCommand | Misused => {
  const parts = without === '' ? [] : without.split(',')
  return parts.every(isPart)
    ? { kind: 'backup', folder, file, without: [...new Set(parts)] }
    : misused(`--without takes charts, history or both with a comma, not "${without}"`)
}

const doctorOf = (word: string | undefined, { data: folder, json: isJson = false }: Values) =>
  word === undefined ? ({ kind: 'doctor', folder, isJson } as const) : misused(`doctor takes no "${word}"`)

const importOf = (words: readonly string[], values: Values): MaintenanceCommand | Misused => {
  const [source, from, ...more] = words
  return source === 'signalk' && from !== undefined && more.length === 0
    ? { kind: 'import', folder: values.data, from, isDryRun: values['dry-run'] === true }
    : misused('import takes "signalk" and the settings folder of signalk-server')
}

/** Parses the arguments after the command. */
export const parseMaintenance = (
  kind: Verb,
  args: readonly string[],
): MaintenanceCommand | Misused | { readonly kind: 'help' } => {
  const { values, positionals } = parsed(args)
  if (values.help === true) return { kind: 'help' }
  const unexpected = Object.keys(values).find((name) => !allowedOptions[kind].includes(name))
  if (unexpected !== undefined) return misused(`${kind} takes no --${unexpected}`)
  const [file, ...more] = positionals
  if (kind === 'doctor') return doctorOf(file, values)
  if (kind === 'import') return importOf(positionals, values)
  if (file === undefined || more.length > 0) return misused(`${kind} takes one file`)
  return kind === 'restore' ? { kind, folder: values.data, file } : backupOf(file, values)
}
