import { MarineDataError, type Delta } from '@marinedata/model'
import { encodeLive, encodeLiveAshore, unpackLive } from './bodies.ts'
import { highestNumber } from './limits.ts'

/**
 * Live values over one connection. A value is named once, with its path and source; later frames have its place among
 * the named ones and by how much it has changed, in steps. The kinds of bodies, by their first byte:
 */
const kinds = { named: 0, short: 1, alone: 0x28 } as const

/** Maximum table entries of one connection. Further values are always sent by name. */
const cellsMost = 4_000
const partsMost = 8
/** A live value has about six digits. The log has all of them. */
const digits = 6
const positionDecimals = 7
const decimalsMost = 12

const invalid = (detail: string): never => {
  throw new MarineDataError('invalid-message', `Not live values of the uplink: ${detail}`)
}

interface Cell {
  readonly part: string
  readonly decimals: number
  /** The last value, in steps of 10 to the power of minus `decimals`. */
  steps: number
}

/** A value that has a name. */
interface Entry {
  readonly source: string
  readonly path: string
  readonly cells: readonly Cell[]
}

const decimalsOf = (part: string, value: number): number => {
  if (part === 'latitude' || part === 'longitude') return positionDecimals
  if (value === 0) return digits
  return Math.min(decimalsMost, Math.max(0, digits - 1 - Math.floor(Math.log10(Math.abs(value)))))
}

const stepsOf = (value: number, decimals: number): number => Math.round(value * 10 ** decimals)
const valueOf = ({ steps, decimals }: Cell): number => steps / 10 ** decimals

/** A member that can be a cell. */
const isPart = ([part, value]: readonly [string, unknown]): boolean => part !== '' && Number.isFinite(value)

/** The numbers in a value: a single number, or an object of numbers such as a position. Undefined for any other. */
const numbersOf = (value: unknown): ReadonlyMap<string, number> | undefined => {
  if (typeof value === 'number') return Number.isFinite(value) ? new Map([['', value]]) : undefined
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const members: [string, unknown][] = Object.entries(value)
  if (members.length === 0 || members.length > partsMost || !members.every(isPart)) return undefined
  return new Map(members.map(([part, member]) => [part, Number(member)]))
}

const keyOf = (source: string, path: string): string => `${source}\n${path}`

/** The state of a connection's values that both ends share. */
class LiveTable {
  readonly #entryByKey = new Map<string, Entry>()
  readonly #places: { readonly entry: Entry; readonly cell: Cell }[] = []
  /** Unix milliseconds of the last frame. */
  time = 0

  get size(): number {
    return this.#places.length
  }

  at(index: number): { readonly entry: Entry; readonly cell: Cell } {
    return this.#places[index] ?? invalid(`there is no value ${index}`)
  }

  find(source: string, path: string): Entry | undefined {
    return this.#entryByKey.get(keyOf(source, path))
  }

  /** Both ends call this with the values of every named frame, in their order. */
  name({ updates }: Delta): void {
    for (const { $source: source = '', timestamp, values = [] } of updates) {
      const time = Date.parse(timestamp ?? '')
      if (Number.isFinite(time)) this.time = Math.max(this.time, time)
      for (const { path, value } of values) {
        const numbers = numbersOf(value)
        if (numbers !== undefined) this.#set({ source, path }, numbers)
      }
    }
  }

  #set({ source, path }: Pick<Entry, 'source' | 'path'>, numbers: ReadonlyMap<string, number>): void {
    const known = this.find(source, path)
    if (known === undefined) {
      if (this.size + numbers.size > cellsMost) return
      const cells = [...numbers].map(([part, value]): Cell => {
        const decimals = decimalsOf(part, value)
        return { part, decimals, steps: stepsOf(value, decimals) }
      })
      const entry = { source, path, cells }
      this.#entryByKey.set(keyOf(source, path), entry)
      for (const cell of cells) this.#places.push({ entry, cell })
    } else if (known.cells.length === numbers.size)
      for (const cell of known.cells) {
        const value = numbers.get(cell.part)
        if (value !== undefined) cell.steps = stepsOf(value, cell.decimals)
      }
  }
}

const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value)
const unzigzag = (value: number): number => (value % 2 === 1 ? -(value + 1) / 2 : value / 2)

const pushVarint = (bytes: number[], value: number): void => {
  let rest = value
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  bytes.push(rest)
}

class VarintReader {
  readonly #bytes: Uint8Array
  #at: number

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes
    this.#at = at
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  next(): number {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#bytes[this.#at++] ?? invalid('they end too early')
      value += (byte % 128) * factor
      if (value > highestNumber) return invalid('a number is too large')
      if (byte < 128) return value
    }
  }
}

