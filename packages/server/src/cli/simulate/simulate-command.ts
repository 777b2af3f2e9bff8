import {
  busFaults,
  ev1Faults,
  ev1Variants,
  furunoFaults,
  garminFaults,
  garminVariants,
  iecFaults,
  navicoFaults,
  navicoVariants,
  pilotGateways,
  pypilotFaults,
  seatalk1Faults,
  switchBankFaults,
  switchBankVariants,
  type BusFault,
  type Ev1Fault,
  type Ev1Variant,
  type FurunoFault,
  type GarminFault,
  type GarminVariant,
  type IecFault,
  type NavicoFault,
  type NavicoVariant,
  type PilotGateway,
  type PypilotFault,
  type Seatalk1Fault,
  type SwitchBankFault,
  type SwitchBankVariant,
} from '@marinedata/pilot-simulators'
import { parseArgs } from 'node:util'

interface Place {
  readonly kind: 'simulate'
  readonly host?: string
  readonly port?: number
  readonly pace?: number
}

/** A command that runs a simulated autopilot, or a switch bank. */
export type SimulateCommand =
  | (Place & {
      readonly pilot: 'pypilot'
      readonly nmea0183Port?: number
      readonly faults: readonly PypilotFault[]
    })
  | (Place & { readonly pilot: 'nmea0183'; readonly faults: readonly IecFault[] })
  | (Place & { readonly pilot: 'seatalk1'; readonly faults: readonly Seatalk1Fault[] })
  | (Place & {
      readonly pilot: 'seatalk1-converter'
      readonly gateway?: PilotGateway
      readonly faults: readonly (Seatalk1Fault | BusFault)[]
    })
  | (Place & {
      readonly pilot: 'raymarine'
      readonly gateway?: PilotGateway
      readonly variant?: Ev1Variant
      readonly faults: readonly (Ev1Fault | BusFault)[]
    })
  | (Place & {
      readonly pilot: 'navico'
      readonly gateway?: PilotGateway
      readonly variant?: NavicoVariant
      readonly faults: readonly (NavicoFault | BusFault)[]
    })
  | (Place & {
      readonly pilot: 'garmin'
      readonly gateway?: PilotGateway
      readonly variant?: GarminVariant
      readonly faults: readonly (GarminFault | BusFault)[]
    })
  | (Place & {
      readonly pilot: 'furuno'
      readonly gateway?: PilotGateway
      readonly faults: readonly (FurunoFault | BusFault)[]
    })
  | (Place & {
      readonly pilot: 'switch-bank'
      readonly gateway?: PilotGateway
      readonly variant?: SwitchBankVariant
      readonly faults: readonly (SwitchBankFault | BusFault)[]
    })

interface Misused {
  readonly kind: 'misused'
  readonly reason: string
}
type Parsed = SimulateCommand | { readonly kind: 'help' } | Misused

const raymarineFaults = [...ev1Faults, ...busFaults] as const
const converterFaults = [...seatalk1Faults, ...busFaults] as const
const navicoBusFaults = [...navicoFaults, ...busFaults] as const
const garminBusFaults = [...garminFaults, ...busFaults] as const
const furunoBusFaults = [...furunoFaults, ...busFaults] as const
const bankFaults = [...switchBankFaults, ...busFaults] as const

/** Faults that can be simulated for each device. */
export const faultsByPilot = {
  pypilot: pypilotFaults,
  raymarine: raymarineFaults,
  seatalk1: seatalk1Faults,
  'seatalk1-converter': converterFaults,
  navico: navicoBusFaults,
  garmin: garminBusFaults,
  furuno: furunoBusFaults,
  nmea0183: iecFaults,
  'switch-bank': bankFaults,
} as const

/** Shorter names of two gateways. */
const shortNames: Readonly<Record<string, PilotGateway>> = { ydwg: 'yacht-devices', ngt1: 'actisense' }

