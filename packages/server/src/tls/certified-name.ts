import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'
import { sequence, tagged } from './der.ts'

/** Private, loopback and link-local address ranges. */
const privateRanges: readonly (readonly [address: string, prefix: number])[] = [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['::1', 128],
]

/** Tags of X.509's GeneralName. */
const kinds = { dns: 2, ip: 7 } as const

const dnsName =
  /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?)*$/

/** Normalises a name for a certificate: lower case, no trailing dot. Undefined when it cannot be in a certificate. */
export const certifiedName = (text: string): string | undefined => {
  const name = text
    .toLowerCase()
    .replace(/^::ffff:(?=[0-9.]+$)/, '')
    .replace(/\.$/, '')
  const isValid = isIP(name) === 0 ? dnsName.test(name) : !isLocalNotation(name)
  return isValid ? name : undefined
}

/** An IPv4-mapped IPv6 address, or one with a zone: other machines cannot use it. */
const isLocalNotation = (address: string): boolean => address.startsWith('::ffff:') || address.includes('%')

const groupsOf = (text: string): string[] => text.split(':').filter((group) => group !== '')

const ipv6Bytes = (address: string): number[] => {
  // The URL parser normalises the address: lower case, hexadecimal only, at most one `::`.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const before = groupsOf(head)
  const after = groupsOf(tail ?? '')
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...zeros, ...after].flatMap((group) => {
    const value = Number.parseInt(group, 16)
    return [value >> 8, value & 0xff]
  })
}

const addressBytes = (address: string): number[] =>
  isIPv6(address) ? ipv6Bytes(address) : address.split('.').map(Number)

const maskBytes = (length: number, prefix: number): number[] =>
  Array.from({ length }, (_, at) => 0xff & ~(0xff >> Math.min(8, Math.max(0, prefix - at * 8))))

/** Encodes a name for the certificate of a server. */
export const alternativeName = (name: string): Buffer =>
  isIP(name) === 0
    ? tagged(kinds.dns, Buffer.from(name, 'latin1'))
    : tagged(kinds.ip, Buffer.from(addressBytes(name)))

const addressRange = (address: string, prefix: number): Buffer => {
  const bytes = addressBytes(address)
  return sequence(tagged(kinds.ip, Buffer.from([...bytes, ...maskBytes(bytes.length, prefix)])))
}

/** Encodes a name constraint of an authority. Subdomains of a permitted DNS name are permitted too. */
const permission = (name: string): Buffer =>
  isIP(name) === 0 ? sequence(alternativeName(name)) : addressRange(name, isIPv4(name) ? 32 : 128)

/** The name constraints of an authority: its names and all private addresses. */
export const permissions = (names: readonly string[]): Buffer[] => [
  ...names.filter((name) => !isPrivateAddress(name)).map(permission),
  ...privateRanges.map(([address, prefix]) => addressRange(address, prefix)),
]

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4')

const rangeList = (): BlockList => {
  const list = new BlockList()
  for (const [address, prefix] of privateRanges) list.addSubnet(address, prefix, familyOf(address))
  return list
}

const privateAddresses = rangeList()

const isPrivateAddress = (name: string): boolean =>
  isIP(name) !== 0 && privateAddresses.check(name, familyOf(name))

/** A name and its parent domains: `a.b.c`, `b.c`, `c`. */
const withParents = (name: string): string[] => {
  if (isIP(name) !== 0) return [name]
  const labels = name.split('.')
  return labels.map((_, at) => labels.slice(at).join('.'))
}

/**
 * Whether an authority's certificate, in DER, permits a name. DER encodes a constraint in exactly one way, so searching
 * for its bytes is sufficient.
 */
export const isPermitted = (name: string, authority: Buffer): boolean =>
  isPrivateAddress(name) || withParents(name).some((one) => authority.includes(permission(one)))
