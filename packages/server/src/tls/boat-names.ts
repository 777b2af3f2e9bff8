import { certifiedName } from './certified-name.ts'

/** The sources of the names in a certificate. */
export interface NameSources {
  /** The machine's name, with or without a domain. */
  readonly hostName: string
  /** Additional DNS names and addresses from the settings. */
  readonly names?: readonly string[]
  /** The names in the local network; read each time, because the boat can be renamed. */
  readonly localNames?: () => readonly string[]
  /** The machine's present addresses; read each time, because networks change. */
  readonly addresses: () => readonly string[]
}

const always = ['localhost', '127.0.0.1', '::1'] as const

const certifiedNames = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => certifiedName(text) ?? [])),
]

/** The names that do not depend on the network: host name, local names, names of the settings and loopback. */
export const permanentNames = ({ hostName, localNames, names = [] }: NameSources): string[] => {
  const [label = ''] = hostName.split('.')
  return certifiedNames([hostName, `${label}.local`, ...(localNames?.() ?? []), ...names, ...always])
}

/**
 * The names that a new authority may certify: also every name that ends in `.local`, so that a boat can be renamed
 * without installing another authority on every phone. Such names exist only within one local network, as the private
 * addresses do.
 */
export const authorityNames = (sources: NameSources): string[] => [...permanentNames(sources), 'local']

/** The present addresses, without link-local IPv6, which browsers do not accept. */
export const presentAddresses = ({ addresses }: NameSources): string[] =>
  certifiedNames(addresses()).filter((address) => !/^fe[89ab]/.test(address))

/** Names of the settings that cannot be in a certificate. */
export const invalidNames = ({ names = [] }: NameSources): string[] =>
  names.filter((name) => certifiedName(name) === undefined)
