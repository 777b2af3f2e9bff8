import { firstOf, lettered, meaningOf, place, plain } from './fields.ts'
import { timeAndDateIn, timeIn, timeThenDateIn } from './moment.ts'
import {
  antennaAltitude,
  bearing,
  boatKnots,
  boatSpeed,
  correctionAge,
  dilution,
  eastOrWest,
  geoidalSeparation,
  magneticBearing,
  satellites,
  trueBearing,
} from './quantities.ts'
import { isMeasured, isMeasuredByAny, says, sentence, type SentenceKind } from './sentence-kind.ts'

const quality = {
  1: 'GNSS Fix',
  2: 'DGNSS fix',
  3: 'Precise GNSS',
  4: 'RTK fixed integer',
  5: 'RTK float',
} as const

/** Sentences of satellite receivers: position, speed, course and time. */
export const gnssSentences: Readonly<Record<string, SentenceKind>> = {
  // Field 13, the navigational status, is `V` with most receivers: they do not evaluate it.
  RMC: sentence({
    when: [says(2, 'A'), isMeasured(12)],
    moment: timeAndDateIn(1, 9),
    values: {
      'navigation.position': place(3),
      'navigation.speedOverGround': plain(7, boatKnots),
      'navigation.courseOverGroundTrue': plain(8, bearing),
      'navigation.magneticVariation': lettered(10, eastOrWest),
    },
  }),
  // Qualities 6 to 8 are estimated, manual and simulated.
  GGA: sentence({
    when: [says(6, '12345')],
    moment: timeIn(1),
    values: {
      'navigation.position': place(2),
      'navigation.gnss.methodQuality': meaningOf(6, quality),
      'navigation.gnss.satellites': plain(7, satellites),
      'navigation.gnss.horizontalDilution': plain(8, dilution),
      'navigation.gnss.antennaAltitude': lettered(9, { M: antennaAltitude }),
      'navigation.gnss.geoidalSeparation': lettered(11, { M: geoidalSeparation }),
      'navigation.gnss.differentialAge': plain(13, correctionAge),
    },
  }),
  GNS: sentence({
    when: [isMeasuredByAny(6)],
    moment: timeIn(1),
    values: {
      'navigation.position': place(2),
      'navigation.gnss.satellites': plain(7, satellites),
      'navigation.gnss.horizontalDilution': plain(8, dilution),
      'navigation.gnss.antennaAltitude': plain(9, antennaAltitude),
      'navigation.gnss.geoidalSeparation': plain(10, geoidalSeparation),
      'navigation.gnss.differentialAge': plain(11, correctionAge),
    },
  }),
  GLL: sentence({
    when: [says(6, 'A'), isMeasured(7)],
    moment: timeIn(5),
    values: { 'navigation.position': place(1) },
  }),
  VTG: sentence({
    when: [isMeasured(9)],
    values: {
      'navigation.courseOverGroundTrue': lettered(1, trueBearing),
      'navigation.courseOverGroundMagnetic': lettered(3, magneticBearing),
      'navigation.speedOverGround': firstOf(lettered(5, boatSpeed), lettered(7, boatSpeed)),
    },
  }),
  ZDA: sentence({ moment: timeThenDateIn(1), values: {} }),
}
