/** The domain of names that devices resolve in the local network by multicast DNS. */
export const localDomain = 'local'

/** Room for `-9` within the 63 bytes of a DNS label. */
const maxLabelLength = 60

/** How many former names of the boat stay valid. */
const maxFormerLabels = 4

/** Letters that Unicode does not decompose into a basic letter and an accent. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
}

/**
 * A name as a label of a host name: "Älva II" becomes `alva-ii`. Undefined when nothing of the name can be in a host
 * name.
 */
export const hostLabel = (name: string): string | undefined => {
  const label = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, (letter) => plainLetters[letter] ?? '-')
    .replaceAll(/-{2,}/g, '-')
    .slice(0, maxLabelLength)
    .replaceAll(/^-|-$/g, '')
  // A label of digits only could be taken for a part of an address.
  return /[a-z]/.test(label) ? label : undefined
}

export interface LocalNameOptions {
  /** The machine's name, with or without a domain. */
  readonly hostName: string
  /** Its name for every boat: `marinedata`. */
  readonly productWord: string
  /** Own ship's name. */
  readonly boatName?: string | undefined
  /** The label of the settings, used instead of the boat's name. */
  readonly configured?: string | undefined
  /** The saved labels of the boat's present and former names, newest first. */
  readonly saved?: readonly string[]
  readonly save?: (labels: readonly string[]) => void
}

const fullName = (label: string): string => `${label}.${localDomain}`

const isLabel = (label: string | undefined): label is string => label !== undefined

/**
 * The names of the server in the local network. A name of another machine is not taken: the responder then announces
 * the name with a number, which is added here.
 */
export class LocalNames {
  readonly #options: LocalNameOptions
  readonly #listeners = new Set<() => void>()
  #boatName: string | undefined
  #boat: string | undefined
  #former: readonly string[]
  /** The announced label by label, while names are announced. */
  #announced: ReadonlyMap<string, string> = new Map()

  constructor(options: LocalNameOptions) {
    this.#options = options
    this.#boatName = options.boatName
    this.#boat = this.#labelOf(options.boatName)
    this.#former = this.#formerOf(options.saved ?? [])
    this.#save()
  }

  /** Labels to announce, best first: the boat's name, the product word, the machine's name and former names. */
  get labels(): readonly string[] {
    const { productWord, hostName } = this.#options
    const [host = ''] = hostName.split('.')
    const labels = [this.#boat, hostLabel(productWord), hostLabel(host), ...this.#former]
    return [...new Set(labels.filter(isLabel))]
  }

  /** The boat's name for people. */
  get title(): string {
    const { productWord } = this.#options
    return this.#boatName ?? productWord.charAt(0).toUpperCase() + productWord.slice(1)
  }

  /** The label of the machine's own name, which the operating system may announce already. */
  get hostLabel(): string | undefined {
    return hostLabel(this.#options.hostName.split('.')[0] ?? '')
  }

  /** All names that lead to the server, such as `aura.local`, with those that were announced with a number. */
  get all(): readonly string[] {
    return [...new Set([...this.labels, ...this.#announced.values()].map(fullName))]
  }

  /** The announced names for people, best first; empty while nothing is announced. */
  get announced(): readonly string[] {
    const best = this.labels.slice(0, this.labels.length - this.#former.length)
    return best.flatMap((label) => this.#announced.get(label) ?? []).map(fullName)
  }

  has(name: string): boolean {
    return this.all.includes(name)
  }

  /** Applies a new name of the boat. The former name stays valid, for bookmarks and apps that use it. */
  setBoatName(boatName: string | undefined): void {
    const before = this.#boat
    const label = this.#labelOf(boatName)
    if (boatName === this.#boatName) return
    this.#boatName = boatName
    this.#boat = label
    this.#former = this.#formerOf([before, ...this.#former])
    this.#save()
    this.#notify()
  }

  /** @param announced the announced label by label */
  setAnnounced(announced: ReadonlyMap<string, string>): void {
    this.#announced = new Map(announced)
    this.#notify()
  }

  /** Calls the listener when the names have changed. */
  onChange(listener: () => void): Disposable {
    this.#listeners.add(listener)
    return { [Symbol.dispose]: () => void this.#listeners.delete(listener) }
  }

  #formerOf(labels: readonly (string | undefined)[]): readonly string[] {
    const former = labels.filter(isLabel).filter((label) => label !== this.#boat)
    return [...new Set(former)].slice(0, maxFormerLabels)
  }

  #save(): void {
    const labels = [this.#boat, ...this.#former].filter(isLabel)
    const { saved = [], save } = this.#options
    if (labels.join() !== saved.join()) save?.(labels)
  }

  #labelOf(boatName: string | undefined): string | undefined {
    return this.#options.configured ?? (boatName === undefined ? undefined : hostLabel(boatName))
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}
