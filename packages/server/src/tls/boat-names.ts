import { certifiedName } from './certified-name.ts'

/** Where the names of a boat come from. */
export interface NameSources {
  /** The machine's name, with or without a domain. */
  readonly hostName: string
  /** DNS names and addresses that the skipper wants besides. */
  readonly names?: readonly string[]
  /** The machine's own addresses, asked for anew each time: networks change. */
  readonly addresses: () => readonly string[]
}

const always = ['localhost', '127.0.0.1', '::1'] as const

const certifiedNames = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => certifiedName(text) ?? [])),
]

/** The names that stay: the machine's own, by itself and by mDNS, and those that were asked for. */
export const lastingNames = ({ hostName, names = [] }: NameSources): string[] => {
  const [label = ''] = hostName.split('.')
  return certifiedNames([hostName, `${label}.local`, ...names, ...always])
}

/** The addresses of the moment. Link-local IPv6 is left out: no browser takes such an address. */
export const presentAddresses = ({ addresses }: NameSources): string[] =>
  certifiedNames(addresses()).filter((address) => !/^fe[89ab]/.test(address))

/** What was asked for and can never be in a certificate. */
export const impossibleNames = ({ names = [] }: NameSources): string[] =>
  names.filter((name) => certifiedName(name) === undefined)
