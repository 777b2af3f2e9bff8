/**
 * How a tile shows its value. `sail` is the sailing dial, which has no single path. `group` shows several values below its path.
 * `control` has keys that set the value.
 */
export const tileKinds = ['number', 'dial', 'bar', 'graph', 'text', 'group', 'sail', 'control'] as const
export type TileKind = (typeof tileKinds)[number]

export interface Tile {
  readonly kind: TileKind
  /** `navigation.speedOverGround`, or a member of an object: `navigation.attitude:roll`. Empty for the sailing dial. */
  readonly path: string
  /** In columns. A narrow screen has only two. */
  readonly width: number
  /** In rows. */
  readonly height: number
}

export interface InstrumentPage {
  readonly id: string
  /** Typed by the user; empty: the name of the preset. */
  readonly name: string
  readonly tiles: readonly Tile[]
}

export const layoutLimits = {
  pages: 12,
  tiles: 24,
  nameLength: 24,
  pathLength: 128,
  width: 4,
  height: 6,
} as const

/** A tile as stored: kind, path, width, height. */
type StoredTile = readonly [kind: string, path: string, width: number, height: number]

const isWithin = (value: unknown, most: number): value is number =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most

const isText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value.length <= most

const isKind = (value: unknown): value is TileKind => (tileKinds as readonly unknown[]).includes(value)

const tileFrom = (stored: unknown): Tile | undefined => {
  if (!Array.isArray(stored)) return undefined
  const [kind, path, width, height] = stored as readonly unknown[]
  const fits =
    isKind(kind) &&
    isText(path, layoutLimits.pathLength) &&
    (path === '') === (kind === 'sail') &&
    isWithin(width, layoutLimits.width) &&
    isWithin(height, layoutLimits.height)
  return fits ? { kind, path, width, height } : undefined
}

/** Every item converted; undefined if there are too many, or if one is invalid. */
const allFrom = <Item>(
  stored: unknown,
  most: number,
  convert: (item: unknown) => Item | undefined,
): readonly Item[] | undefined => {
  if (!Array.isArray(stored) || stored.length > most) return undefined
  const items = stored.map(convert)
  return items.every((item) => item !== undefined) ? items : undefined
}

const pageFrom = (stored: unknown): InstrumentPage | undefined => {
  const { id, name, tiles: storedTiles } = Object(stored) as Readonly<Record<string, unknown>>
  const tiles = allFrom(storedTiles, layoutLimits.tiles, tileFrom)
  if (!isText(id, layoutLimits.nameLength) || id === '' || !isText(name, layoutLimits.nameLength))
    return undefined
  return tiles && { id, name, tiles }
}

/** Parses the stored pages. Undefined if they are missing or invalid. */
export const pagesFrom = (stored: unknown): readonly InstrumentPage[] | undefined => {
  const { pages: storedPages } = Object(stored) as Readonly<Record<string, unknown>>
  const pages = allFrom(storedPages, layoutLimits.pages, pageFrom)
  if (pages === undefined || pages.length === 0) return undefined
  return new Set(pages.map(({ id }) => id)).size === pages.length ? pages : undefined
}

/** The pages as a preference of the user. */
export const storedPages = (pages: readonly InstrumentPage[]): Readonly<Record<string, unknown>> => ({
  pages: pages.map(({ id, name, tiles }) => ({
    id,
    name,
    tiles: tiles.map(({ kind, path, width, height }): StoredTile => [kind, path, width, height]),
  })),
})

/** Columns and rows of a new tile. */
export const usualSize: Readonly<Record<TileKind, Pick<Tile, 'width' | 'height'>>> = {
  number: { width: 1, height: 1 },
  text: { width: 1, height: 1 },
  bar: { width: 1, height: 1 },
  graph: { width: 1, height: 2 },
  dial: { width: 1, height: 2 },
  group: { width: 2, height: 1 },
  sail: { width: 2, height: 5 },
  control: { width: 1, height: 3 },
}

export const newTile = (kind: TileKind, path = ''): Tile => ({ kind, path, ...usualSize[kind] })

type Tiles = readonly Tile[]

/** Moves a tile. Unchanged if one of the places does not exist. */
export const moved = (tiles: Tiles, from: number, to: number): Tiles => {
  const tile = tiles[from]
  if (tile === undefined || to < 0 || to >= tiles.length || from === to) return tiles
  return tiles.toSpliced(from, 1).toSpliced(to, 0, tile)
}

export const removed = (tiles: Tiles, at: number): Tiles => tiles.toSpliced(at, 1)

/** Whether a tile can have this size. */
export const isSize = ({ width, height }: Pick<Tile, 'width' | 'height'>): boolean =>
  isWithin(width, layoutLimits.width) && isWithin(height, layoutLimits.height)

/** Replaces members of a tile. Unchanged if its size would be out of range. */
export const changed = (tiles: Tiles, at: number, change: Partial<Tile>): Tiles => {
  const tile = tiles[at]
  const next = tile && { ...tile, ...change }
  return next === undefined || !isSize(next) ? tiles : tiles.with(at, next)
}

/** An id that no page has: `page-3`. */
export const freePageId = (pages: readonly InstrumentPage[]): string => {
  const taken = new Set(pages.map(({ id }) => id))
  let number = 1
  while (taken.has(`page-${number}`)) number++
  return `page-${number}`
}
