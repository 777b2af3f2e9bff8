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

/** A title as one label: names of services may contain anything, but dots would need another notation. */
const instanceOf = (title: string): string => {
  let label = title.replaceAll(/[\p{Cc}.]+/gu, ' ').trim()
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
    const number = this.#numberByLabel.get('') ?? 1
    const instance = instanceOf(this.#wanted().title)
    return {
      hosts: labels.flatMap((label) => this.#numbered(label) ?? []).map((label) => `${label}.local`),
      instance: number === 1 ? instance : `${instance} (${number})`,
    }
  }

  /** The announced label by label, with those that the operating system announces. */
  get labels(): ReadonlyMap<string, string> {
    const pairs = this.#wanted().labels.map((label) => [label, this.#numbered(label)] as const)
    return new Map(pairs.flatMap(([label, name]) => (name === undefined ? [] : [[label, name]])))
  }

  /** The label that a name in lower case belongs to; the empty label for an instance of a service. */
  labelOf(name: string): string | undefined {
    const { instance } = this.taken
    if (this.#types().some((type) => instanceName(instance, type).toLowerCase() === name)) return ''
    return this.#wanted().labels.find((label) => `${this.#numbered(label)}.local` === name)
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
    this.#numberByLabel.set(label, (this.#numberByLabel.get(label) ?? 1) + 1)
  }

  #numbered(label: string): string | undefined {
    const number = this.#numberByLabel.get(label) ?? 1
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
  /** The own records in all networks: a router may repeat those of one network in another. */
  readonly records: () => readonly DnsRecord[]
  /** All addresses of this machine. */
  readonly addresses: () => readonly string[]
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number
}

const addressTypes: ReadonlySet<number> = new Set([recordTypes.a, recordTypes.aaaa])
const serviceTypes: ReadonlySet<number> = new Set([recordTypes.srv, recordTypes.txt])

/** Decides whether what others send conflicts with the own names. */
export class ConflictRules {
  readonly #options: ConflictOptions
  #conflicts: number[] = []

  constructor(options: ConflictOptions) {
    this.#options = options
  }

  /**
   * Judges a response. On a conflict the name gets the next number.
   * @param isNew whether the names are not announced yet
   */
  judge(answers: readonly DnsRecord[], isNew: boolean): 'conflict' | 'none' {
    const { names } = this.#options
    for (const answer of answers) {
      const label = answer.ttl === 0 ? undefined : names.labelOf(answer.name)
      if (label === undefined) continue
      if (!this.#isOurs(answer)) {
        names.next(label)
        this.#conflicts.push(this.#options.now())
        return 'conflict'
      }
      if (isNew && names.isOfSystem(label) && addressTypes.has(answer.type)) names.leave(label)
    }
    return 'none'
  }

  /** Whether a record could be of this machine. Other types than addresses and services do not matter. */
  #isOurs({ name, type, data }: DnsRecord): boolean {
    const { records, addresses } = this.#options
    if (addressTypes.has(type)) return addresses().some((address) => addressData(address).equals(data))
    if (!serviceTypes.has(type)) return true
    return records().some(
      (own) => own.type === type && own.name.toLowerCase() === name && own.data.equals(data),
    )
  }

  /** Whether another machine that probes for one of the names at the same time goes first. */
  losesTo(authorities: readonly DnsRecord[], own: readonly DnsRecord[]): boolean {
    const names = new Set(authorities.map(({ name }) => name))
    return [...names].some((name) => {
      if (this.#options.names.labelOf(name) === undefined) return false
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
