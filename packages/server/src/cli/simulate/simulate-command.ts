import { pypilotFaults, type PypilotFault } from '@marinedata/pilot-simulators'
import { parseArgs } from 'node:util'

/** A command that runs a simulated autopilot. */
export interface SimulateCommand {
  readonly kind: 'simulate'
  readonly pilot: 'pypilot'
  readonly host?: string
  readonly port?: number
  readonly nmea0183Port?: number
  readonly pace?: number
  readonly faults: readonly PypilotFault[]
}

type Parsed =
  | SimulateCommand
  | { readonly kind: 'help' }
  | { readonly kind: 'misused'; readonly reason: string }

export const simulateUsage = `Simulated autopilots, to test plotters and plugins without a boat:
  marinedata simulate pypilot [--host ADDR] [--port N] [--nmea0183-port N] [--pace N] [--fault NAME]
                                                  a pypilot with a boat, on its usual ports (23322, and 20220 for
                                                  NMEA 0183) of this machine. --pace 10 lets the boat turn ten times
                                                  faster. --fault can be repeated:
                                                  ${pypilotFaults.join(', ')}
`

const misused = (reason: string): Parsed => ({ kind: 'misused', reason })

/** A whole number in a range; undefined when the text is none. */
const numberIn = (text: string, least: number, most: number): number | undefined =>
  /^[0-9]{1,6}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : undefined

const limits = { port: [0, 65_535], 'nmea0183-port': [0, 65_535], pace: [1, 100] } as const

const isFault = (word: string): word is PypilotFault => pypilotFaults.some((name) => name === word)

const options = {
  host: { type: 'string' },
  port: { type: 'string' },
  'nmea0183-port': { type: 'string' },
  pace: { type: 'string' },
  fault: { type: 'string', multiple: true },
  help: { type: 'boolean', short: 'h' },
} as const

type Values = ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>['values']

/** What is wrong with the options; undefined when nothing is. */
const faultIn = (values: Values): string | undefined => {
  for (const [name, [least, most]] of Object.entries(limits)) {
    const text = values[name as keyof typeof limits]
    if (text !== undefined && numberIn(text, least, most) === undefined)
      return `--${name} takes a number from ${least} to ${most}, not "${text}"`
  }
  const unknown = values.fault?.find((name) => !isFault(name))
  return unknown && `--fault takes ${pypilotFaults.join(', ')}, not "${unknown}"`
}

const commandOf = (values: Values): SimulateCommand => ({
  kind: 'simulate',
  pilot: 'pypilot',
  faults: values.fault?.filter(isFault) ?? [],
  ...(values.host !== undefined && { host: values.host }),
  ...(values.port !== undefined && { port: Number(values.port) }),
  ...(values['nmea0183-port'] !== undefined && { nmea0183Port: Number(values['nmea0183-port']) }),
  ...(values.pace !== undefined && { pace: Number(values.pace) }),
})

/** Parses the words after `simulate`. */
export const parseSimulate = (args: readonly string[]): Parsed => {
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
  if (values.help === true) return { kind: 'help' }
  const [pilot, ...more] = positionals
  if (pilot !== 'pypilot' || more.length > 0)
    return misused('simulate takes the name of one autopilot: pypilot')
  const fault = faultIn(values)
  return fault === undefined ? commandOf(values) : misused(fault)
}
