import { parseArgs } from 'node:util'
import { appsUsage, parseApps, type AppsCommand } from './apps/app-command.ts'
import { accessUsage, parseAccess, type AccessCommand } from './access/access-command.ts'
import {
  isMaintenance,
  maintenanceUsage,
  parseMaintenance,
  type MaintenanceCommand,
} from './maintenance/maintenance-command.ts'
import {
  isPluginsCommand,
  parsePlugins,
  pluginsUsage,
  type PluginsCommand,
} from './plugins/plugin-command.ts'

/** A parsed command line. */
export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'validate'; readonly file: string }
  | { readonly kind: 'where'; readonly folder: string | undefined }
  | DemoCommand
  | { readonly kind: 'plugin-manifest'; readonly place: string }
  | (Omit<StartCommand, 'kind' | 'plugins' | 'isSafe' | 'isOpen'> & {
      readonly kind: 'plugin-run'
      readonly place: string
      /** The plugin runs with a debugger. */
      readonly isInspected?: boolean
    })
  | AccessCommand
  | AppsCommand
  | MaintenanceCommand
  | PluginsCommand
  | { readonly kind: 'simulate'; readonly args: readonly string[] }
  | StartCommand
  | MisusedCommand

interface MisusedCommand {
  readonly kind: 'misused'
  readonly reason: string
}

const dragNames = ['slow', 'fast'] as const
/** How fast the anchor drags. */
export type DragName = (typeof dragNames)[number]

export interface DemoCommand extends Pick<StartCommand, 'folder' | 'overrides'> {
  readonly kind: 'demo'
  /** The boat lies at anchor; when absent it sails. */
  readonly atAnchor?: {
    /** The anchor drags at this speed; when absent it holds. */
    readonly drag?: DragName
  }
  /** The data come from a simulated NMEA 2000 bus through a gateway; when absent, directly from the simulator. */
  readonly isOnBus?: boolean
  /** Other machines can connect after signing in; when absent, only this machine, without signing in. */
  readonly isShared?: boolean
  /** Serves Signal K apps as well. */
  readonly hasFamily?: boolean
}

export interface StartCommand {
  readonly kind: 'start'
  readonly folder: string | undefined
  /** Override the settings file. */
  readonly overrides: { readonly port?: number; readonly host?: string }
  /** Paths of additional plugins to run. */
  readonly plugins: readonly string[]
  /** Safe mode: no plugin runs. */
  readonly isSafe: boolean
  /** Open mode: every client on this machine has all rights, and no other client is served. */
  readonly isOpen: boolean
}

export const usage = `Usage: marinedata [options]            start the server
       marinedata demo                 start the server with a simulated boat under sail
       marinedata demo --at-anchor     the same with a boat at anchor; add --drag slow or --drag fast to let it drag
       marinedata demo --share         the same for phones and other computers, which sign in with the link that it prints
       marinedata demo --family        the same with the addresses for apps of the Signal K family, at /signalk
       marinedata demo --n2k           the same with its instruments on a simulated NMEA 2000 bus, behind a network gateway
       marinedata where                print the addresses of the console for phones, with a QR code
       marinedata validate FILE        validate a root document or settings.json and list every error with its path
       marinedata plugin run PATH      run a server with the plugin at PATH, and restart it when a file changes
       marinedata plugin run PATH --inspect
                                       the same with a debugger, at the address that it prints
       marinedata plugin manifest PATH write marinedata-plugin.json from the manifest in the code of the plugin at PATH
       marinedata plugin add|…         install, update, remove and list plugins: see below
       marinedata apps add|…           install, remove and list web apps of the Signal K family: see below
       marinedata access …             manage people, tokens and sessions: see below
       marinedata backup FILE          write the data folder to one file: see below
       marinedata restore FILE         replace the data folder by a backup
       marinedata import signalk DIR   take over the settings of signalk-server
       marinedata doctor               check this machine and the data folder, and say what to do
       marinedata simulate PILOT       run a simulated autopilot; marinedata simulate --help lists them

Options:
  --port N       port to listen on; 0 selects any free port (default 3000)
  --host ADDR    address to listen on (default: all addresses of this machine)
  --data DIR     data folder with settings.json and all stored data (default: MARINEDATA_DATA, else ~/.marinedata,
                 else /var/lib/marinedata if it exists)
  --plugin PATH  also run the plugin at PATH, a folder or a module; can be repeated
  --open         for development: no sign-in and all rights on this machine; other machines are rejected
  --safe         start without any plugin, to fix a plugin that causes problems
  --version      print the version
  --help         print this help

${pluginsUsage}
${appsUsage}
${accessUsage}
${maintenanceUsage}
The server prints its address when it is ready. Settings are in DIR/settings.json; the server reports every error in it.
`

