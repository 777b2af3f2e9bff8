import { isIPv4 } from 'node:net'
import { nameData, recordTypes, type DnsRecord } from './dns-message.ts'

/** Where a service is, and what it says of itself. */
export interface Service {
  readonly port: number
  /** Such as `path=/`. */
  readonly texts: readonly string[]
}

/** The services that are announced, by type: `_http`. */
export type Services = Readonly<Record<string, Service>>

/** The unique names in use. */
export interface TakenNames {
  /** Host names such as `aura.local`, best first. */
  readonly hosts: readonly string[]
  /** The name of the instance of each service, such as `Aura`; undefined when others have it with every number. */
  readonly instance: string | undefined
}

/** Lifetimes in seconds. RFC 6762 recommends these for host names and for other records. */
const hostTtl = 120
const serviceTtl = 4_500
const typesName = '_services._dns-sd._udp.local'

const typeName = (type: string): string => `${type}._tcp.local`

export const instanceName = (instance: string, type: string): string => `${instance}.${typeName(type)}`

const uint16 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value, index * 2)
  return bytes
}

const groupsOf = (text: string): number[] =>
  text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))

/** The bytes of an address as the operating system writes it. */
export const addressData = (address: string): Buffer => {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number))
  const [head = '', tail = ''] = address.split('::')
  const [before, after] = [groupsOf(head), groupsOf(tail)]
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => 0)
  return uint16(...before, ...zeros, ...after)
}

const addressRecord = (name: string, address: string): DnsRecord => ({
  name,
  type: isIPv4(address) ? recordTypes.a : recordTypes.aaaa,
  ttl: hostTtl,
  isUnique: true,
  data: addressData(address),
})

/** Lists the record types of a host name, so that clients do not wait for an address that does not exist. */
const typesRecord = (name: string, hasIpv6: boolean): DnsRecord => {
  // Bits of the types from 0 on: A is 1, AAAA is 28.
  const bits = hasIpv6 ? [0x40, 0, 0, 0x08] : [0x40]
  const data = Buffer.concat([nameData(name), Buffer.from([0, bits.length, ...bits])])
  return { name, type: recordTypes.nsec, ttl: hostTtl, isUnique: true, data }
}

/** The records of a host name in a network. */
export const hostRecords = (name: string, addresses: readonly string[]): DnsRecord[] => [
  ...addresses.map((address) => addressRecord(name, address)),
  typesRecord(
    name,
    addresses.some((address) => !isIPv4(address)),
  ),
]

const textData = (texts: readonly string[]): Buffer => {
  const entries = texts.map((text) => Buffer.from(text)).filter(({ length }) => length < 256)
  if (entries.length === 0) return Buffer.from([0])
  return Buffer.concat(entries.flatMap((entry) => [Buffer.from([entry.length]), entry]))
}

/** The unique records of a service: where it is, and what it says of itself. */
const uniqueServiceRecords = ({ port, texts: entries }: Service, host: string, name: string): DnsRecord[] => {
  const place = Buffer.concat([uint16(0, 0, port), nameData(host)])
  const texts = textData(entries)
  return [
    { name, type: recordTypes.srv, ttl: hostTtl, isUnique: true, data: place },
    { name, type: recordTypes.txt, ttl: serviceTtl, isUnique: true, data: texts },
  ]
}

const pointer = (name: string, target: string): DnsRecord => ({
  name,
  type: recordTypes.ptr,
  ttl: serviceTtl,
  isUnique: false,
  data: nameData(target),
})

/** All records of the server in a network with these addresses. */
export const recordsOf = (
  services: Services,
  taken: TakenNames,
  addresses: readonly string[],
): DnsRecord[] => {
  const hosts = taken.hosts.flatMap((name) => hostRecords(name, addresses))
  const [host] = taken.hosts
  const { instance } = taken
  // Without a host name the services have no place.
  if (host === undefined || instance === undefined) return hosts
  return [
    ...hosts,
    ...Object.entries(services).flatMap(([type, service]) => [
      ...uniqueServiceRecords(service, host, instanceName(instance, type)),
      pointer(typeName(type), instanceName(instance, type)),
      pointer(typesName, typeName(type)),
    ]),
  ]
}

const isAnswer = ({ name, type }: DnsRecord, asked: { name: string; type: number }): boolean =>
  name.toLowerCase() === asked.name && (type === asked.type || asked.type === recordTypes.any)

/**
 * The records that answer a question, including the absence of an address.
 * @param asked the name in lower case
 */
export const answersTo = (
  records: readonly DnsRecord[],
  asked: { name: string; type: number },
): DnsRecord[] => {
  const found = records.filter((record) => isAnswer(record, asked))
  const isAddress = asked.type === recordTypes.a || asked.type === recordTypes.aaaa
  if (found.length > 0 || !isAddress) return found
  return records.filter((record) => isAnswer(record, { name: asked.name, type: recordTypes.nsec }))
}
