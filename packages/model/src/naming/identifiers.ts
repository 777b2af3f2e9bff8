import { defaultProductWord, type ProductWord } from './product-word.ts'

/** The four maps of the root object, in the order of the interface. */
export const mapNames = ['vessels', 'aircraft', 'aton', 'sar'] as const
export type MapName = (typeof mapNames)[number]

export const isMapName = (text: string): text is MapName => (mapNames as readonly string[]).includes(text)

const mmsiDigits: Record<MapName, string> = {
  vessels: '[2-7][0-9]{8}',
  aircraft: '1[0-9]{8}',
  aton: '99[0-9]{7}',
  sar: '97[0-9]{7}',
}
const mmsiPattern: Record<MapName, RegExp> = {
  vessels: /^[2-7][0-9]{8}$/,
  aircraft: /^1[0-9]{8}$/,
  aton: /^99[0-9]{7}$/,
  sar: /^97[0-9]{7}$/,
}
const nineDigits = /^[0-9]{9}$/
const uuidShape = '[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-4[0-9A-Fa-f]{3}-[89ABab][0-9A-Fa-f]{3}-[0-9A-Fa-f]{12}'
const uuidPattern = /^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-4[0-9A-Fa-f]{3}-[89ABab][0-9A-Fa-f]{3}-[0-9A-Fa-f]{12}$/
const urlPattern = /^(?:https?:.*|mailto:.*|tel:\+?[0-9]{4,})$/

const mmsiPrefix = 'urn:mrn:imo:mmsi:'
const uuidPrefix = (word: ProductWord): string => `urn:mrn:${word}:uuid:`

/** The identifier grammar of a map as a JSON Schema pattern. */
export const identifierPattern = (map: MapName, word: ProductWord = defaultProductWord): string =>
  `^(?:${mmsiPrefix}${mmsiDigits[map]}|${uuidPrefix(word)}${uuidShape}|https?:.*|mailto:.*|tel:\\+?[0-9]{4,})$`

/** True when the text is a valid key of the map: an MMSI URN, a UUID URN or a URL. */
export const isIdentifier = (map: MapName, text: string, word: ProductWord = defaultProductWord): boolean => {
  if (text.startsWith(mmsiPrefix)) return mmsiPattern[map].test(text.slice(mmsiPrefix.length))
  const prefix = uuidPrefix(word)
  if (text.startsWith(prefix)) return uuidPattern.test(text.slice(prefix.length))
  return urlPattern.test(text)
}

/** A UUID URN in lower case, because UUIDs compare case-insensitively. */
export const uuidUrn = (uuid: string, word: ProductWord = defaultProductWord): string =>
  uuidPrefix(word) + uuid.toLowerCase()

/** The map that an MMSI belongs to, or undefined when it fits none (98…, 00…, 0…, 8…). */
export const mapOfMmsi = (mmsi: string): MapName | undefined =>
  mapNames.find((map) => mmsiPattern[map].test(mmsi))

// An MMSI that fits no map is embedded in a UUID of version 4. The fixed prefix makes a collision with a random UUID
// practically impossible.
const mmsiUuidPrefix = '6d6d7369-0000-4000-8000-000'

/** The map and identifier of a craft known only by its MMSI, or undefined when the text is not an MMSI. */
export const placeOfMmsi = (
  mmsi: string,
  word: ProductWord = defaultProductWord,
): { map: MapName; identifier: string } | undefined => {
  if (!nineDigits.test(mmsi)) return undefined
  const map = mapOfMmsi(mmsi)
  if (map !== undefined) return { map, identifier: mmsiPrefix + mmsi }
  // Coast stations (00…) are stored as aids to navigation; tenders (98…), handhelds (8…) and groups (0…) as vessels.
  return { map: mmsi.startsWith('00') ? 'aton' : 'vessels', identifier: uuidUrn(mmsiUuidPrefix + mmsi, word) }
}

/** The MMSI in an identifier, in either of its two forms, or undefined. */
export const mmsiOf = (identifier: string, word: ProductWord = defaultProductWord): string | undefined => {
  const prefix = [mmsiPrefix, uuidUrn(mmsiUuidPrefix, word)].find((start) => identifier.startsWith(start))
  const mmsi = prefix === undefined ? '' : identifier.slice(prefix.length)
  return nineDigits.test(mmsi) ? mmsi : undefined
}

/** The canonical spelling of an identifier, or undefined when it is not valid in the map. */
export const canonicalIdentifier = (
  map: MapName,
  text: string,
  word: ProductWord = defaultProductWord,
): string | undefined => {
  if (!isIdentifier(map, text, word)) return undefined
  return text.startsWith('urn:') ? text.toLowerCase() : text
}

/** The members that identify a craft inside its own object: mmsi, uuid or url. */
export const identityMembers = (
  identifier: string,
  word: ProductWord = defaultProductWord,
): { mmsi?: string; uuid?: string; url?: string } => {
  const mmsi = mmsiOf(identifier, word)
  if (identifier.startsWith(uuidPrefix(word))) return { ...(mmsi && { mmsi }), uuid: identifier }
  return mmsi === undefined ? { url: identifier } : { mmsi }
}
