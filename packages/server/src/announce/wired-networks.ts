import { existsSync, readFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'

/** A network that a cable leads to, and this machine's address in it. */
export interface WiredNetwork {
  readonly name: string
  readonly address: string
}

/** What a machine says of itself. */
export interface NetworkMachine {
  /** Linux's own description of every interface. */
  readonly folder: string
  readonly networks: ReturnType<typeof networkInterfaces>
}

const thisMachine = (): NetworkMachine => ({ folder: '/sys/class/net', networks: networkInterfaces() })

/** More than a boat's computer has sockets. */
const most = 8
/** As Linux counts kinds of interfaces. */
const ethernet = '1'

const textIn = (file: string): string => {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return ''
  }
}

/**
 * A card of its own, which bridges, tunnels and networks of containers do not have, that is Ethernet and is of no special
 * kind, as radio is.
 */
const isWired = (folder: string): boolean =>
  textIn(join(folder, 'type')) === ethernet &&
  existsSync(join(folder, 'device')) &&
  !existsSync(join(folder, 'wireless')) &&
  !/^DEVTYPE=/m.test(textIn(join(folder, 'uevent')))

/** Every wired network of the machine in which it has an address of version 4; none where the system does not tell. */
export const wiredNetworks = ({ folder, networks } = thisMachine()): readonly WiredNetwork[] =>
  Object.entries(networks)
    .filter(([name]) => isWired(join(folder, name)))
    .flatMap(([name, list = []]) => {
      const found = list.find(({ family, internal }) => family === 'IPv4' && !internal)
      return found === undefined ? [] : [{ name, address: found.address }]
    })
    .slice(0, most)
