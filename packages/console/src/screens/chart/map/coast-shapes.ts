/** Paths of one tile as x, y, x, y … in units of the tile; those of land are closed. */
export interface CoastShapes {
  readonly land: readonly (readonly number[])[]
  readonly coast: readonly (readonly number[])[]
}

/** Units along one side of a tile. */
export const tileExtent = 4096

// Mapbox Vector Tile 2.1, as far as the coast needs it: https://github.com/mapbox/vector-tile-spec
const field = { tileLayer: 3, layerName: 1, layerFeature: 2, featureGeometry: 4 } as const
const wire = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const
const command = { moveTo: 1, lineTo: 2, closePath: 7 } as const

/** Reads the fields of a message one after another. */
class Reader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  /** Numbers in a coast are below 2^31. */
  varint(): number {
    let value = 0
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.#bytes[this.#at++]
      if (byte === undefined) throw new RangeError('The tile ends in the middle of a number')
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) return value >>> 0
    }
    throw new RangeError('A number in the tile is too long')
  }

  bytes(): Uint8Array {
    const length = this.varint()
    const end = this.#at + length
    if (end > this.#bytes.length) throw new RangeError('The tile ends in the middle of a field')
    const found = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return found
  }

  /** The length-delimited fields of a message; all others are passed over. */
  *fields(): Generator<readonly [number: number, bytes: Uint8Array]> {
    while (!this.isAtEnd) {
      const key = this.varint()
      if ((key & 7) === wire.bytes) yield [key >>> 3, this.bytes()]
      else this.#pass(key & 7)
    }
  }

  #pass(type: number): void {
    if (type === wire.varint) this.varint()
    else if (type === wire.fixed64) this.#at += 8
    else if (type === wire.fixed32) this.#at += 4
    else throw new RangeError('The tile has a field of a kind that there is not')
  }
}

const unzigzag = (value: number): number => (value >>> 1) ^ -(value & 1)

/** Each point is told as the step from the one before, across paths, too. */
const pathsOf = (bytes: Uint8Array): number[][] => {
  const reader = new Reader(bytes)
  const paths: number[][] = []
  let [x, y] = [0, 0]
  while (!reader.isAtEnd) {
    const told = reader.varint()
    const [id, count] = [told & 7, told >>> 3]
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

const layerOf = (bytes: Uint8Array): { readonly name: string; readonly paths: number[][] } => {
  let name = ''
  const paths: number[][] = []
  for (const [number, content] of new Reader(bytes).fields()) {
    if (number === field.layerName) name = new TextDecoder().decode(content)
    if (number !== field.layerFeature) continue
    for (const [inner, geometry] of new Reader(content).fields())
      if (inner === field.featureGeometry) paths.push(...pathsOf(geometry))
  }
  return { name, paths }
}

/** What a tile of the coast shows. @throws RangeError when it is none */
export const coastShapes = (bytes: Uint8Array): CoastShapes => {
  const shapes: Record<keyof CoastShapes, number[][]> = { land: [], coast: [] }
  for (const [number, content] of new Reader(bytes).fields()) {
    if (number !== field.tileLayer) continue
    const { name, paths } = layerOf(content)
    if (name === 'land' || name === 'coast') shapes[name].push(...paths)
  }
  return shapes
}
