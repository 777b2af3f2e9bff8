import {
  ageFormat,
  airFormat,
  altitudeFormat,
  angleFormat,
  barFormat,
  bearingFormat,
  dilutionFormat,
  fathomsFormat,
  feetFormat,
  geoidFormat,
  kilometresFormat,
  knotsFormat,
  metresFormat,
  numberText,
  offsetFormat,
  percentFormat,
  pitchFormat,
  rollFormat,
  rudderFormat,
  satellitesFormat,
  turnFormat,
  variationFormat,
  waterFormat,
  windKnotsFormat,
  windMetresFormat,
} from './number-formats.ts'
import {
  fixed,
  meaning,
  memberText,
  number,
  place,
  shortDate,
  sided,
  time,
  timeAndDate,
  withUnit,
  type OutputField,
} from './output-fields.ts'
import { isKnown, outputSentence, type OutputSentence, type SentenceLayout } from './output-sentence.ts'

const [gnss, instruments] = ['GP', 'II'] as const

const position = 'navigation.position'
const datetime = 'navigation.datetime'
const quality = 'navigation.gnss.methodQuality'
const speedOverGround = 'navigation.speedOverGround'
const courseTrue = 'navigation.courseOverGroundTrue'
const headingTrue = 'navigation.headingTrue'
const headingMagnetic = 'navigation.headingMagnetic'
const speedThroughWater = 'navigation.speedThroughWater'
const belowTransducer = 'environment.depth.belowTransducer'
const outside = 'environment.outside'
const attitude = 'navigation.attitude'

/** Mode and quality of a measured position. */
const modes = {
  'GNSS Fix': 'A',
  'DGNSS fix': 'D',
  'Precise GNSS': 'P',
  'RTK fixed integer': 'R',
  'RTK float': 'F',
} as const
const qualities = {
  'GNSS Fix': '1',
  'DGNSS fix': '2',
  'Precise GNSS': '3',
  'RTK fixed integer': '4',
  'RTK float': '5',
} as const

/** A position without a known quality is an ordinary one. */
const mode: OutputField = {
  paths: [quality],
  write: (values) => [isKnown(values.get(quality)) ? (meaning(quality, modes).write(values)[0] ?? '') : 'A'],
}

/** Estimated, manual and simulated positions are not sent. */
const isMeasured: NonNullable<SentenceLayout['when']> = {
  paths: [quality],
  holds: (values) => mode.write(values)[0] !== '',
}

/** The offset of DPT: negative to the keel, else positive to the surface. The keel is what can touch the ground. */
const depthOffset: OutputField = {
  paths: ['environment.depth.transducerToKeel', 'environment.depth.surfaceToTransducer'],
  write: (values) => {
    const toKeel = values.get('environment.depth.transducerToKeel')
    if (typeof toKeel === 'number') return [numberText(0 - toKeel, offsetFormat)]
    return [numberText(values.get('environment.depth.surfaceToTransducer'), offsetFormat)]
  },
}

/** Measurements of XDR: type, number, unit and name. One that is unknown is left out. */
const transducer = (
  path: string,
  text: (value: unknown) => string,
  about: readonly [string, string, string],
): OutputField => ({
  paths: [path],
  write: (values) => {
    const shown = text(values.get(path))
    const [type, unit, name] = about
    return shown === '' ? [] : [type, shown, unit, name]
  },
})

const airTransducers: readonly OutputField[] = [
  transducer(`${outside}.pressure`, (value) => numberText(value, barFormat), ['P', 'B', 'Barometer']),
  transducer(`${outside}.temperature`, (value) => numberText(value, airFormat), ['C', 'C', 'TempAir']),
  transducer(`${outside}.relativeHumidity`, (value) => numberText(value, percentFormat), [
    'H',
    'P',
    'ENV_OUTAIR_H',
  ]),
]
const attitudeTransducers: readonly OutputField[] = [
  transducer(attitude, (value) => memberText(value, 'pitch', pitchFormat), ['A', 'D', 'PTCH']),
  transducer(attitude, (value) => memberText(value, 'roll', rollFormat), ['A', 'D', 'ROLL']),
]

/** Sent while at least one of its measurements is known. */
const transducers = (id: string, fields: readonly OutputField[]): OutputSentence =>
  outputSentence({
    talker: instruments,
    type: 'XDR',
    id,
    period: 1,
    essential: [],
    when: {
      paths: [],
      holds: (values) => fields.some(({ write }) => write(values).length > 0),
    },
    fields,
  })

