/**
 * Parses Mapbox vector tiles. `@mapbox/vector-tile` is not used: a tile of 24 bytes whose close command claims 2^27
 * repetitions blocks it for more than a minute, and with it the alarms of the console. It also takes three times as long
 * for the tiles of the coast, and makes the chart 2 kB larger.
 */

/** Value of a tag. */
export type TagValue = string | number | boolean

export type GeometryKind = 'point' | 'line' | 'area'

export interface Feature {
  readonly kind: GeometryKind
  /** Each as x, y, x, y … in tile units; area paths are closed. */
  readonly paths: readonly (readonly number[])[]
  tag(name: string): TagValue | undefined
}

export interface TileLayer {
  readonly name: string
  /** Units along one side of the tile. */
  readonly extent: number
  readonly features: readonly Feature[]
}

// Mapbox Vector Tile 2.1: https://github.com/mapbox/vector-tile-spec
const tileField = { layer: 3 } as const
const layerField = { name: 1, feature: 2, key: 3, value: 4, extent: 5 } as const
const featureField = { tags: 2, type: 3, geometry: 4 } as const
const wire = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const
const command = { moveTo: 1, lineTo: 2, closePath: 7 } as const
const usualExtent = 4096
const kinds: readonly (GeometryKind | undefined)[] = [undefined, 'point', 'line', 'area']
const text = new TextDecoder()

/** A raw field: bytes of a message or text, or a number. */
type Content = Uint8Array | bigint

/** Reads the fields of a message. */
class Reader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  /** Numbers of a geometry are below 2^32. */
  varint(): number {
    let value = 0
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.#next()
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) return value >>> 0
    }
    throw new RangeError('A number in the tile is too long')
  }

  *fields(): Generator<readonly [number: number, content: Content]> {
    while (!this.isAtEnd) {
      const key = this.varint()
      yield [key >>> 3, this.#content(key & 7)]
    }
  }

  #next(): number {
    const byte = this.#bytes[this.#at++]
    if (byte === undefined) throw new RangeError('The tile ends in the middle of a number')
    return byte
  }

  #content(type: number): Content {
    if (type === wire.varint) return this.#longVarint()
    if (type === wire.bytes) return this.#take(this.varint())
    if (type === wire.fixed64) return this.#take(8)
    if (type === wire.fixed32) return this.#take(4)
    throw new RangeError('The tile has a field of a kind that there is not')
  }

  #longVarint(): bigint {
    let value = 0n
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.#next()
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
    throw new RangeError('A number in the tile is too long')
  }

  #take(length: number): Uint8Array {
    const end = this.#at + length
    if (end > this.#bytes.length) throw new RangeError('The tile ends in the middle of a field')
    const found = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return found
  }
}

const unzigzag = (value: number): number => (value >>> 1) ^ -(value & 1)

/** Each point is a delta to the previous one, even across paths. */
const pathsOf = (bytes: Uint8Array): number[][] => {
  const reader = new Reader(bytes)
  const paths: number[][] = []
  let [x, y] = [0, 0]
  while (!reader.isAtEnd) {
    const header = reader.varint()
    const [id, count] = [header & 7, header >>> 3]
    if (id === command.closePath) continue
    if (id !== command.moveTo && id !== command.lineTo) throw new RangeError('The tile draws in no known way')
    for (let step = 0; step < count; step++) {
      x += unzigzag(reader.varint())
      y += unzigzag(reader.varint())
      if (id === command.moveTo) paths.push([])
      paths.at(-1)?.push(x, y)
    }
  }
  return paths
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength)

/** Readers by field number. */
const readers: Readonly<Record<number, (content: Content) => TagValue | undefined>> = {
  1: (content) => (typeof content === 'bigint' ? undefined : text.decode(content)),
  2: (content) => (typeof content === 'bigint' ? undefined : viewOf(content).getFloat32(0, true)),
  3: (content) => (typeof content === 'bigint' ? undefined : viewOf(content).getFloat64(0, true)),
  4: (content) => (typeof content === 'bigint' ? Number(BigInt.asIntN(64, content)) : undefined),
  5: (content) => (typeof content === 'bigint' ? Number(content) : undefined),
  6: (content) => (typeof content === 'bigint' ? Number((content >> 1n) ^ -(content & 1n)) : undefined),
  7: (content) => content === 1n,
}

const valueOf = (bytes: Uint8Array): TagValue | undefined => {
  for (const [number, content] of new Reader(bytes).fields()) return readers[number]?.(content)
  return undefined
}

/** Keys and values that features refer to by index. */
interface Dictionary {
  readonly keys: string[]
  readonly values: (TagValue | undefined)[]
}

class ReadFeature implements Feature {
  readonly kind: GeometryKind
  readonly paths: readonly (readonly number[])[]
  readonly #tags: readonly number[]
  readonly #dictionary: Dictionary

  constructor(kind: GeometryKind, { geometry, tags }: FeatureParts, dictionary: Dictionary) {
    this.kind = kind
    this.paths = pathsOf(geometry)
    this.#tags = tags
    this.#dictionary = dictionary
  }

  tag(name: string): TagValue | undefined {
    const key = this.#dictionary.keys.indexOf(name)
    if (key < 0) return undefined
    for (let at = 0; at + 1 < this.#tags.length; at += 2)
      if (this.#tags[at] === key) return this.#dictionary.values[this.#tags[at + 1] ?? -1]
    return undefined
  }
}

interface FeatureParts {
  readonly geometry: Uint8Array
  readonly tags: readonly number[]
}

const numbersIn = (bytes: Uint8Array): number[] => {
  const reader = new Reader(bytes)
  const numbers: number[] = []
  while (!reader.isAtEnd) numbers.push(reader.varint())
  return numbers
}

/** Undefined for an unknown geometry type. */
const featureOf = (bytes: Uint8Array, dictionary: Dictionary): Feature | undefined => {
  let kind: GeometryKind | undefined
  let geometry: Uint8Array = new Uint8Array()
  let tags: readonly number[] = []
  for (const [number, content] of new Reader(bytes).fields())
    if (typeof content === 'bigint') {
      if (number === featureField.type) kind = kinds[Number(content)]
    } else if (number === featureField.geometry) geometry = content
    else if (number === featureField.tags) tags = numbersIn(content)
  return kind && new ReadFeature(kind, { geometry, tags }, dictionary)
}

const layerOf = (bytes: Uint8Array): TileLayer => {
  let [name, extent] = ['', usualExtent]
  const found: Uint8Array[] = []
  const dictionary: Dictionary = { keys: [], values: [] }
  for (const [number, content] of new Reader(bytes).fields())
    if (typeof content === 'bigint') {
      if (number === layerField.extent) extent = Number(content)
    } else if (number === layerField.name) name = text.decode(content)
    else if (number === layerField.feature) found.push(content)
    else if (number === layerField.key) dictionary.keys.push(text.decode(content))
    else if (number === layerField.value) dictionary.values.push(valueOf(content))
  // Keys and values may follow the features that refer to them.
  const features = found.flatMap((each) => featureOf(each, dictionary) ?? [])
  return { name, extent, features }
}

/**
 * Parses the layers of a tile.
 * @throws RangeError if it is invalid
 */
export const layersOf = (bytes: Uint8Array): TileLayer[] => {
  const layers: TileLayer[] = []
  for (const [number, content] of new Reader(bytes).fields())
    if (number === tileField.layer && typeof content !== 'bigint') layers.push(layerOf(content))
  return layers
}
