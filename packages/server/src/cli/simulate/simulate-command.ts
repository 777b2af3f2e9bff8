import {
  ev1Faults,
  pilotGateways,
  pypilotFaults,
  type Ev1Fault,
  type PilotGateway,
  type PypilotFault,
} from '@marinedata/pilot-simulators'
import { parseArgs } from 'node:util'

interface Place {
  readonly kind: 'simulate'
  readonly host?: string
  readonly port?: number
  readonly pace?: number
}

/** A command that runs a simulated autopilot. */
export type SimulateCommand =
  | (Place & {
      readonly pilot: 'pypilot'
      readonly nmea0183Port?: number
      readonly faults: readonly PypilotFault[]
    })
  | (Place & {
      readonly pilot: 'raymarine'
      readonly gateway?: PilotGateway
      readonly faults: readonly Ev1Fault[]
    })

interface Misused {
  readonly kind: 'misused'
  readonly reason: string
}
type Parsed = SimulateCommand | { readonly kind: 'help' } | Misused

export const simulateUsage = `Usage: simulated autopilots, to test plotters and plugins without a boat:
  marinedata simulate pypilot [--nmea0183-port N] a pypilot on its usual ports, 23322, and 20220 for NMEA 0183.
                                                  Faults: ${pypilotFaults.join(', ')}
  marinedata simulate raymarine [--gateway KIND]  a Raymarine EV-1 behind a network gateway, ${pilotGateways.join(' or ')},
                                                  on port 1457. Faults: ${ev1Faults.join(', ')}
    --host ADDR, --port N                         where it listens; default this machine only
    --pace N                                      the boat turns N times faster
    --fault NAME                                  misbehaves; can be repeated
`

const misused = (reason: string): Misused => ({ kind: 'misused', reason })

const options = {
  host: { type: 'string' },
  port: { type: 'string' },
  'nmea0183-port': { type: 'string' },
  gateway: { type: 'string' },
  pace: { type: 'string' },
  fault: { type: 'string', multiple: true },
  help: { type: 'boolean', short: 'h' },
} as const

type Values = ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>['values']

const limits = { port: [0, 65_535], 'nmea0183-port': [0, 65_535], pace: [1, 100] } as const

const isIn = (text: string, [least, most]: readonly [number, number]): boolean =>
  /^[0-9]{1,6}$/.test(text) && Number(text) >= least && Number(text) <= most

/** What is wrong with a number; undefined when nothing is. */
const wrongNumber = (values: Values): string | undefined => {
  for (const [name, range] of Object.entries(limits)) {
    const text = values[name as keyof typeof limits]
    if (text !== undefined && !isIn(text, range))
      return `--${name} takes a number from ${range[0]} to ${range[1]}, not "${text}"`
  }
  return undefined
}

/** The words as members of a list, or the first one that is none. */
const among = <Word extends string>(words: readonly string[], list: readonly Word[]): Word[] | string => {
  const found = words.map((word) => list.find((one) => one === word))
  const wrong = words.find((_, index) => found[index] === undefined)
  return wrong ?? found.filter((word) => word !== undefined)
}

const placeOf = ({ host, port, pace }: Values): Place => ({
  kind: 'simulate',
  ...(host !== undefined && { host }),
  ...(port !== undefined && { port: Number(port) }),
  ...(pace !== undefined && { pace: Number(pace) }),
})

const parsePypilot = (values: Values): Parsed => {
  const faults = among(values.fault ?? [], pypilotFaults)
  if (typeof faults === 'string') return misused(`--fault takes ${pypilotFaults.join(', ')}, not "${faults}"`)
  if (values.gateway !== undefined) return misused('--gateway cannot be used with pypilot')
  const nmea0183Port = values['nmea0183-port']
  return {
    ...placeOf(values),
    pilot: 'pypilot',
    faults,
    ...(nmea0183Port !== undefined && { nmea0183Port: Number(nmea0183Port) }),
  }
}

const parseRaymarine = (values: Values): Parsed => {
  const faults = among(values.fault ?? [], ev1Faults)
  if (typeof faults === 'string') return misused(`--fault takes ${ev1Faults.join(', ')}, not "${faults}"`)
  if (values['nmea0183-port'] !== undefined) return misused('--nmea0183-port can only be used with pypilot')
  const gateway = pilotGateways.find((kind) => kind === values.gateway)
  if (values.gateway !== undefined && gateway === undefined)
    return misused(`--gateway takes ${pilotGateways.join(' or ')}, not "${values.gateway}"`)
  return { ...placeOf(values), pilot: 'raymarine', faults, ...(gateway !== undefined && { gateway }) }
}

/** Parses the words after `simulate`. */
export const parseSimulate = (args: readonly string[]): Parsed => {
  try {
    return parseWords(parseArgs({ args: [...args], options, allowPositionals: true }))
  } catch (error) {
    return misused(error instanceof Error ? error.message : String(error))
  }
}

const parseWords = (words: { readonly values: Values; readonly positionals: readonly string[] }): Parsed => {
  const { values, positionals } = words
  if (values.help === true) return { kind: 'help' }
  const [pilot, ...more] = positionals
  const wrong = wrongNumber(values)
  if (wrong !== undefined) return misused(wrong)
  if (pilot === 'pypilot' && more.length === 0) return parsePypilot(values)
  if (pilot === 'raymarine' && more.length === 0) return parseRaymarine(values)
  return misused('simulate takes the name of one autopilot: pypilot or raymarine')
}
