import type { LocalNames } from '#local-names.ts'
import { mdnsNetworks, type MdnsNetwork } from './mdns-networks.ts'
import { MdnsResponder } from './mdns-responder.ts'
import { MdnsSockets, mdnsGroup, type MdnsGroup } from './mdns-sockets.ts'
import type { Services } from './mdns-records.ts'
import { UniqueNames } from './unique-names.ts'

/** The networks in which names are announced. */
export interface MdnsNetworks {
  readonly networks?: () => readonly MdnsNetwork[]
  readonly group?: MdnsGroup
  /** How often networks are read. */
  readonly scanMs?: number
}

export interface MdnsOptions extends MdnsNetworks {
  readonly names: LocalNames
  /** The present services; read every two seconds. */
  readonly services: () => Services
  /** Whether the server is reachable at one of its addresses. */
  readonly isServed: (address: string) => boolean
  readonly ownAddresses: () => readonly string[]
  /** Called when the port cannot be used. */
  readonly onFault: (error: Error) => void
  /** Called with the announced names. */
  readonly onNames: (names: readonly string[]) => void
}

/** Calls the listener when the names to announce have changed. */
const onRenaming = (names: LocalNames, listener: () => void): Disposable => {
  const wanted = (): string => [names.title, ...names.labels].join('\n')
  let known = wanted()
  return names.onChange(() => {
    if (known === wanted()) return
    known = wanted()
    listener()
  })
}

const serviceScanMs = 2_000

/** Calls the listener when the services have changed. */
const onServices = (services: () => Services, listener: () => void): Disposable => {
  let known = JSON.stringify(services())
  const scanning = setInterval(() => {
    const present = JSON.stringify(services())
    if (present === known) return
    known = present
    listener()
  }, serviceScanMs)
  return { [Symbol.dispose]: () => clearInterval(scanning) }
}

/** Announces the names and services until disposed of. Then it withdraws them. */
export const startMdns = (options: MdnsOptions): AsyncDisposable => {
  const { names, services, isServed, networks = mdnsNetworks, group = mdnsGroup } = options
  const unique = new UniqueNames(
    () => ({ labels: names.labels, systemLabel: names.hostLabel, title: names.title }),
    () => Object.keys(services()),
  )
  const sockets = new MdnsSockets({
    ...(options.scanMs !== undefined && { scanMs: options.scanMs }),
    group,
    networks: () => networks().filter(({ address }) => isServed(address)),
    onPacket: (...packet) => responder.receive(...packet),
    onNetworks: () => responder.restart(),
    onFault: options.onFault,
  })
  const responder = new MdnsResponder({
    networks: () => sockets.networks,
    send: (...packet) => sockets.send(...packet),
    names: unique,
    ownAddresses: options.ownAddresses,
    services,
    port: group.port,
    now: () => performance.now(),
    onAnnounced: () => {
      names.setAnnounced(unique.labels)
      options.onNames(names.announced)
    },
  })
  // Until others answer, the names are assumed to be free.
  names.setAnnounced(unique.labels)
  const renaming = onRenaming(names, () => responder.restart())
  const serving = onServices(services, () => responder.restart())
  return {
    [Symbol.asyncDispose]: async () => {
      renaming[Symbol.dispose]()
      serving[Symbol.dispose]()
      responder.sayGoodbye()
      await sockets.flush()
      sockets[Symbol.dispose]()
    },
  }
}
