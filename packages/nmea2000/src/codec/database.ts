import database from './database.generated.json' with { type: 'json' }

/** Encodings of a field, with the names of canboat's database. */
export type FieldType =
  | 'BINARY'
  | 'BITLOOKUP'
  | 'DATE'
  | 'DECIMAL'
  | 'DURATION'
  | 'FIELD_INDEX'
  | 'FLOAT'
  | 'INDIRECT_LOOKUP'
  | 'ISO_NAME'
  | 'LOOKUP'
  | 'MMSI'
  | 'NUMBER'
  | 'PGN'
  | 'RESERVED'
  | 'SPARE'
  | 'STRING_FIX'
  | 'STRING_LAU'
  | 'TIME'
  | 'VARIABLE'

/** One field of a message. The value is `raw × resolution + offset`. */
export interface Field {
  readonly id: string
  readonly type: FieldType
  /** 0 when the length is written in the message itself. */
  readonly bits: number
  readonly signed: boolean
  readonly resolution: number
  readonly offset: number
  /** How many of the highest raw values mean "no value": not available, out of range, reserved. */
  readonly special: number
  /** Largest raw value that is a value. */
  readonly highest: number
  readonly lowest: number
  readonly lookup: string | undefined
  /** The raw value that distinguishes this message from others with the same PGN. */
  readonly match: number | undefined
  /** Whether the field is only there when the message is about a proprietary PGN. */
  readonly isOnlyForProprietary: boolean
}

/** Fields that repeat until the end, or as often as the field `count` says. */
export interface Repeat {
  readonly fields: readonly Field[]
  readonly count: Field | undefined
  /** Whether the rows are fields of another message, as in a group function. */
  readonly hasParameters: boolean
}

/** How a message travels: in one frame, as a fast packet, or by the ISO transport protocol. */
export type Frames = 'single' | 'fast' | 'iso'

export interface MessageDefinition {
  readonly pgn: number
  readonly id: string
  readonly name: string
  readonly frames: Frames
  readonly priority: number
  /** The usual interval; undefined when it is irregular or not known. */
  readonly intervalMs: number | undefined
  /** All fields in order, each repeating field once. The index of a field plus one is its number in group functions. */
  readonly order: readonly Field[]
  /** Fields before the repeating ones. */
  readonly fields: readonly Field[]
  readonly repeats: readonly Repeat[]
  /** Fields with a `match`, each with its first bit. */
  readonly matches: readonly { readonly field: Field; readonly at: number }[]
}

const defaultPriority = 6

interface StoredField {
  readonly id: string
  readonly type: string
  readonly bits?: number
  readonly signed?: boolean
  readonly resolution?: number
  readonly offset?: number
  readonly special?: number
  readonly lookup?: string
  readonly match?: number
  readonly condition?: string
}

interface StoredMessage {
  readonly pgn: number
  readonly id: string
  readonly name: string
  readonly frames: string
  readonly priority?: number
  readonly intervalMs?: number
  readonly repeats?: readonly { readonly start: number; readonly size: number; readonly count?: number }[]
  readonly fields: readonly number[]
}

const fieldOf = (stored: StoredField): Field => {
  const { bits = 0, signed = false, special = 0 } = stored
  const valueBits = signed ? bits - 1 : bits
  return {
    id: stored.id,
    type: stored.type as FieldType,
    bits,
    signed,
    resolution: stored.resolution ?? 1,
    offset: stored.offset ?? 0,
    special,
    highest: 2 ** valueBits - 1 - special,
    lowest: signed ? -(2 ** valueBits) : 0,
    lookup: stored.lookup,
    match: stored.match,
    isOnlyForProprietary: stored.condition === 'PGNIsProprietary',
  }
}

const fields: readonly Field[] = database.fields.map((field: StoredField) => fieldOf(field))

const matchesOf = (order: readonly Field[]): MessageDefinition['matches'] => {
  let at = 0
  return order.flatMap((field) => {
    const match = { field, at }
    at += field.bits
    return field.match === undefined ? [] : [match]
  })
}

const definitionOf = (stored: StoredMessage): MessageDefinition => {
  const order = stored.fields.flatMap((index) => fields[index] ?? [])
  const repeats = (stored.repeats ?? []).map(({ start, size, count }) => ({
    fields: order.slice(start, start + size),
    count: count === undefined ? undefined : order[count],
    hasParameters: order.slice(start, start + size).some(({ type }) => type === 'VARIABLE'),
  }))
  return {
    pgn: stored.pgn,
    id: stored.id,
    name: stored.name,
    frames: stored.frames as Frames,
    priority: stored.priority ?? defaultPriority,
    intervalMs: stored.intervalMs,
    order,
    fields: order.slice(0, stored.repeats?.[0]?.start ?? order.length),
    repeats,
    matches: matchesOf(order),
  }
}

/** The release of canboat's database that the tables come from. */
export const databaseVersion: string = database.version

export const definitions: readonly MessageDefinition[] = database.messages.map((message: StoredMessage) =>
  definitionOf(message),
)

const byPgn: ReadonlyMap<number, readonly MessageDefinition[]> = Map.groupBy(definitions, ({ pgn }) => pgn)
const byId: ReadonlyMap<string, MessageDefinition> = new Map(
  definitions.map((definition) => [definition.id, definition]),
)

/** All messages with this PGN: several when their contents decide which one it is. */
export const definitionsOf = (pgn: number): readonly MessageDefinition[] => byPgn.get(pgn) ?? []

export const definitionById = (id: string): MessageDefinition | undefined => byId.get(id)

const lookups: Readonly<Record<string, Readonly<Record<string, string>>>> = database.lookups

/** The text of a raw value, such as "Magnetic"; undefined when the database does not have it. */
export const lookupText = (lookup: string, value: number | string): string | undefined =>
  Object.hasOwn(lookups, lookup) ? lookups[lookup]?.[value] : undefined

/** The texts of the bits that are set. */
export const lookupBits = (lookup: string, bits: number): string[] =>
  Object.entries(lookups[lookup] ?? {}).flatMap(([bit, text]) =>
    Math.floor(bits / 2 ** Number(bit)) % 2 === 1 ? [text] : [],
  )

/** Whether a manufacturer defines the contents of this PGN. */
export const isProprietary = (pgn: number): boolean =>
  pgn === 61_184 || pgn === 126_720 || (pgn >= 65_280 && pgn <= 65_535) || (pgn >= 130_816 && pgn <= 131_071)

/** How the messages of a PGN travel, from the table or from the range that the PGN is in. */
export const framesOf = (pgn: number): Frames => {
  const known = byPgn.get(pgn)?.[0]
  if (known !== undefined) return known.frames
  return pgn === 126_720 || pgn >= 130_816 || (pgn >= 126_208 && pgn < 126_976) ? 'fast' : 'single'
}
