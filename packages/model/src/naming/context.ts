import { canonicalIdentifier, isMapName, mapOfMmsi, placeOfMmsi, type MapName } from './identifiers.ts'
import { defaultProductWord, type ProductWord } from './product-word.ts'

/** The alias of the own vessel's context, on input and in every delta about it. */
export const selfContext = 'vessels.self'

/** The longest context text that is looked at. */
export const maxContextLength = 320

export interface Context {
  readonly map: MapName
  readonly identifier: string
}

const mmsiContext = /^urn:mrn:imo:mmsi:([0-9]{9})$/

/**
 * Reads a context: map name, first dot, identifier (which may itself contain dots).
 * An MMSI that fits no map is moved to the place that keeps it; anything else illegal gives undefined.
 * `vessels.self` is an alias and is resolved by whoever knows the own vessel.
 */
export const parseContext = (text: string, word: ProductWord = defaultProductWord): Context | undefined => {
  const dot = text.indexOf('.')
  if (dot < 0 || text.length > maxContextLength) return undefined
  const map = text.slice(0, dot)
  if (!isMapName(map)) return undefined
  const identifier = canonicalIdentifier(map, text.slice(dot + 1), word)
  return identifier === undefined ? contextOfStrayMmsi(text.slice(dot + 1), word) : { map, identifier }
}

const contextOfStrayMmsi = (identifier: string, word: ProductWord): Context | undefined => {
  const mmsi = mmsiContext.exec(identifier)?.[1]
  // An MMSI that belongs to another map is a contradiction, not a stray: refuse it.
  return mmsi === undefined || mapOfMmsi(mmsi) !== undefined ? undefined : placeOfMmsi(mmsi, word)
}

export const contextText = ({ map, identifier }: Context): string => `${map}.${identifier}`
