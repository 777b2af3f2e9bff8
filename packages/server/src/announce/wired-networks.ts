import { existsSync, readFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'

/** A wired network interface, and this machine's address on it. */
export interface WiredNetwork {
  readonly name: string
  readonly address: string
}

/** The network interfaces of a machine. */
export interface NetworkMachine {
  /** The folder in which Linux describes every interface. */
  readonly folder: string
  readonly networks: ReturnType<typeof networkInterfaces>
}

const thisMachine = (): NetworkMachine => ({ folder: '/sys/class/net', networks: networkInterfaces() })

/** More than a boat's computer has Ethernet ports. */
const maxNetworks = 8
/** The interface type of Ethernet in Linux. */
const ethernet = '1'

const readText = (file: string): string => {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return ''
  }
}

/**
 * Whether an interface is Ethernet hardware: it has a device, which bridges, tunnels and container networks have not,
 * and no DEVTYPE, which radio has.
 */
const isWired = (folder: string): boolean =>
  readText(join(folder, 'type')) === ethernet &&
  existsSync(join(folder, 'device')) &&
  !existsSync(join(folder, 'wireless')) &&
  !/^DEVTYPE=/m.test(readText(join(folder, 'uevent')))

/** All wired networks in which the machine has an IPv4 address; empty when the system does not describe interfaces. */
export const wiredNetworks = ({ folder, networks } = thisMachine()): readonly WiredNetwork[] =>
  Object.entries(networks)
    .filter(([name]) => isWired(join(folder, name)))
    .flatMap(([name, list = []]) => {
      const found = list.find(({ family, internal }) => family === 'IPv4' && !internal)
      return found === undefined ? [] : [{ name, address: found.address }]
    })
    .slice(0, maxNetworks)
