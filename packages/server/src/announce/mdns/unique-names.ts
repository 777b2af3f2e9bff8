import { recordTypes, type DnsRecord } from './dns-message.ts'
import { addressData, instanceName, type TakenNames } from './mdns-records.ts'

export interface WantedNames {
  /** Labels of host names, best first. */
  readonly labels: readonly string[]
  /** The label that the operating system may announce itself. */
  readonly systemLabel: string | undefined
  /** The name of the services for people. */
  readonly title: string
}

/** A name with a higher number is not taken: then the label is left out. */
const maxNumber = 9
/** An instance name has at most 63 bytes, with ` (9)`. */
const maxTitleBytes = 59

/**
 * A title as one label: dots would need another notation, and people must be able to read it. Empty when nothing of the
 * title remains.
 */
const instanceOf = (title: string): string => {
  let label = title.replaceAll(/[\p{Cc}\p{Bidi_Control}.]+/gu, ' ').trim()
  while (Buffer.byteLength(label) > maxTitleBytes) label = label.slice(0, -1).toWellFormed()
  return label
}

/** The names that the server takes: each with a number where another machine has the name already. */
export class UniqueNames {
  readonly #wanted: () => WantedNames
  readonly #types: () => readonly string[]
  /** The number by label; of the instance under the empty label. */
  readonly #numberByLabel = new Map<string, number>()
  /** Labels that another program of this machine announces. */
  readonly #left = new Set<string>()

  /** @param types the present types of the services, such as `_http` */
  constructor(wanted: () => WantedNames, types: () => readonly string[]) {
    this.#wanted = wanted
    this.#types = types
  }

  /** Forgets what others have: networks or names have changed. */
  reset(): void {
    this.#numberByLabel.clear()
    this.#left.clear()
  }

  get taken(): TakenNames {
    const labels = this.#wanted().labels.filter((label) => !this.#left.has(label))
    return {
      hosts: labels.flatMap((label) => this.#numbered(label) ?? []).map((label) => `${label}.local`),
      instance: this.#instance,
    }
  }

  /** Whether others have a name with every number, so that it was given up. */
  get isExhausted(): boolean {
    return [...this.#numberByLabel.values()].some((number) => number > maxNumber)
  }

  /** The announced label by label, with those that the operating system announces. */
  get labels(): ReadonlyMap<string, string> {
    const pairs = this.#wanted().labels.map((label) => [label, this.#numbered(label)] as const)
    return new Map(pairs.flatMap(([label, name]) => (name === undefined ? [] : [[label, name]])))
  }

  /** The labels by the names in lower case that belong to them; the empty label for instances of services. */
  get labelByName(): ReadonlyMap<string, string> {
    const instance = this.#instance
    const services = instance === undefined ? [] : this.#types().map((type) => instanceName(instance, type))
    return new Map([
      ...[...this.labels].map(([label, name]) => [`${name}.local`, label] as const),
      ...services.map((name) => [name.toLowerCase(), ''] as const),
    ])
  }

  isOfSystem(label: string): boolean {
    return label === this.#wanted().systemLabel
  }

  /** Leaves a name to another program of this machine. */
  leave(label: string): void {
    this.#left.add(label)
  }

  /** Takes the next number. */
  next(label: string): void {
    this.#numberByLabel.set(label, Math.min(this.#numberOf(label), maxNumber) + 1)
  }

  #numberOf(label: string): number {
    return this.#numberByLabel.get(label) ?? 1
  }

  get #instance(): string | undefined {
    const { title, labels } = this.#wanted()
    const number = this.#numberOf('')
    const instance = instanceOf(title) || labels[0]
    if (number === 1 || instance === undefined) return instance
    return number > maxNumber ? undefined : `${instance} (${number})`
  }

  #numbered(label: string): string | undefined {
    const number = this.#numberOf(label)
    if (number === 1) return label
    return number > maxNumber ? undefined : `${label}-${number}`
  }
}

/** RFC 6762, 8.1: after this many conflicts in ten seconds, probes wait. */
const patience = { conflicts: 15, withinMs: 10_000, waitMs: 5_000 }

