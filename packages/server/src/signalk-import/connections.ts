import type { Findings } from './findings.ts'
import { at, isObject, listAt, textOf, type JsonObject, type SignalkFolder } from './signalk-folder.ts'

const part = 'Connections'

/** Additions to the settings of the plugins that read instruments. */
export interface FoundConnections {
  /** Of the plugin nmea0183: addresses such as `tcp://192.168.4.1:10110`. */
  readonly nmea0183: { readonly name: string; readonly address: string }[]
  /** Entries for the plugin nmea2000. */
  readonly nmea2000: { readonly name: string; readonly kind: string; readonly address: string }[]
}

interface Connection {
  readonly id: string
  readonly kind: unknown
  readonly options: JsonObject
}

const addressPattern = /^(?:tcp|udp):\/\/(?:[A-Za-z0-9.-]{1,128})?:[0-9]{1,5}$/

/** Gateways in the network by their name there, with their format here. */
const gatewayKinds: Readonly<Record<string, string>> = {
  'ydwg02-canboatjs': 'yacht-devices',
  'ydwg02-udp-canboatjs': 'yacht-devices',
  'w2k-1-n2k-ascii-canboatjs': 'actisense-ascii',
  'w2k-1-n2k-actisense-canboatjs': 'actisense',
}

const addressOf = ({ type, host, port }: JsonObject): string | undefined => {
  const transport = textOf(type).includes('udp') ? 'udp' : 'tcp'
  const text = `${transport}://${transport === 'udp' ? '' : textOf(host)}:${textOf(port)}`
  return addressPattern.test(text) && Number(port) >= 1 && Number(port) <= 65_535 ? text : undefined
}

const connectionsOf = (settings: unknown, findings: Findings): Connection[] =>
  listAt(settings, 'pipedProviders').flatMap((provider) => {
    const id = textOf(at(provider, 'id')).slice(0, 64) || 'without a name'
    if (at(provider, 'enabled') === false) {
      findings.notTaken(part, `${id}: it is switched off there`)
      return []
    }
    const element = listAt(provider, 'pipeElements')[0]
    const options = at(element, 'options', 'subOptions')
    if (at(element, 'type') === 'providers/simple' && isObject(options))
      return [{ id, kind: at(element, 'options', 'type'), options }]
    findings.notTaken(part, `${id}: it is made of parts of signalk-server. Enter it by hand`)
    return []
  })

const take0183 = ({ id, options }: Connection, found: FoundConnections, findings: Findings): void => {
  const { type, device } = options
  if (type === 'serial')
    return findings.notTaken(
      part,
      `${id}: serial ports are found here. Choose ${textOf(device)} under Devices`,
    )
  const address = type === 'tcp' || type === 'udp' ? addressOf(options) : undefined
  if (address === undefined) findings.notTaken(part, `${id}: ${textOf(type)} has to be entered by hand`)
  else found.nmea0183.push({ name: id, address })
}

const take2000 = ({ id, options }: Connection, found: FoundConnections, findings: Findings): void => {
  const { type, interface: canInterface, device } = options
  if (textOf(type).startsWith('canbus') && /^[a-z][a-z0-9]{0,14}$/.test(textOf(canInterface))) {
    found.nmea2000.push({ name: id, kind: 'socketcan', address: textOf(canInterface) })
    return
  }
  if (typeof device === 'string')
    return findings.notTaken(part, `${id}: serial gateways are found here. Choose ${device} under Devices`)
  const kind = gatewayKinds[textOf(type)]
  const address = addressOf(options)
  if (kind === undefined || address === undefined)
    findings.notTaken(part, `${id}: the gateway ${textOf(type)} has to be entered by hand`)
  else found.nmea2000.push({ name: id, kind, address })
}

/** The connections that fit here. */
export const connectionsIn = ({ settings }: SignalkFolder, findings: Findings): FoundConnections => {
  const found: FoundConnections = { nmea0183: [], nmea2000: [] }
  for (const connection of connectionsOf(settings, findings))
    if (connection.kind === 'NMEA0183') take0183(connection, found, findings)
    else if (connection.kind === 'NMEA2000') take2000(connection, found, findings)
    else findings.notTaken(part, `${connection.id}: ${textOf(connection.kind)} is not read here`)
  return found
}

/** The settings of a plugin with what was found added to a list. Undefined when nothing is new. */
export const withAdded = (
  settings: JsonObject,
  { list, most }: { readonly list: string; readonly most: number },
  {
    added,
    findings,
  }: { readonly added: readonly { name: string; address: string }[]; readonly findings: Findings },
): JsonObject | undefined => {
  const present = listAt(settings, list)
  const known = new Set(present.map((entry) => at(entry, 'address')))
  const fresh = added.filter(({ name, address }) => {
    if (known.has(address)) findings.kept(part, `${name}: ${address} is here already`)
    return !known.has(address)
  })
  const room = fresh.slice(0, most - present.length)
  for (const { name, address } of room) findings.taken(part, `${name}: ${address}`)
  for (const { name } of fresh.slice(room.length))
    findings.notTaken(part, `${name}: there are ${most} already`)
  return room.length === 0 ? undefined : { ...settings, [list]: [...present, ...room] }
}
