import { bearingSumOf, lettered, plain, textOf, type Fields } from './fields.ts'
import { bearing, eastOrWest, magneticBearing, rateOfTurn, rudder, trueBearing } from './quantities.ts'
import { says, sentence, sentenceBy, type SentenceKind } from './sentence-kind.ts'

const sensor = plain(1, bearing)
const deviation = lettered(2, eastOrWest)
const variation = lettered(4, eastOrWest)

const hasDeviation = (fields: Fields): string => (textOf(fields, 2) === '' ? 'no' : 'yes')

/** Sentences of compasses, gyros and rudder sensors. */
export const steeringSentences: Readonly<Record<string, SentenceKind>> = {
  // Without a deviation the compass has corrected itself, so its heading is magnetic.
  HDG: sentenceBy(hasDeviation, {
    no: {
      values: {
        'navigation.headingMagnetic': sensor,
        'navigation.magneticVariation': variation,
        'navigation.headingTrue': bearingSumOf(sensor, variation),
      },
    },
    yes: {
      values: {
        'navigation.headingCompass': sensor,
        'navigation.magneticDeviation': deviation,
        'navigation.headingMagnetic': bearingSumOf(sensor, deviation),
        'navigation.magneticVariation': variation,
        'navigation.headingTrue': bearingSumOf(sensor, deviation, variation),
      },
    },
  }),
  HDM: sentence({ values: { 'navigation.headingMagnetic': lettered(1, magneticBearing) } }),
  HDT: sentence({ values: { 'navigation.headingTrue': lettered(1, trueBearing) } }),
  THS: sentence({ when: [says(2, 'A')], values: { 'navigation.headingTrue': sensor } }),
  ROT: sentence({ when: [says(2, 'A')], values: { 'navigation.rateOfTurn': plain(1, rateOfTurn) } }),
  // The starboard or only rudder. The model has no path for a second one.
  RSA: sentence({ when: [says(2, 'A')], values: { 'steering.rudderAngle': plain(1, rudder) } }),
}
