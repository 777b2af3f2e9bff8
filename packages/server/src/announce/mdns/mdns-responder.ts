import {
  encodeMessage,
  encodeWithin,
  parseMessage,
  recordTypes,
  type DnsMessage,
  type DnsRecord,
  type MessageParts,
} from './dns-message.ts'
import type { MdnsNetwork } from './mdns-networks.ts'
import { answersTo, recordsOf, type Services, type TakenNames } from './mdns-records.ts'
import type { Sender } from './mdns-sockets.ts'
import { ConflictRules, type UniqueNames } from './unique-names.ts'

export interface MdnsResponderOptions {
  /** The networks that names are announced in. */
  readonly networks: () => readonly MdnsNetwork[]
  /** Sends to all in a network, or to one receiver. */
  readonly send: (network: MdnsNetwork, packet: Buffer, to?: Sender) => void
  readonly names: UniqueNames
  /** All addresses of this machine, also those that are not announced. */
  readonly ownAddresses: () => readonly string[]
  /** The present services. */
  readonly services: () => Services
  /** The port of multicast DNS. Simple resolvers ask from another port. */
  readonly port: number
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number
  /** Called when the names are announced. */
  readonly onAnnounced: () => void
}

type Phase = 'idle' | 'probing' | 'announced'

/** RFC 6762, 8.1 and 8.3. */
const probes = { count: 3, everyMs: 250 }
const announcements = { count: 2, everyMs: 1_000 }
/** A record is sent to all at most once in this time; in defence of a name sooner. */
const repeatMs = { usual: 1_000, defence: 250 }
const lostProbeMs = 1_000
/** Lifetime in seconds of an answer to a simple resolver, which does not learn of changes. */
const simpleTtl = 10
/** Records per packet, so that it fits into an Ethernet frame. */
const recordsPerPacket = 12
/**
 * Maximum bytes of an answer to one receiver, so that a forged sender gets at most one frame. A simple resolver does not expect
 * more than the limit of conventional DNS.
 */
const maxReply = { usual: 1_400, simple: 512 }
/** After this time, names that others had with every number are tried again. */
const retryMs = 600_000
/** Answers per second. */
const maxAnswersPerSecond = 50

/** The data for comparing: a name in it may come back in lower case. */
const dataOf = ({ type, data }: DnsRecord): string =>
  type === recordTypes.ptr ? data.toString().toLowerCase() : data.toString('latin1')

const isSame = (one: DnsRecord, other: DnsRecord): boolean =>
  one.type === other.type &&
  one.name.toLowerCase() === other.name.toLowerCase() &&
  dataOf(one) === dataOf(other)

const packetsOf = (records: readonly DnsRecord[]): Buffer[] => {
  const packets: Buffer[] = []
  for (let at = 0; at < records.length; at += recordsPerPacket)
    packets.push(encodeMessage({ isResponse: true, answers: records.slice(at, at + recordsPerPacket) }))
  return packets
}

const withdrawn = (records: readonly DnsRecord[]): DnsRecord[] =>
  records.map((record) => ({ ...record, ttl: 0 }))

/**
 * Announces names and services in the local networks by multicast DNS (RFC 6762) and DNS-SD (RFC 6763), and answers
 * questions about them. It first asks whether another machine has a name, and then takes the name with a number.
 */
export class MdnsResponder implements Disposable {
  readonly #options: MdnsResponderOptions
  readonly #rules: ConflictRules
  /** When each record was last sent to all, by network and record. Bounded by networks and own records. */
  readonly #sentAt = new Map<string, number>()
  /** The last announced records, by network. */
  #announced: ReadonlyMap<MdnsNetwork, readonly DnsRecord[]> = new Map()
  #timer: NodeJS.Timeout | undefined
  #phase: Phase = 'idle'
  #second = 0
  #answers = 0

