import { parseArgs } from 'node:util'
import { accessUsage, parseAccess, type AccessCommand } from './access/access-command.ts'

/** What the command line asks for. */
export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'validate'; readonly file: string }
  | DemoCommand
  | { readonly kind: 'plugin-new'; readonly name: string }
  | { readonly kind: 'plugin-manifest'; readonly place: string }
  | (Omit<StartCommand, 'kind' | 'plugins' | 'isSafe' | 'isOpen'> & {
      readonly kind: 'plugin-run'
      readonly place: string
    })
  | AccessCommand
  | StartCommand
  | MisusedCommand

interface MisusedCommand {
  readonly kind: 'misused'
  readonly reason: string
}

const dragNames = ['slow', 'fast'] as const
/** How fast an anchor comes home. */
export type DragName = (typeof dragNames)[number]

export interface DemoCommand extends Pick<StartCommand, 'folder' | 'overrides'> {
  readonly kind: 'demo'
  /** The boat lies at anchor; it sails when absent. */
  readonly atAnchor?: {
    /** The anchor does not hold. */
    readonly drag?: DragName
  }
}

export interface StartCommand {
  readonly kind: 'start'
  readonly folder: string | undefined
  /** Stand above the settings file. */
  readonly overrides: { readonly port?: number; readonly host?: string }
  /** Places of plugins to run besides those that are found. */
  readonly plugins: readonly string[]
  /** No plugin runs. */
  readonly isSafe: boolean
  /** Everyone on this machine may do everything, and nobody else anything. */
  readonly isOpen: boolean
}

export const usage = `Usage: marinedata [options]            start the server
       marinedata demo                 start the server with a simulated boat that sails
       marinedata demo --at-anchor     … or lies at anchor, with an anchor watch; --drag slow or --drag fast: it drags
       marinedata validate FILE        check a root document and name every fault with its place
       marinedata plugin new NAME      make a folder NAME with a plugin that works, and its test
       marinedata plugin run PATH      run a server with the plugin at PATH, and start it anew when a file changes
       marinedata plugin manifest PATH write marinedata-plugin.json from what the plugin in PATH says of itself
       marinedata access …             who may come aboard: see below

Options:
  --port N       port to listen on; 0 takes any free one (default 3000)
  --host ADDR    address to listen on (default: every address of this machine)
  --data DIR     data folder: settings.json and what the server keeps (default ~/.marinedata)
  --plugin PATH  run the plugin at PATH too: a folder or a module; may be given more than once
  --open         for developers: let everyone on this machine do everything, and serve nobody else
  --safe         run no plugin at all, to look after one that does harm
  --version      print the version
  --help         print this

${accessUsage}
The server prints its address when it is ready. Settings are in DIR/settings.json; every fault in it is named.
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
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const

export const parseCommand = (args: readonly string[]): Command => {
  try {
    if (args[0] === 'access') return parseAccess(args.slice(1))
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    if (values.help === true) return { kind: 'help' }
    if (values.version === true) return { kind: 'version' }
    return wordCommand(positionals, values)
  } catch (error) {
    return { kind: 'misused', reason: error instanceof Error ? error.message : String(error) }
  }
}

const wordCommand = ([verb, ...rest]: readonly string[], values: StartValues): Command => {
  if (verb !== 'demo' && (values['at-anchor'] !== undefined || values.drag !== undefined))
    return { kind: 'misused', reason: '--at-anchor and --drag are for demo' }
  switch (verb) {
    case undefined:
      return startCommand(values)
    case 'validate':
      return validateCommand(rest)
    case 'plugin':
      return pluginCommand(rest, values)
    case 'demo':
      return demoCommand(rest, values)
    case 'access':
      return { kind: 'misused', reason: 'access is the first word, and options follow' }
    default:
      return { kind: 'misused', reason: `"${verb}" is not a command` }
  }
}

const validateCommand = ([file, ...more]: readonly string[]): Command =>
  file === undefined || more.length > 0
    ? { kind: 'misused', reason: 'validate takes one file' }
    : { kind: 'validate', file }

const isPort = (text: string): boolean => /^[0-9]{1,5}$/.test(text) && Number(text) <= 65_535

const isDragName = (text: string): text is DragName => dragNames.some((name) => name === text)

const demoCommand = (more: readonly string[], values: StartValues): Command => {
  if (more.length > 0) return { kind: 'misused', reason: 'demo takes nothing' }
  const { 'at-anchor': isAtAnchor = false, drag } = values
  if (drag !== undefined && !isAtAnchor)
    return { kind: 'misused', reason: '--drag takes --at-anchor beside it' }
  if (drag !== undefined && !isDragName(drag))
    return { kind: 'misused', reason: `--drag takes ${dragNames.join(' or ')}, not "${drag}"` }
  const start = startCommand(values)
  if (start.kind !== 'start') return start
  const { folder, overrides } = start
  return { kind: 'demo', folder, overrides, ...(isAtAnchor && { atAnchor: { ...(drag && { drag }) } }) }
}

const pluginVerbs = { new: 'one name', run: 'one path', manifest: 'one path' } as const

const pluginCommand = ([verb = '', subject, ...more]: readonly string[], values: StartValues): Command => {
  if (verb !== 'new' && verb !== 'run' && verb !== 'manifest')
    return { kind: 'misused', reason: `plugin takes new, run or manifest, not "${verb}"` }
  if (subject === undefined || more.length > 0)
    return { kind: 'misused', reason: `plugin ${verb} takes ${pluginVerbs[verb]}` }
  if (verb === 'new') return { kind: 'plugin-new', name: subject }
  if (verb === 'manifest') return { kind: 'plugin-manifest', place: subject }
  const start = startCommand(values)
  if (start.kind !== 'start') return start
  const { folder, overrides } = start
  return { kind: 'plugin-run', place: subject, folder, overrides }
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
