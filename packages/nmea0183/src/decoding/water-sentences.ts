import { firstOf, lettered, plain, sumOf, textOf, type Fields, type NumberReader } from './fields.ts'
import {
  boatSpeed,
  depth,
  depthInFathoms,
  depthInFeet,
  depthInMetres,
  distance,
  magneticBearing,
  transducerOffset,
  transducerToKeel,
  trueBearing,
  waterTemperature,
} from './quantities.ts'
import { sentence, sentenceBy, type SentenceKind } from './sentence-kind.ts'

const below = plain(1, depth)
const offset = plain(2, transducerOffset)

/** Rounds to millimetres: 2.3 m − 1.4 m must be 0.9 m. */
const fromThere: NumberReader = (fields) => {
  const sum = sumOf(below, offset)(fields)
  return sum === undefined ? undefined : Math.round(sum * 1_000) / 1_000 + 0
}

/** The direction of the offset: up to the surface, down to the keel, or none. */
const offsetSide = (fields: Fields): string => {
  const side = Number(textOf(fields, 2))
  if (side > 0) return 'surface'
  if (side < 0) return 'keel'
  return side === 0 ? 'none' : 'unreadable'
}

/** Sentences of the log, the sounder and the thermometer. */
export const waterSentences: Readonly<Record<string, SentenceKind>> = {
  VHW: sentence({
    values: {
      'navigation.headingTrue': lettered(1, trueBearing),
      'navigation.headingMagnetic': lettered(3, magneticBearing),
      'navigation.speedThroughWater': firstOf(lettered(5, boatSpeed), lettered(7, boatSpeed)),
    },
  }),
  VLW: sentence({
    values: { 'navigation.log': lettered(1, distance), 'navigation.trip.log': lettered(3, distance) },
  }),
  DBT: sentence({
    values: {
      'environment.depth.belowTransducer': firstOf(
        lettered(3, depthInMetres),
        lettered(1, depthInFeet),
        lettered(5, depthInFathoms),
      ),
    },
  }),
  DPT: sentenceBy(offsetSide, {
    surface: {
      values: {
        'environment.depth.belowTransducer': below,
        'environment.depth.surfaceToTransducer': offset,
        'environment.depth.belowSurface': fromThere,
      },
    },
    keel: {
      values: {
        'environment.depth.belowTransducer': below,
        'environment.depth.transducerToKeel': plain(2, transducerToKeel),
        'environment.depth.belowKeel': fromThere,
      },
    },
    none: { values: { 'environment.depth.belowTransducer': below } },
  }),
  MTW: sentence({ values: { 'environment.water.temperature': lettered(1, waterTemperature) } }),
}
