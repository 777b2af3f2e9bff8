import { parseArgs } from 'node:util'

/** What the command line asks for. */
export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'validate'; readonly file: string }
  | StartCommand
  | { readonly kind: 'misused'; readonly reason: string }

export interface StartCommand {
  readonly kind: 'start'
  readonly folder: string | undefined
  /** Stand above the settings file. */
  readonly overrides: { readonly port?: number; readonly host?: string }
}

export const usage = `Usage: marinedata [options]            start the server
       marinedata validate FILE        check a root document and name every fault with its place

Options:
  --port N       port to listen on; 0 takes any free one (default 3000)
  --host ADDR    address to listen on; loopback only, until access control exists (default 127.0.0.1)
  --data DIR     data folder: settings.json and what the server keeps (default ~/.marinedata)
  --version      print the version
  --help         print this

The server prints its address when it is ready. Settings are in DIR/settings.json; every fault in it is named.
`

const options = {
  port: { type: 'string' },
  host: { type: 'string' },
  data: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const

export const parseCommand = (args: readonly string[]): Command => {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    if (values.help === true) return { kind: 'help' }
    if (values.version === true) return { kind: 'version' }
    const [verb, ...rest] = positionals
    if (verb === 'validate') return validateCommand(rest)
    if (verb !== undefined) return { kind: 'misused', reason: `"${verb}" is not a command` }
    return startCommand(values)
  } catch (error) {
    return { kind: 'misused', reason: error instanceof Error ? error.message : String(error) }
  }
}

const validateCommand = ([file, ...more]: readonly string[]): Command =>
  file === undefined || more.length > 0
    ? { kind: 'misused', reason: 'validate takes one file' }
    : { kind: 'validate', file }

const isPort = (text: string): boolean => /^[0-9]{1,5}$/.test(text) && Number(text) <= 65_535

const startCommand = (values: { port?: string; host?: string; data?: string }): Command => {
  if (values.port !== undefined && !isPort(values.port))
    return { kind: 'misused', reason: `--port takes a number from 0 to 65535, not "${values.port}"` }
  return {
    kind: 'start',
    folder: values.data,
    overrides: {
      ...(values.port !== undefined && { port: Number(values.port) }),
      ...(values.host !== undefined && { host: values.host }),
    },
  }
}
