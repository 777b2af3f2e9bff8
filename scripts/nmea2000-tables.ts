/**
 * Writes packages/nmea2000/src/codec/database.generated.json from canboat's database (Apache-2.0, see NOTICE). Run it
 * with the path of `docs/canboat.json` of a canboat release: `npm run nmea2000-tables -- canboat.json`.
 */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'

interface SourceField {
  readonly Id: string
  readonly FieldType: string
  readonly BitLength?: number
  readonly Resolution?: number
  readonly Offset?: number
  readonly Signed?: boolean
  readonly Match?: number
  readonly Condition?: string
  readonly UnknownValue?: number
  readonly OutOfRangeValue?: number
  readonly ReservedValue?: number
  readonly LookupEnumeration?: string
  readonly LookupBitEnumeration?: string
  readonly LookupIndirectEnumeration?: string
}

type RepeatingKey = `RepeatingFieldSet${1 | 2}${'Size' | 'StartField' | 'CountField'}`

interface SourceMessage extends Readonly<Partial<Record<RepeatingKey, number>>> {
  readonly PGN: number
  readonly Id: string
  readonly Description: string
  readonly Type: string
  readonly Fallback?: boolean
  readonly Priority?: number
  readonly TransmissionInterval?: number
  readonly Fields: readonly SourceField[]
}

interface SourceLookup<Value> {
  readonly Name: string
  readonly EnumValues: readonly Value[]
}

interface Source {
  readonly Version: string
  readonly PGNs: readonly SourceMessage[]
  readonly LookupEnumerations: readonly SourceLookup<{ readonly Name: string; readonly Value: number }>[]
  readonly LookupIndirectEnumerations: readonly SourceLookup<{
    readonly Name: string
    readonly Value1: number
    readonly Value2: number
  }>[]
  readonly LookupBitEnumerations: readonly {
    readonly Name: string
    readonly EnumBitValues: readonly { readonly Name: string; readonly Bit: number }[]
  }[]
}

/** The messages that the product reads or sends. */
const wanted: ReadonlySet<number> = new Set([
  // The network itself.
  59392, 59904, 60928, 65240, 126208, 126464, 126993, 126996, 126998,
  // Autopilots.
  65288, 65305, 65340, 65341, 65345, 65359, 65360, 65379, 126720, 127237, 130827, 130850, 130851,
  // Alerts.
  126983, 126984, 126985, 127233, 129808,
  // The vessel, its movement and its position.
  126992, 127245, 127250, 127251, 127252, 127257, 127258, 128000, 128259, 128267, 128275, 128777, 129025,
  129026, 129029, 129033, 129283, 129284, 129285, 129291, 129539, 129540, 130577, 130578,
  // Engines, tanks and electricity.
  127488, 127489, 127493, 127497, 127501, 127503, 127504, 127505, 127506, 127507, 127508, 127509, 127513,
  127751,
  // AIS.
  129038, 129039, 129040, 129041, 129793, 129794, 129798, 129801, 129802, 129809, 129810,
  // Wind and weather.
  130306, 130310, 130311, 130312, 130313, 130314, 130316, 130323,
])

const file = process.argv[2]
assert.ok(file !== undefined, 'usage: npm run nmea2000-tables -- <canboat.json>')
const source = JSON.parse(readFileSync(file, 'utf8')) as Source

/** How many of the highest raw values have a special meaning: not available, out of range, reserved. */
const specialValues = ({ Id, FieldType, BitLength = 0, Signed = false, ...field }: SourceField): number => {
  if (FieldType === 'MMSI') return 1
  // The database cannot write numbers of 64 bits exactly and leaves their special values out.
  if (FieldType === 'NUMBER' && BitLength === 64) return 3
  const { UnknownValue, OutOfRangeValue, ReservedValue } = field
  const values = [UnknownValue, OutOfRangeValue, ReservedValue].filter((value) => value !== undefined)
  const top = 2 ** (BitLength - (Signed ? 1 : 0)) - 1
  for (const [index, value] of values.entries())
    assert.equal(value, top - index, `${Id} has an unusual special value`)
  return values.length
}