export const simulateUsage = `Usage: simulated autopilots and switches, to test plotters and plugins without a boat:
  marinedata simulate pypilot [--nmea0183-port N] a pypilot on its usual ports, 23322, and 20220 for NMEA 0183.
                                                  Faults: ${pypilotFaults.join(', ')}
  marinedata simulate raymarine [--gateway KIND] [--variant ${ev1Variants.join('|')}]
                                                  a Raymarine EV-1 or SPX behind a network gateway, on port 1457: KIND is
                                                  ${pilotGateways.join(', ')}, ydwg or ngt1.
                                                  Faults: ${raymarineFaults.join(', ')}
  marinedata simulate seatalk1                    a Raymarine pilot on SeaTalk 1, behind a converter to NMEA 0183 on TCP
                                                  port 10110. Faults: ${seatalk1Faults.join(', ')}
  marinedata simulate seatalk1-converter [--gateway KIND]
                                                  the same behind a converter to SeaTalkNG and such a gateway.
                                                  Faults: ${converterFaults.join(', ')}
  marinedata simulate navico [--gateway KIND] [--variant ${navicoVariants.join('|')}]
                                                  a Navico AC42 or NAC behind such a gateway.
                                                  Faults: ${navicoBusFaults.join(', ')}
  marinedata simulate garmin [--gateway KIND] [--variant ${garminVariants.join('|')}]
                                                  a Garmin Reactor behind such a gateway; someone presses the keys of its
                                                  head. Faults: ${garminBusFaults.join(', ')}
  marinedata simulate furuno [--gateway KIND]     a Furuno NavPilot, in the same way.
                                                  Faults: ${furunoBusFaults.join(', ')}
  marinedata simulate nmea0183                    a heading control system that sends HTD and obeys HTC, on TCP port 10110.
                                                  Faults: ${iecFaults.join(', ')}
  marinedata simulate switch-bank [--gateway KIND] [--variant ${switchBankVariants.join('|')}]
                                                  eight switches on NMEA 2000, bank 0, behind such a gateway. They obey 127502
                                                  (control), 126208 (command) or both. Faults: ${bankFaults.join(', ')}
    --host ADDR, --port N                         where it listens; default this machine only
    --pace N                                      the boat turns N times faster
    --fault NAME                                  misbehaves; can be repeated. While it runs, type the name of a fault
                                                  and press Enter to switch it on, and off again
`

const misused = (reason: string): Misused => ({ kind: 'misused', reason })

const options = {
  host: { type: 'string' },
  port: { type: 'string' },
  'nmea0183-port': { type: 'string' },
  gateway: { type: 'string' },
  variant: { type: 'string' },
  pace: { type: 'string' },
  fault: { type: 'string', multiple: true },
  help: { type: 'boolean', short: 'h' },
} as const

type Values = ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>['values']

const limits = { port: [0, 65_535], 'nmea0183-port': [0, 65_535], pace: [1, 100] } as const

const isIn = (text: string, [least, most]: readonly [number, number]): boolean =>
  /^[0-9]{1,6}$/.test(text) && Number(text) >= least && Number(text) <= most

/** The fault of a number; undefined when all are valid. */
const wrongNumber = (values: Values): string | undefined => {
  for (const [name, range] of Object.entries(limits)) {
    const text = values[name as keyof typeof limits]
    if (text !== undefined && !isIn(text, range))
      return `--${name} takes a number from ${range[0]} to ${range[1]}, not "${text}"`
  }
  return undefined
}

/** The words as members of a list, or the first word that is not in it. */
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

/** The chosen member of a list, or the reason why the word is invalid; undefined without the option. */
const chosen = <Word extends string>(
  values: Values,
  name: 'gateway' | 'variant',
  list: readonly Word[],
): { readonly word?: Word } | Misused => {
  const given = values[name]
  if (given === undefined) return {}
  const word = list.find((one) => one === (shortNames[given] ?? given))
  return word === undefined ? misused(`--${name} takes ${list.join(' or ')}, not "${given}"`) : { word }
}

const isMisused = (parsed: object): parsed is Misused => 'kind' in parsed && parsed.kind === 'misused'

const foreignOption = (values: Values, allowed: readonly (keyof Values)[]): Misused | undefined => {
  const owners = {
    'nmea0183-port': 'pypilot',
    gateway: 'raymarine, seatalk1-converter, navico, garmin, furuno and switch-bank',
    variant: 'raymarine, navico, garmin and switch-bank',
  } as const
  for (const [name, owner] of Object.entries(owners)) {
    const option = name as keyof typeof owners
    if (values[option] !== undefined && !allowed.includes(option))
      return misused(`--${name} can only be used with ${owner}`)
  }
  return undefined
}

