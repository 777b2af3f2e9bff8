import { parseArgs } from 'node:util'
import { roles, type Role } from '#compose/processes.ts'
import type { SilenceSetting } from '#tenants/tenant-registry.ts'

interface WithSettings {
  readonly settings: string
}

/** A parsed command line. */
export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'misused'; readonly reason: string }
  | (WithSettings & { readonly kind: 'run'; readonly name: string; readonly roles: readonly Role[] })
  | OperatorCommand

/** Changes who takes part in the fleet. */
export type OperatorCommand = WithSettings &
  (
    | { readonly kind: 'tenant'; readonly id: string; readonly name: string }
    | { readonly kind: 'code'; readonly tenant: string; readonly hours: number | undefined }
    | { readonly kind: 'token'; readonly tenant: string; readonly name: string }
    | { readonly kind: 'revoke'; readonly tenant: string; readonly name: string }
    | ({ readonly kind: 'silence' } & SilenceSetting)
    | { readonly kind: 'boats'; readonly tenant: string }
    | { readonly kind: 'remove'; readonly tenant: string; readonly vessel: string }
    | { readonly kind: 'export'; readonly tenant: string; readonly vessel: string }
    | { readonly kind: 'audit'; readonly tenant: string }
  )

const defaultSettings = '/etc/marinedata-fleet/settings.json'

export const usage = `Usage: marinedata-fleet all                 gateway, writer and reader in one process, and a NATS server
       marinedata-fleet gateway             only the process that boats connect to
       marinedata-fleet writer              only the process that stores what boats send in files
       marinedata-fleet reader              only the process that people and programs read from
       marinedata-fleet tenant ID NAME      add an owner of boats, such as: tenant club-kiel "Club Kiel"
       marinedata-fleet code TENANT         print a code with which one boat can join, once
       marinedata-fleet token TENANT NAME   print a token with which someone sees the boats of a tenant
       marinedata-fleet revoke TENANT NAME  end all tokens of this name
       marinedata-fleet silence TENANT TIME raise an alarm when a boat is not heard for TIME: minutes, off, or default
       marinedata-fleet boats TENANT        list the boats of a tenant
       marinedata-fleet remove TENANT BOAT  remove a boat, such as urn:mrn:imo:mmsi:230099999: its key is deleted here
       marinedata-fleet export TENANT BOAT  print what a boat recorded while it was of a tenant, a line of JSON each
       marinedata-fleet audit TENANT        print who did what for a tenant, a line of JSON each

Options:
  --settings FILE  the settings (default: ${defaultSettings})
  --hours N        hours in which the code can be used, 168 at most (default 24)
  --boat VESSEL    set the time for one boat, such as urn:mrn:imo:mmsi:230099999
  --version        print the version
  --help           print this help

Settings and deployment: docs/fleet.md
`

const options = {
  settings: { type: 'string', default: defaultSettings },
  hours: { type: 'string' },
  boat: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const

interface Values {
  readonly settings: string
  readonly hours?: string
  readonly boat?: string
}

const misused = (reason: string): Command => ({ kind: 'misused', reason })

const runCommand = (verb: string, settings: string): Command | undefined => {
  const own = verb === 'all' ? roles : roles.filter((role) => role === verb)
  return own.length === 0 ? undefined : { kind: 'run', name: verb, roles: own, settings }
}

const codeCommand = (tenant: string, { settings, hours }: Values): Command => {
  if (hours !== undefined && !/^[0-9]{1,3}$/.test(hours))
    return misused(`--hours takes a number, not "${hours}"`)
  return { kind: 'code', tenant, hours: hours === undefined ? undefined : Number(hours), settings }
}

const silenceCommand = (tenant: string, time: string, { settings, boat }: Values): Command => {
  if (!/^(?:off|default|[0-9]{1,6}(?:\.[0-9]{1,3})?)$/.test(time))
    return misused(`silence takes minutes, off or default, not "${time}"`)
  const minutes = Math.round(Number(time) * 60)
  const after = time === 'off' ? time : time === 'default' ? undefined : minutes
  return { kind: 'silence', tenant, after, settings, ...(boat !== undefined && { vessel: boat }) }
}

const countTexts: Readonly<Record<number, string>> = {
  0: 'no arguments',
  1: 'one argument',
  2: 'two arguments',
}
const arguments_: Readonly<Record<string, number>> = {
  tenant: 2,
  code: 1,
  token: 2,
  revoke: 2,
  silence: 2,
  boats: 1,
  remove: 2,
  export: 2,
  audit: 1,
}

const operatorCommand = (verb: string, [one = '', two = '']: readonly string[], values: Values): Command => {
  const { settings } = values
  if (verb === 'tenant') return { kind: 'tenant', id: one, name: two, settings }
  if (verb === 'code') return codeCommand(one, values)
  if (verb === 'token') return { kind: 'token', tenant: one, name: two, settings }
  if (verb === 'silence') return silenceCommand(one, two, values)
  const listing = (['boats', 'audit'] as const).find((each) => each === verb)
  if (listing !== undefined) return { kind: listing, tenant: one, settings }
  const boat = { tenant: one, vessel: two, settings }
  if (verb === 'remove') return { kind: 'remove', ...boat }
  if (verb === 'export') return { kind: 'export', ...boat }
  return { kind: 'revoke', tenant: one, name: two, settings }
}

/** Options that belong to one command. */
const ownOptions = [
  ['hours', 'code'],
  ['boat', 'silence'],
] as const

const parseWords = ([verb, ...words]: readonly string[], values: Values): Command => {
  if (verb === undefined) return misused('a command is missing')
  const misplaced = ownOptions.find(([name, owner]) => values[name] !== undefined && verb !== owner)
  if (misplaced !== undefined) return misused(`--${misplaced[0]} can only be used with ${misplaced[1]}`)
  const run = runCommand(verb, values.settings)
  const count = run === undefined ? arguments_[verb] : 0
  if (count === undefined) return misused(`unknown command "${verb}"`)
  if (words.length !== count) return misused(`${verb} takes ${countTexts[count]}`)
  return run ?? operatorCommand(verb, words, values)
}

export const parseCommand = (args: readonly string[]): Command => {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    if (values.help === true) return { kind: 'help' }
    if (values.version === true) return { kind: 'version' }
    return parseWords(positionals, values)
  } catch (error) {
    return misused(error instanceof Error ? error.message : String(error))
  }
}
