import { firstOf, lettered, plain, textOf } from './fields.ts'
import { angleFromBow, angleToSide, magneticBearing, trueBearing, windSpeed } from './quantities.ts'
import { says, sentence, sentenceBy, type SentenceKind } from './sentence-kind.ts'

const isValid = [says(5, 'A')]

export const windSentences: Readonly<Record<string, SentenceKind>> = {
  // Relative to the moving boat, or calculated as if the boat were stopped in the water.
  MWV: sentenceBy((fields) => textOf(fields, 2), {
    R: {
      when: isValid,
      values: {
        'environment.wind.angleApparent': plain(1, angleFromBow),
        'environment.wind.speedApparent': lettered(3, windSpeed),
      },
    },
    T: {
      when: isValid,
      values: {
        'environment.wind.angleTrueWater': plain(1, angleFromBow),
        'environment.wind.speedTrue': lettered(3, windSpeed),
      },
    },
  }),
  // By definition the wind over ground, not over water.
  MWD: sentence({
    values: {
      'environment.wind.directionTrue': lettered(1, trueBearing),
      'environment.wind.directionMagnetic': lettered(3, magneticBearing),
      'environment.wind.speedOverGround': firstOf(lettered(5, windSpeed), lettered(7, windSpeed)),
    },
  }),
  VWR: sentence({
    values: {
      'environment.wind.angleApparent': lettered(1, angleToSide),
      'environment.wind.speedApparent': firstOf(
        lettered(3, windSpeed),
        lettered(5, windSpeed),
        lettered(7, windSpeed),
      ),
    },
  }),
}