const lookupOf = (field: SourceField): string | undefined =>
  field.LookupEnumeration ?? field.LookupBitEnumeration ?? field.LookupIndirectEnumeration

const fieldOf = (field: SourceField): object => {
  const special = specialValues(field)
  const lookup = lookupOf(field)
  return {
    id: field.Id,
    type: field.FieldType,
    // JSON leaves out what is undefined.
    bits: field.BitLength,
    signed: field.Signed === true ? true : undefined,
    resolution: field.Resolution === 1 ? undefined : field.Resolution,
    offset: field.Offset,
    special: special > 0 ? special : undefined,
    lookup,
    match: field.Match,
    condition: field.Condition,
  }
}

/** Each distinct field once: messages name their fields by index. */
const distinct = new Map<string, number>()
const fieldIndexOf = (field: SourceField): number => {
  const text = JSON.stringify(fieldOf(field))
  const index = distinct.get(text) ?? distinct.size
  distinct.set(text, index)
  return index
}

const repeatsOf = (message: SourceMessage): object[] =>
  ([1, 2] as const).flatMap((set) => {
    const size = message[`RepeatingFieldSet${set}Size`]
    const start = message[`RepeatingFieldSet${set}StartField`]
    const count = message[`RepeatingFieldSet${set}CountField`]
    if (size === undefined || start === undefined) return []
    return [{ start: start - 1, size, ...(count !== undefined && { count: count - 1 }) }]
  })

const messageOf = (message: SourceMessage): object => {
  const repeats = repeatsOf(message)
  return {
    pgn: message.PGN,
    id: message.Id,
    name: message.Description,
    frames: message.Type.toLowerCase(),
    ...(message.Priority !== undefined && { priority: message.Priority }),
    ...(message.TransmissionInterval !== undefined && { intervalMs: message.TransmissionInterval }),
    ...(repeats.length > 0 && { repeats }),
    fields: message.Fields.map((field) => fieldIndexOf(field)),
  }
}

const messages = source.PGNs.filter(({ PGN, Fallback }) => wanted.has(PGN) && Fallback !== true)
const found = new Set(messages.map(({ PGN }) => PGN))
const missing = [...wanted].filter((pgn) => !found.has(pgn))
assert.deepEqual(missing, [], 'the database does not have these messages')

const fields = messages.flatMap(({ Fields }) => Fields)
const used = new Set(fields.map((field) => lookupOf(field)))
const isUsed = ({ Name }: { readonly Name: string }): boolean => used.has(Name)

/** Text by raw value; by class and function (`class.function`) for the functions of devices; by bit for sets of bits. */
const lookups = Object.fromEntries([
  ...source.LookupEnumerations.filter(isUsed).map(({ Name, EnumValues }) => [
    Name,
    Object.fromEntries(EnumValues.map((value) => [value.Value, value.Name])),
  ]),
  ...source.LookupIndirectEnumerations.filter(isUsed).map(({ Name, EnumValues }) => [
    Name,
    Object.fromEntries(EnumValues.map((value) => [`${value.Value1}.${value.Value2}`, value.Name])),
  ]),
  ...source.LookupBitEnumerations.filter(isUsed).map(({ Name, EnumBitValues }) => [
    Name,
    Object.fromEntries(EnumBitValues.map((value) => [value.Bit, value.Name])),
  ]),
]) as object

const target = new URL('../packages/nmea2000/src/codec/database.generated.json', import.meta.url)
const database = {
  version: source.Version,
  messages: messages.map((message) => messageOf(message)),
  fields: [...distinct.keys()].map((field) => JSON.parse(field) as object),
  lookups,
}
const text = `${JSON.stringify(database)}\n`
writeFileSync(target, text)
console.log(`${messages.length} messages, ${distinct.size} of ${fields.length} fields, ${text.length} bytes`)
