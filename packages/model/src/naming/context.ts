import { canonicalIdentifier, isMapName, mapOfMmsi, placeOfMmsi, type MapName } from './identifiers.ts'
import { defaultProductWord, type ProductWord } from './product-word.ts'

/** Alias of the own vessel's context, in input and in sent deltas. */
export const selfContext = 'vessels.self'

/** Longer contexts are rejected without parsing. */
export const maxContextLength = 320

export interface Context {
  readonly map: MapName
  readonly identifier: string
}

const mmsiContext = /^urn:mrn:imo:mmsi:([0-9]{9})$/

/**
 * Parses a context: map name, first dot, identifier (which may contain dots). An MMSI that fits no map is converted
 * to a UUID identifier. Anything else invalid gives undefined, also the alias `vessels.self`, which the tree
 * resolves.
 */
export const parseContext = (text: string, word: ProductWord = defaultProductWord): Context | undefined => {
  const dot = text.indexOf('.')
  if (dot < 0 || text.length > maxContextLength) return undefined
  const map = text.slice(0, dot)
  if (!isMapName(map)) return undefined
  const identifier = canonicalIdentifier(map, text.slice(dot + 1), word)
  return identifier === undefined ? contextOfUnmappedMmsi(text.slice(dot + 1), word) : { map, identifier }
}

const contextOfUnmappedMmsi = (identifier: string, word: ProductWord): Context | undefined => {
  const mmsi = mmsiContext.exec(identifier)?.[1]
  // An MMSI that belongs to another map is an error: refuse it.
  return mmsi === undefined || mapOfMmsi(mmsi) !== undefined ? undefined : placeOfMmsi(mmsi, word)
}

export const contextText = ({ map, identifier }: Context): string => `${map}.${identifier}`