  constructor(options: MdnsResponderOptions) {
    this.#options = options
    this.#rules = new ConflictRules({
      names: options.names,
      records: () => this.#options.networks().flatMap((network) => this.#recordsIn(network)),
      addresses: options.ownAddresses,
      now: options.now,
    })
  }

  /** Starts from the beginning: networks, addresses, services or the boat's name have changed. */
  restart(): void {
    this.#options.names.reset()
    this.#probeAfter(Math.random() * probes.everyMs)
  }

  /** Handles a packet from a network. */
  receive(network: MdnsNetwork, packet: Buffer, sender: Sender): void {
    if (this.#phase === 'idle') return
    const message = parseMessage(packet)
    if (message === undefined) return
    if (this.#phase === 'announced' && !message.isResponse) return this.#answer(network, message, sender)
    // Responses and probes come from the port of multicast DNS only: other ports need no rights.
    if (sender.port !== this.#options.port) return
    if (message.isResponse) this.#hear(network, message)
    else if (this.#rules.losesTo(message.authorities, this.#recordsIn(network))) this.#probeAfter(lostProbeMs)
  }

  /** Withdraws all records. */
  sayGoodbye(): void {
    this[Symbol.dispose]()
    for (const [network, records] of this.#announced) this.#sendPackets(network, withdrawn(records))
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer)
    this.#setPhase('idle')
  }

  get #taken(): TakenNames {
    return this.#options.names.taken
  }

  #recordsIn({ addresses }: MdnsNetwork): DnsRecord[] {
    return recordsOf(this.#options.services(), this.#taken, addresses)
  }

  #setPhase(phase: Phase): void {
    const wasAnnounced = this.#phase === 'announced'
    this.#phase = phase
    if (!wasAnnounced && phase === 'announced') this.#options.onAnnounced()
  }

  #after(delayMs: number, task: () => void): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(task, delayMs)
  }

  #probeAfter(delayMs: number): void {
    this.#setPhase(this.#options.networks().length === 0 ? 'idle' : 'probing')
    if (this.#phase === 'probing') this.#after(delayMs, () => this.#probe(1))
    else clearTimeout(this.#timer)
  }

  #probe(number: number): void {
    if (number > probes.count) return this.#announce(1)
    for (const network of this.#options.networks()) {
      const unique = this.#recordsIn(network).filter(
        ({ isUnique, type }) => isUnique && type !== recordTypes.nsec,
      )
      const asked = [...new Set(unique.map(({ name }) => name))]
      for (let at = 0; at < asked.length; at += recordsPerPacket / 2) {
        const names = asked.slice(at, at + recordsPerPacket / 2)
        const questions = names.map((name) => ({ name, type: recordTypes.any, wantsUnicast: number === 1 }))
        const authorities = unique.filter(({ name }) => names.includes(name))
        this.#options.send(network, encodeMessage({ isResponse: false, questions, authorities }))
      }
    }
    this.#after(probes.everyMs, () => this.#probe(number + 1))
  }

  #announce(number: number): void {
    if (number > announcements.count) {
      if (this.#options.names.isExhausted) this.#after(retryMs, () => this.restart())
      return
    }
    this.#setPhase('announced')
    if (number === 1) this.#withdrawOutdated()
    for (const [network, records] of this.#announced) this.#sendPackets(network, records)
    this.#after(announcements.everyMs, () => this.#announce(number + 1))
  }

  /** Withdraws outdated records, such as a former address or name. */
  #withdrawOutdated(): void {
    const before = this.#announced
    this.#announced = new Map(
      this.#options.networks().map((network) => [network, this.#recordsIn(network)] as const),
    )
    for (const [network, records] of this.#announced) {
      const former = [...before].find(([{ name }]) => name === network.name)?.[1] ?? []
      const outdated = former.filter((one) => !records.some((record) => isSame(one, record)))
      this.#sendPackets(network, withdrawn(outdated))
    }
  }

  #sendPackets(network: MdnsNetwork, records: readonly DnsRecord[]): void {
    for (const packet of packetsOf(records)) this.#options.send(network, packet)
  }

  /** Compares the announcements of others with the server's names. */
  #hear(network: MdnsNetwork, { answers }: DnsMessage): void {
    const isNew = this.#phase === 'probing'
    const found = this.#rules.judge(answers, isNew)
    if (found === 'conflict') return this.#probeAfter(this.#rules.delayMs())
    const own = this.#phase === 'announced' ? this.#recordsIn(network) : []
    // Another program of this machine withdrew a name that is still in use here.
    const gone = answers.filter(({ ttl }) => ttl === 0)
    const rescued = own.filter((record) => gone.some((one) => isSame(one, record)))
    if (rescued.length > 0) this.#multicast(network, rescued, repeatMs.defence)
  }

  #answer(network: MdnsNetwork, message: DnsMessage, sender: Sender): void {
    if (sender.port !== this.#options.port) return this.#answerSimple(network, message, sender)
    const records = this.#recordsIn(network)
    const { questions, authorities, answers: known } = message
    const answers = [...new Set(questions.flatMap((question) => answersTo(records, question)))].filter(
      (record) => !known.some((one) => isSame(one, record) && one.ttl >= record.ttl / 2),
    )
    if (answers.length === 0 || !this.#mayAnswer()) return
    if (questions.every(({ wantsUnicast }) => wantsUnicast) && authorities.length === 0)
      this.#options.send(network, encodeWithin(this.#partsOf(answers, records), maxReply.usual), sender)
    else this.#multicast(network, answers, authorities.length > 0 ? repeatMs.defence : repeatMs.usual)
  }

  /** Answers the first question, as a conventional DNS server does. */
  #answerSimple(network: MdnsNetwork, { id, questions: [question] }: DnsMessage, sender: Sender): void {
    const found = question === undefined ? [] : answersTo(this.#recordsIn(network), question)
    if (question === undefined || found.length === 0 || !this.#mayAnswer()) return
    const answers = found.map((record) => ({ ...record, isUnique: false, ttl: simpleTtl }))
    const reply = { id, isResponse: true, questions: [question], answers }
    this.#options.send(network, encodeWithin(reply, maxReply.simple), sender)
  }

  /** With the records that the receiver would ask for next. */
  #partsOf(answers: readonly DnsRecord[], records: readonly DnsRecord[]): MessageParts {
    const hasPointer = answers.some(({ type }) => type === recordTypes.ptr)
    const hasService = hasPointer || answers.some(({ type }) => type === recordTypes.srv)
    const [host] = this.#taken.hosts
    const next = records.filter(
      ({ name, type }) =>
        (hasPointer && (type === recordTypes.srv || type === recordTypes.txt)) ||
        (hasService && name === host),
    )
    const additionals = next.filter((record) => !answers.includes(record))
    return { isResponse: true, answers, additionals }
  }

  #multicast(network: MdnsNetwork, records: readonly DnsRecord[], leastMs: number): void {
    const now = this.#options.now()
    const due = records.filter((record) => {
      const key = `${network.name} ${record.type} ${record.name} ${record.data.toString('latin1')}`
      if (now - (this.#sentAt.get(key) ?? -Infinity) < leastMs) return false
      this.#sentAt.set(key, now)
      return true
    })
    if (this.#sentAt.size > 1_000) this.#sentAt.clear()
    if (due.length > recordsPerPacket) this.#sendPackets(network, due)
    else if (due.length > 0)
      this.#options.send(network, encodeWithin(this.#partsOf(due, this.#recordsIn(network)), maxReply.usual))
  }

  #mayAnswer(): boolean {
    const second = Math.floor(this.#options.now() / 1_000)
    if (second !== this.#second) [this.#second, this.#answers] = [second, 0]
    return ++this.#answers <= maxAnswersPerSecond
  }
}
