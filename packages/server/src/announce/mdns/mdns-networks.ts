import { BlockList, isIPv4 } from 'node:net'
import { networkInterfaces } from 'node:os'

/** A network in which the server has an IPv4 address. */
export interface MdnsNetwork {
  /** The name of the interface. */
  readonly name: string
  readonly address: string
  /** The addresses to announce: the IPv4 address and the IPv6 addresses that are not link-local. */
  readonly addresses: readonly string[]
  /** Whether an address belongs to the network. */
  readonly has: (address: string) => boolean
}

/** More than a boat's computer has networks. */
const maxNetworks = 8
const maxIpv6 = 4

/** Interfaces of containers, virtual machines and tunnels: no phone is in these networks. */
const virtualInterfaces = /^(?:docker|br-|veth|virbr|vmnet|vboxnet|tun|tap|wg|tailscale|zt|utun)/

const subnetOf = (cidr: string): BlockList => {
  const [address = '', prefix = '32'] = cidr.split('/')
  const list = new BlockList()
  list.addSubnet(address, Number(prefix), 'ipv4')
  return list
}

const isLinkLocal = (address: string): boolean => /^fe[89ab]/i.test(address)

/** All networks of this machine in which names are announced. */
export const mdnsNetworks = (interfaces = networkInterfaces()): MdnsNetwork[] =>
  Object.entries(interfaces)
    .filter(([name]) => !virtualInterfaces.test(name))
    .flatMap(([name, list = []]) => {
      const own = list.find(({ family, internal }) => family === 'IPv4' && !internal)
      const cidr = own?.cidr ?? undefined
      if (own === undefined || cidr === undefined) return []
      const subnet = subnetOf(cidr)
      const ipv6 = list
        .filter(({ family, address }) => family === 'IPv6' && !isLinkLocal(address) && !address.includes('%'))
        .map(({ address }) => address)
        .slice(0, maxIpv6)
      const has = (address: string): boolean => isIPv4(address) && subnet.check(address, 'ipv4')
      return [{ name, address: own.address, addresses: [own.address, ...ipv6], has }]
    })
    .slice(0, maxNetworks)