const order = (records: readonly DnsRecord[]): Buffer[] =>
  records
    .map(({ type, data }) => Buffer.concat([Buffer.from([type >> 8, type & 0xff]), data]))
    .toSorted((one, other) => Buffer.compare(one, other))

/** Positive when the first set of records is the later one in the order of RFC 6762, 8.2. */
const compareSets = (one: readonly DnsRecord[], other: readonly DnsRecord[]): number => {
  const [ours, theirs] = [order(one), order(other)]
  for (const [index, own] of ours.entries()) {
    const their = theirs[index]
    if (their === undefined) return 1
    const result = Buffer.compare(own, their)
    if (result !== 0) return result
  }
  return ours.length - theirs.length
}

export interface ConflictOptions {
  readonly names: UniqueNames
  /** The server's records in all networks: a router may repeat records of one network in another. */
  readonly records: () => readonly DnsRecord[]
  /** All addresses of this machine. */
  readonly addresses: () => readonly string[]
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number
}

const addressTypes: ReadonlySet<number> = new Set([recordTypes.a, recordTypes.aaaa])
const serviceTypes: ReadonlySet<number> = new Set([recordTypes.srv, recordTypes.txt])

/** The records and addresses of this machine. Reading them is expensive: once per packet, and only if needed. */
class OwnData {
  readonly #options: ConflictOptions
  #records: readonly DnsRecord[] | undefined
  #addresses: readonly Buffer[] | undefined

  constructor(options: ConflictOptions) {
    this.#options = options
  }

  /** Whether a record could be of this machine. Other types than addresses and services do not matter. */
  has({ name, type, data }: DnsRecord): boolean {
    if (addressTypes.has(type)) {
      this.#addresses ??= this.#options.addresses().map(addressData)
      return this.#addresses.some((address) => address.equals(data))
    }
    if (!serviceTypes.has(type)) return true
    this.#records ??= this.#options.records()
    return this.#records.some(
      (own) => own.type === type && own.name.toLowerCase() === name && own.data.equals(data),
    )
  }
}

/** Decides whether records of others conflict with the server's names. */
export class ConflictRules {
  readonly #options: ConflictOptions
  #conflicts: number[] = []

  constructor(options: ConflictOptions) {
    this.#options = options
  }

  /**
   * Judges a response. A name that is being probed gets the next number on a conflict. An announced one is probed again
   * first (RFC 6762, 9): a single forged packet must not rename the server.
   * @param isNew whether the names are not announced yet
   */
  judge(answers: readonly DnsRecord[], isNew: boolean): 'conflict' | 'none' {
    const { names } = this.#options
    const { labelByName } = names
    const own = new OwnData(this.#options)
    for (const answer of answers) {
      const label = answer.ttl === 0 ? undefined : labelByName.get(answer.name)
      if (label === undefined) continue
      if (!own.has(answer)) {
        if (isNew) names.next(label)
        this.#conflicts.push(this.#options.now())
        return 'conflict'
      }
      if (isNew && names.isOfSystem(label) && addressTypes.has(answer.type)) names.leave(label)
    }
    return 'none'
  }

  /** Whether another machine that probes for one of the names at the same time goes first. */
  losesTo(authorities: readonly DnsRecord[], own: readonly DnsRecord[]): boolean {
    const { labelByName } = this.#options.names
    const names = new Set(authorities.map(({ name }) => name))
    return [...names].some((name) => {
      if (!labelByName.has(name)) return false
      const isNamed = (record: DnsRecord): boolean => record.name.toLowerCase() === name
      const mine = own.filter((record) => isNamed(record) && record.type !== recordTypes.nsec)
      return compareSets(mine, authorities.filter(isNamed)) < 0
    })
  }

  /** How long to wait before the next probe. */
  delayMs(): number {
    const now = this.#options.now()
    this.#conflicts = this.#conflicts.filter((at) => now - at < patience.withinMs)
    return this.#conflicts.length > patience.conflicts ? patience.waitMs : 0
  }
}
