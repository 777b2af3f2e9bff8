import { MarineDataError } from '@marinedata/plugin-api'
import type { Link } from '#links/link.ts'
import { addressParts, type NetworkInput } from '#links/address.ts'
import { connectionErrorOf, portErrorOf, type LinkError } from '#links/link-error.ts'
import { ProgramLink, type ProgramLinkOptions } from '#links/program-link.ts'
import { SerialLink } from '#links/serial-link.ts'
import { TcpClientLink } from '#links/tcp-client-link.ts'
import { TcpServerLink } from '#links/tcp-server-link.ts'
import { UdpLink } from '#links/udp-link.ts'
import type { FoundPort } from '#serial/port-scan.ts'
import type { Protocol } from './protocol.ts'

/** An input that exists because the settings name it. It is used unless someone releases it. */
export interface FixedInput {
  /** Stays the same over restarts. Also the name of the source of its data. */
  readonly id: string
  /** Shown to people. */
  readonly name: string
  /** Shown to people. */
  readonly address: string
  readonly protocol: Protocol
  /** Nothing is read from it: it is only written. */
  readonly isOutput?: boolean
  /** @throws the system error, or the reason of the signal, which is aborted when opening takes too long */
  open(signal: AbortSignal): Promise<Link>
}

/** Where an input comes from, and how it is opened. */
export interface InputSource extends FixedInput {
  /** A serial port, whose speed is not known at first. */
  readonly hasSpeed: boolean
  readonly isOutput: boolean
  /** Whether it is opened before someone chooses it. */
  readonly isSearched: boolean
  open(signal: AbortSignal, speed?: number): Promise<Link>
  /** The meaning of an error of the link, for people. */
  errorOf(error: unknown): LinkError
}

export const portSource = ({ id, name, device, rule }: FoundPort, protocol: Protocol): InputSource => {
  const [usualSpeed = 4_800] = protocol.speeds
  return {
    id,
    name,
    address: device,
    protocol,
    hasSpeed: true,
    isOutput: false,
    isSearched: rule === 'search',
    open: async (_signal, speed = usualSpeed) => await SerialLink.open(device, speed),
    errorOf: portErrorOf,
  }
}

export const fixedSource = (input: FixedInput): InputSource => ({
  isOutput: false,
  ...input,
  hasSpeed: false,
  isSearched: false,
  errorOf: connectionErrorOf,
})

/** The id of a network input: `tcp://192.168.4.1:1457` has `tcp-192.168.4.1-1457`. */
export const networkInputId = (address: string): string =>
  address
    .replaceAll(/[^A-Za-z0-9.]+/g, '-')
    .slice(-64)
    .replace(/^[^A-Za-z0-9]+/, '')

/** The id of a server on this machine. */
export const serverInputId = (port: number): string => `tcp-server-${port}`

/** The input at a network address: a server to connect to, or a port for datagrams. */
export const networkInput = ({ name, address }: NetworkInput, protocol: Protocol): FixedInput => {
  const { host, port } = addressParts(address)
  return {
    id: networkInputId(address),
    name: name ?? address,
    address,
    protocol,
    open: async (signal) =>
      host === undefined ? await UdpLink.open({ port }) : await TcpClientLink.open(host, port, signal),
  }
}

/** Datagrams that are sent to an address. */
export const udpOutput = (address: string, protocol: Protocol): FixedInput => {
  const { host, port } = addressParts(address)
  if (host === undefined) throw new MarineDataError('invalid-settings', `${address} has no host`)
  return {
    id: networkInputId(address),
    name: address,
    address,
    protocol,
    isOutput: true,
    open: async () => await UdpLink.open({ sendTo: { host, port } }),
  }
}

export interface ServerInputOptions {
  readonly name: string
  readonly port: number
  readonly host?: string | undefined
  readonly maxClients?: number | undefined
  readonly protocol: Protocol
}

/** A server on this machine, to which devices connect. */
export const serverInput = ({ name, protocol, ...options }: ServerInputOptions): FixedInput => ({
  id: serverInputId(options.port),
  name,
  address: `tcp://${options.host ?? ''}:${options.port}`,
  protocol,
  open: async () => await TcpServerLink.open(options),
})

export interface ProgramInputOptions extends ProgramLinkOptions {
  /** Stays the same over restarts: `can0`. */
  readonly id: string
  readonly name: string
  readonly address: string
  readonly protocol: Protocol
}

/** Programs that read and write a device, such as `candump` and `canplayer`. */
export const programInput = ({ reading, writing, ...input }: ProgramInputOptions): FixedInput => ({
  ...input,
  open: async () => new ProgramLink({ reading, ...(writing !== undefined && { writing }) }),
})