/** The boat's end. One per connection. */
export class LiveEncoder {
  readonly #table = new LiveTable()

  /** The bodies of one or two live frames, to be sent in this order. Empty without changes. */
  encode(delta: Delta): Uint8Array[] {
    const changes = new Map<Cell, number>()
    const named = delta.updates.flatMap((update) => {
      const { $source: source = '', values = [] } = update
      const left = values.filter(
        ({ path, value }) => !this.#isShort(this.#table.find(source, path), value, changes),
      )
      return left.length === 0 ? [] : [{ ...update, values: left }]
    })
    const short = this.#short(delta, changes)
    const bodies = short === undefined ? [] : [short]
    if (named.length === 0) return bodies
    const body = { ...delta, updates: named }
    this.#table.name(body)
    return [...bodies, Buffer.concat([Uint8Array.of(kinds.named), encodeLive(body)])]
  }

  /** Whether a short frame can carry the value. Then its changes are noted. */
  #isShort(entry: Entry | undefined, value: unknown, changes: Map<Cell, number>): boolean {
    const numbers = numbersOf(value)
    if (entry === undefined || numbers?.size !== entry.cells.length) return false
    const steps = entry.cells.map(({ part, decimals }) => stepsOf(numbers.get(part) ?? Number.NaN, decimals))
    if (!steps.every((one) => Number.isSafeInteger(one) && Math.abs(one) < highestNumber / 8)) return false
    for (const [index, cell] of entry.cells.entries()) changes.set(cell, steps[index] ?? cell.steps)
    return true
  }

  #short({ updates }: Delta, changes: ReadonlyMap<Cell, number>): Uint8Array | undefined {
    const bytes: number[] = []
    let next = 0
    for (let index = 0; index < this.#table.size && changes.size > 0; index++) {
      const { cell } = this.#table.at(index)
      const steps = changes.get(cell)
      if (steps === undefined || steps === cell.steps) continue
      pushVarint(bytes, index - next)
      pushVarint(bytes, zigzag(steps - cell.steps))
      next = index + 1
      cell.steps = steps
    }
    if (bytes.length === 0) return undefined
    const times = updates.map(({ timestamp }) => Date.parse(timestamp ?? '')).filter(Number.isFinite)
    const time = Math.max(this.#table.time, ...times)
    const head: number[] = [kinds.short]
    pushVarint(head, time - this.#table.time)
    this.#table.time = time
    return Uint8Array.from([...head, ...bytes])
  }
}

/** Live values that a boat has sent. */
export interface ReceivedLive {
  readonly delta: Delta
  /** The body that says the same without the connection: `decodeLive` reads it. */
  readonly alone: Uint8Array
  /** Length of the values as JSON, by which their cost is measured. */
  readonly unpackedBytes: number
}

/** The gateway's end. One per connection. */
export class LiveDecoder {
  readonly #table = new LiveTable()

  /** @throws MarineDataError `invalid-message` */
  decode(body: Uint8Array): ReceivedLive {
    switch (body[0]) {
      case kinds.alone:
        return { ...unpackLive(body), alone: body }
      case kinds.named: {
        const alone = body.subarray(1)
        const live = unpackLive(alone)
        this.#table.name(live.delta)
        return { ...live, alone }
      }
      case kinds.short: {
        const delta = this.#short(body)
        const { body: alone, unpackedBytes } = encodeLiveAshore(delta)
        return { delta, alone, unpackedBytes }
      }
      default:
        return invalid(`kind ${body[0] ?? 'none'}`)
    }
  }

  #short(body: Uint8Array): Delta {
    const reader = new VarintReader(body, 1)
    const time = this.#table.time + reader.next()
    // The latest time of which JavaScript knows the date.
    if (time > 8.64e15) return invalid('the time is too late')
    this.#table.time = time
    const entries = new Set<Entry>()
    for (let index = -1; !reader.isAtEnd;) {
      index += 1 + reader.next()
      const { entry, cell } = this.#table.at(index)
      cell.steps += unzigzag(reader.next())
      entries.add(entry)
    }
    const timestamp = new Date(time).toISOString()
    const bySource = Map.groupBy(entries, ({ source }) => source)
    return {
      updates: [...bySource].map(([$source, own]) => ({
        ...($source !== '' && { $source }),
        timestamp,
        values: own.map(({ path, cells }) => ({ path, value: valueOfCells(cells) })),
      })),
    }
  }
}

const valueOfCells = (cells: readonly Cell[]): number | Record<string, number> => {
  const [first] = cells
  if (first?.part === '') return valueOf(first)
  return Object.fromEntries(cells.map((cell) => [cell.part, valueOf(cell)]))
}