const faultsOf = <Fault extends string>(values: Values, list: readonly Fault[]): Fault[] | Misused => {
  const faults = among(values.fault ?? [], list)
  return typeof faults === 'string' ? misused(`--fault takes ${list.join(', ')}, not "${faults}"`) : faults
}

const parsePypilot = (values: Values): Parsed => {
  const faults = faultsOf(values, pypilotFaults)
  if (isMisused(faults)) return faults
  const nmea0183Port = values['nmea0183-port']
  return (
    foreignOption(values, ['nmea0183-port']) ?? {
      ...placeOf(values),
      pilot: 'pypilot',
      faults,
      ...(nmea0183Port !== undefined && { nmea0183Port: Number(nmea0183Port) }),
    }
  )
}

/** The options of a pilot on a bus, or what is wrong with them. */
const busOptionsOf = <Fault extends string, Variant extends string = never>(
  values: Values,
  list: readonly Fault[],
  variants: readonly Variant[] = [],
) => {
  const faults = faultsOf(values, list)
  const gateway = chosen(values, 'gateway', pilotGateways)
  const foreign = foreignOption(values, variants.length === 0 ? ['gateway'] : ['gateway', 'variant'])
  const variant = chosen(values, 'variant', variants)
  if (isMisused(faults)) return faults
  if (foreign !== undefined) return foreign
  if (isMisused(gateway)) return gateway
  if (isMisused(variant)) return variant
  return {
    ...placeOf(values),
    faults,
    ...(gateway.word !== undefined && { gateway: gateway.word }),
    ...(variant.word !== undefined && { variant: variant.word }),
  }
}

const parseRaymarine = (values: Values): Parsed => {
  const given = busOptionsOf(values, raymarineFaults, ev1Variants)
  return isMisused(given) ? given : { ...given, pilot: 'raymarine' }
}

const parseConverter = (values: Values): Parsed => {
  const given = busOptionsOf(values, converterFaults)
  return isMisused(given) ? given : { ...given, pilot: 'seatalk1-converter' }
}

const parseNavico = (values: Values): Parsed => {
  const given = busOptionsOf(values, navicoBusFaults, navicoVariants)
  return isMisused(given) ? given : { ...given, pilot: 'navico' }
}

const parseGarmin = (values: Values): Parsed => {
  const given = busOptionsOf(values, garminBusFaults, garminVariants)
  return isMisused(given) ? given : { ...given, pilot: 'garmin' }
}

const parseFuruno = (values: Values): Parsed => {
  const given = busOptionsOf(values, furunoBusFaults)
  return isMisused(given) ? given : { ...given, pilot: 'furuno' }
}

const parseSwitchBank = (values: Values): Parsed => {
  const given = busOptionsOf(values, bankFaults, switchBankVariants)
  return isMisused(given) ? given : { ...given, pilot: 'switch-bank' }
}

const parseSeatalk1 = (values: Values): Parsed => {
  const faults = faultsOf(values, seatalk1Faults)
  if (isMisused(faults)) return faults
  return foreignOption(values, []) ?? { ...placeOf(values), pilot: 'seatalk1', faults }
}

const parseNmea0183 = (values: Values): Parsed => {
  const faults = faultsOf(values, iecFaults)
  if (isMisused(faults)) return faults
  return foreignOption(values, []) ?? { ...placeOf(values), pilot: 'nmea0183', faults }
}

const parsers: Readonly<Record<SimulateCommand['pilot'], (values: Values) => Parsed>> = {
  pypilot: parsePypilot,
  raymarine: parseRaymarine,
  navico: parseNavico,
  garmin: parseGarmin,
  furuno: parseFuruno,
  nmea0183: parseNmea0183,
  seatalk1: parseSeatalk1,
  'seatalk1-converter': parseConverter,
  'switch-bank': parseSwitchBank,
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
  const parse = Object.entries(parsers).find(([name]) => name === pilot)?.[1]
  if (parse !== undefined && more.length === 0) return parse(values)
  return misused(
    `simulate takes the name of one autopilot, or switch-bank: ${Object.keys(parsers).join(', ')}`,
  )
}
