import { hostname, networkInterfaces } from 'node:os'
import { isLoopback } from '../gate.ts'

/** Networks inside this machine, of containers and virtual machines: no phone is there. */
const inside = /^(?:docker|br-|veth|virbr|vmnet|vboxnet)/
const privateNetworks = /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2[0-9]|3[01])\.)/

/** What a machine says of itself. */
export interface Machine {
  readonly name: string
  readonly networks: ReturnType<typeof networkInterfaces>
}

const thisMachine = (): Machine => ({ name: hostname(), networks: networkInterfaces() })

const addressOf = ({ networks }: Machine): string | undefined =>
  Object.entries(networks)
    .flatMap(([name, list = []]) => (inside.test(name) ? [] : list))
    .find(({ family, internal, address }) => family === 'IPv4' && !internal && privateNetworks.test(address))
    ?.address

/** Hosts by which other devices aboard find the machine: its address in the boat's network, and its name there. */
const hostsOf = (machine: Machine): string[] => {
  const address = addressOf(machine)
  const [name = ''] = machine.name.toLowerCase().split('.')
  // Without an address in a network there is nobody who could ask for the name either.
  return address === undefined ? [] : [address, `${name}.local`]
}

export interface AddressOptions {
  readonly port: number
  /** Whether https is spoken. */
  readonly isEncrypted: boolean
  /** The address that is listened on; every one when absent. */
  readonly host?: string | undefined
  /** Another than this one. */
  readonly machine?: Machine
}

/** Where other devices aboard find the server, best first, without a slash at the end. */
export const addressesAboard = ({ port, isEncrypted, host, machine }: AddressOptions): string[] => {
  const isEverywhere = host === undefined || host === '::' || host === '0.0.0.0'
  const hosts = isEverywhere ? hostsOf(machine ?? thisMachine()) : isLoopback(host) ? [] : [host]
  return hosts.map((one) => {
    const name = one.includes(':') ? `[${one}]` : one
    return new URL(`${isEncrypted ? 'https' : 'http'}://${name}:${port}`).origin
  })
}