/** Fields, by sentence, in the order of the standard. */
export const outputSentences: readonly OutputSentence[] = [
  outputSentence({
    talker: gnss,
    type: 'RMC',
    period: 1,
    essential: [position],
    when: isMeasured,
    fields: [
      time(datetime),
      fixed('A'),
      place(position),
      number(speedOverGround, knotsFormat),
      number(courseTrue, bearingFormat),
      shortDate(datetime),
      sided('navigation.magneticVariation', variationFormat, ['E', 'W']),
      mode,
    ],
  }),
  outputSentence({
    talker: gnss,
    type: 'GGA',
    period: 1,
    essential: [position, quality],
    when: isMeasured,
    fields: [
      time(datetime),
      place(position),
      meaning(quality, qualities),
      number('navigation.gnss.satellites', satellitesFormat),
      number('navigation.gnss.horizontalDilution', dilutionFormat),
      withUnit('navigation.gnss.antennaAltitude', altitudeFormat, 'M'),
      withUnit('navigation.gnss.geoidalSeparation', geoidFormat, 'M'),
      number('navigation.gnss.differentialAge', ageFormat),
      fixed(''),
    ],
  }),
  outputSentence({
    talker: gnss,
    type: 'VTG',
    period: 1,
    essential: [speedOverGround],
    when: isMeasured,
    fields: [
      withUnit(courseTrue, bearingFormat, 'T'),
      withUnit('navigation.courseOverGroundMagnetic', bearingFormat, 'M'),
      withUnit(speedOverGround, knotsFormat, 'N'),
      withUnit(speedOverGround, kilometresFormat, 'K'),
      mode,
    ],
  }),
  outputSentence({
    talker: gnss,
    type: 'ZDA',
    period: 1,
    essential: [datetime],
    // The local time zone is unknown.
    fields: [timeAndDate(datetime), fixed('', '')],
  }),
  outputSentence({
    talker: instruments,
    type: 'HDG',
    period: 0.2,
    essential: [headingMagnetic],
    // No deviation: the heading is already corrected.
    fields: [
      number(headingMagnetic, bearingFormat),
      fixed('', ''),
      sided('navigation.magneticVariation', variationFormat, ['E', 'W']),
    ],
  }),
  outputSentence({
    talker: instruments,
    type: 'HDT',
    period: 0.2,
    essential: [headingTrue],
    fields: [withUnit(headingTrue, bearingFormat, 'T')],
  }),
  outputSentence({
    talker: instruments,
    type: 'ROT',
    period: 0.2,
    essential: ['navigation.rateOfTurn'],
    fields: [number('navigation.rateOfTurn', turnFormat), fixed('A')],
  }),
  outputSentence({
    talker: instruments,
    type: 'RSA',
    period: 0.2,
    essential: ['steering.rudderAngle'],
    // There is no second rudder.
    fields: [number('steering.rudderAngle', rudderFormat), fixed('A', '', 'V')],
  }),
  outputSentence({
    talker: instruments,
    type: 'VHW',
    period: 1,
    essential: [speedThroughWater],
    fields: [
      withUnit(headingTrue, bearingFormat, 'T'),
      withUnit(headingMagnetic, bearingFormat, 'M'),
      withUnit(speedThroughWater, knotsFormat, 'N'),
      withUnit(speedThroughWater, kilometresFormat, 'K'),
    ],
  }),
  outputSentence({
    talker: instruments,
    type: 'DBT',
    period: 1,
    essential: [belowTransducer],
    fields: [
      withUnit(belowTransducer, feetFormat, 'f'),
      withUnit(belowTransducer, metresFormat, 'M'),
      withUnit(belowTransducer, fathomsFormat, 'F'),
    ],
  }),
  outputSentence({
    talker: instruments,
    type: 'DPT',
    period: 1,
    essential: [belowTransducer],
    fields: [number(belowTransducer, metresFormat), depthOffset],
  }),
  outputSentence({
    talker: instruments,
    type: 'MTW',
    period: 5,
    essential: ['environment.water.temperature'],
    fields: [withUnit('environment.water.temperature', waterFormat, 'C')],
  }),
  outputSentence({
    talker: instruments,
    type: 'MWV',
    id: 'MWV-R',
    period: 0.5,
    essential: ['environment.wind.angleApparent', 'environment.wind.speedApparent'],
    fields: [
      withUnit('environment.wind.angleApparent', angleFormat, 'R'),
      withUnit('environment.wind.speedApparent', windKnotsFormat, 'N'),
      fixed('A'),
    ],
  }),
  outputSentence({
    talker: instruments,
    type: 'MWV',
    id: 'MWV-T',
    period: 0.5,
    essential: ['environment.wind.angleTrueWater', 'environment.wind.speedTrue'],
    fields: [
      withUnit('environment.wind.angleTrueWater', angleFormat, 'T'),
      withUnit('environment.wind.speedTrue', windKnotsFormat, 'N'),
      fixed('A'),
    ],
  }),
  outputSentence({
    talker: instruments,
    type: 'MWD',
    period: 1,
    essential: ['environment.wind.directionTrue', 'environment.wind.speedOverGround'],
    fields: [
      withUnit('environment.wind.directionTrue', bearingFormat, 'T'),
      withUnit('environment.wind.directionMagnetic', bearingFormat, 'M'),
      withUnit('environment.wind.speedOverGround', windKnotsFormat, 'N'),
      withUnit('environment.wind.speedOverGround', windMetresFormat, 'M'),
    ],
  }),
  transducers('XDR-air', airTransducers),
  transducers('XDR-attitude', attitudeTransducers),
]
