import { hostname, networkInterfaces } from 'node:os'
import { isLoopback } from '../gate.ts'

/** Interfaces of containers and virtual machines: phones cannot reach them. */
const virtualInterfaces = /^(?:docker|br-|veth|virbr|vmnet|vboxnet)/
const privateNetworks = /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2[0-9]|3[01])\.)/

/** The host name and the network interfaces of a machine. */
export interface Machine {
  readonly name: string
  readonly networks: ReturnType<typeof networkInterfaces>
}

const thisMachine = (): Machine => ({ name: hostname(), networks: networkInterfaces() })

const addressOf = ({ networks }: Machine): string | undefined =>
  Object.entries(networks)
    .flatMap(([name, list = []]) => (virtualInterfaces.test(name) ? [] : list))
    .find(({ family, internal, address }) => family === 'IPv4' && !internal && privateNetworks.test(address))
    ?.address

/**
 * Hosts by which other devices on the boat reach the machine: an announced name before the private address, because sessions and
 * pairings belong to a name and addresses change; else the address and the machine's mDNS name.
 */
const hostsOf = (machine: Machine, [announced]: readonly string[]): string[] => {
  const address = addressOf(machine)
  const [name = ''] = machine.name.toLowerCase().split('.')
  // Without a private address the name cannot be resolved either.
  if (address === undefined) return []
  return announced === undefined ? [address, `${name}.local`] : [announced, address]
}

export interface AddressOptions {
  readonly port: number
  /** Whether the server uses https. */
  readonly isEncrypted: boolean
  /** The address that the server listens on; every address when absent. */
  readonly host?: string | undefined
  /** The names that are announced in the local network, best first. */
  readonly names?: readonly string[]
  /** Replaces this machine, in tests. */
  readonly machine?: Machine
}

/** Origins at which other devices on the boat reach the server, best first. */
export const addressesAboard = ({
  port,
  isEncrypted,
  host,
  names = [],
  machine,
}: AddressOptions): string[] => {
  const isEverywhere = host === undefined || host === '::' || host === '0.0.0.0'
  const hosts = isEverywhere ? hostsOf(machine ?? thisMachine(), names) : isLoopback(host) ? [] : [host]
  return hosts.map((one) => {
    const name = one.includes(':') ? `[${one}]` : one
    return new URL(`${isEncrypted ? 'https' : 'http'}://${name}:${port}`).origin
  })
}