const options = {
  port: { type: 'string' },
  host: { type: 'string' },
  data: { type: 'string' },
  plugin: { type: 'string', multiple: true },
  safe: { type: 'boolean' },
  open: { type: 'boolean' },
  'at-anchor': { type: 'boolean' },
  drag: { type: 'string' },
  n2k: { type: 'boolean' },
  share: { type: 'boolean' },
  family: { type: 'boolean' },
  inspect: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const

/** Commands with special options. */
const parsers = new Map<string, (args: readonly string[]) => Command>([
  ['access', parseAccess],
  ['apps', parseApps],
  // Parsed when it is run: the simulators are large, and no boat needs them.
  ['simulate', (args) => ({ kind: 'simulate', args })],
])

export const parseCommand = (args: readonly string[]): Command => {
  try {
    const [first, ...others] = args
    const parse = parsers.get(first ?? '')
    if (parse !== undefined) return parse(others)
    if (isMaintenance(first)) return parseMaintenance(first, others)
    if (first === 'plugin' && isPluginsCommand(others)) return parsePlugins(others)
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    if (values.help === true) return { kind: 'help' }
    if (values.version === true) return { kind: 'version' }
    return parseWords(positionals, values)
  } catch (error) {
    return { kind: 'misused', reason: error instanceof Error ? error.message : String(error) }
  }
}

const demoOptions = ['at-anchor', 'drag', 'n2k', 'share', 'family'] as const

/** Why an option does not belong to the command; undefined when all do. */
const strayOption = ([verb, next]: readonly string[], values: StartValues): string | undefined => {
  if (verb !== 'demo' && demoOptions.some((name) => values[name] !== undefined))
    return '--at-anchor, --drag, --n2k, --share and --family can only be used with demo'
  const isRun = verb === 'plugin' && next === 'run'
  return values.inspect === true && !isRun ? '--inspect can only be used with plugin run' : undefined
}

const parseWords = (words: readonly string[], values: StartValues): Command => {
  const reason = strayOption(words, values)
  if (reason !== undefined) return misused(reason)
  const [verb, ...rest] = words
  switch (verb) {
    case undefined:
      return startCommand(values)
    case 'validate':
      return validateCommand(rest)
    case 'where':
      return rest.length > 0 ? misused('where takes no arguments') : { kind: 'where', folder: values.data }
    case 'plugin':
      return pluginCommand(rest, values)
    case 'demo':
      return demoCommand(rest, values)
    default:
      return misplaced(verb)
  }
}

const misplaced = (verb: string): MisusedCommand => ({
  kind: 'misused',
  reason:
    parsers.has(verb) || isMaintenance(verb)
      ? `${verb} must be the first word; put options after it`
      : `unknown command "${verb}"`,
})

const validateCommand = ([file, ...more]: readonly string[]): Command =>
  file === undefined || more.length > 0
    ? { kind: 'misused', reason: 'validate takes one file' }
    : { kind: 'validate', file }

const isPort = (text: string): boolean => /^[0-9]{1,5}$/.test(text) && Number(text) <= 65_535

const isDragName = (text: string): text is DragName => dragNames.some((name) => name === text)

type Scenario = Pick<DemoCommand, 'atAnchor' | 'isOnBus'>

const misused = (reason: string): MisusedCommand => ({ kind: 'misused', reason })

const scenarioFrom = ({ 'at-anchor': isAtAnchor, drag, n2k }: StartValues): Scenario | MisusedCommand => {
  if (n2k === true)
    return isAtAnchor === true ? misused('--n2k cannot be used with --at-anchor') : { isOnBus: true }
  if (isAtAnchor !== true) return drag === undefined ? {} : misused('--drag requires --at-anchor')
  if (drag === undefined) return { atAnchor: {} }
  return isDragName(drag)
    ? { atAnchor: { drag } }
    : misused(`--drag takes ${dragNames.join(' or ')}, not "${drag}"`)
}

const demoCommand = (more: readonly string[], values: StartValues): Command => {
  if (more.length > 0) return misused('demo takes no arguments')
  const scenario = scenarioFrom(values)
  if ('kind' in scenario) return scenario
  const start = startCommand(values)
  if (start.kind !== 'start') return start
  const { folder, overrides } = start
  return {
    kind: 'demo',
    folder,
    overrides,
    ...scenario,
    ...(values.share === true && { isShared: true }),
    ...(values.family === true && { hasFamily: true }),
  }
}

const pluginCommand = ([verb = '', subject, ...more]: readonly string[], values: StartValues): Command => {
  if (verb !== 'run' && verb !== 'manifest')
    return {
      kind: 'misused',
      reason: `plugin takes run, manifest, add, update, remove, list or catalogue, not "${verb}". To create a plugin: npm create marinedata-plugin NAME`,
    }
  if (subject === undefined || more.length > 0)
    return { kind: 'misused', reason: `plugin ${verb} takes one path` }
  if (verb === 'manifest') return { kind: 'plugin-manifest', place: subject }
  const start = startCommand(values)
  if (start.kind !== 'start') return start
  const { folder, overrides } = start
  return {
    kind: 'plugin-run',
    place: subject,
    folder,
    overrides,
    ...(values.inspect === true && { isInspected: true }),
  }
}

interface StartValues {
  readonly port?: string
  readonly host?: string
  readonly data?: string
  readonly plugin?: readonly string[]
  readonly safe?: boolean
  readonly open?: boolean
  readonly 'at-anchor'?: boolean
  readonly drag?: string
  readonly n2k?: boolean
  readonly share?: boolean
  readonly family?: boolean
  readonly inspect?: boolean
}

const startCommand = (values: StartValues): StartCommand | MisusedCommand => {
  if (values.port !== undefined && !isPort(values.port))
    return { kind: 'misused', reason: `--port takes a number from 0 to 65535, not "${values.port}"` }
  return {
    kind: 'start',
    folder: values.data,
    overrides: {
      ...(values.port !== undefined && { port: Number(values.port) }),
      ...(values.host !== undefined && { host: values.host }),
    },
    plugins: values.plugin ?? [],
    isSafe: values.safe === true,
    isOpen: values.open === true,
  }
}
