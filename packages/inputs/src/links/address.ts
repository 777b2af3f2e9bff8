import { Type, type Static } from '@marinedata/model'

const port = String.raw`(?:[1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])`
const host = String.raw`(?:[A-Za-z0-9](?:[A-Za-z0-9.-]{0,126}[A-Za-z0-9])?|\[[0-9A-Fa-f:.]{2,45}\])`

/** A network address of a device: a server to connect to, or a port on which the device sends datagrams. */
export const NetworkAddress = Type.String({
  pattern: `^(?:tcp://${host}:${port}|udp://:${port})$`,
  maxLength: 160,
  description: '"tcp://192.168.4.1:1457" connects to a server; "udp://:10110" listens for datagrams',
})

/** Where datagrams are sent. */
export const UdpAddress = Type.String({
  pattern: `^udp://${host}:${port}$`,
  maxLength: 160,
  description: '"udp://192.168.4.20:10110"; a broadcast address reaches all',
})

/** One network input in the settings of a plugin. */
export const NetworkInput = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'shown to people' })),
    address: NetworkAddress,
  },
  { additionalProperties: false },
)
export type NetworkInput = Static<typeof NetworkInput>

/** An address in parts. Without a host it is a port of this machine. */
export interface AddressParts {
  readonly transport: 'tcp' | 'udp'
  readonly host: string | undefined
  readonly port: number
}

/** The parts of an address that fits its schema. Brackets of an IPv6 address are removed. */
export const addressParts = (address: string): AddressParts => {
  const colon = address.lastIndexOf(':')
  const name = address.slice('tcp://'.length, colon).replace(/^\[(.*)\]$/, '$1')
  return {
    transport: address.startsWith('udp') ? 'udp' : 'tcp',
    host: name === '' ? undefined : name,
    port: Number(address.slice(colon + 1)),
  }
}
