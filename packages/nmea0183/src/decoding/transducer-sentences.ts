import { letteredAnywhere, textOf, type FieldReader, type NumberReader } from './fields.ts'
import {
  airTemperature,
  humidity,
  pitch,
  pressure,
  roll,
  waterTemperature,
  type Lettered,
} from './quantities.ts'
import { refused } from '@marinedata/ais'
import { sentence, type SentenceKind } from './sentence-kind.ts'

/** Type, number, unit and name. */
const group = 4

interface Transducer {
  readonly type: string
  /** In capitals, because instruments differ. Only names that tell the quantity and the location. */
  readonly names: readonly string[]
  readonly quantities: Lettered
}

/** The first transducer in the sentence with this type and one of these names. */
const transducer = ({ type, names, quantities }: Transducer): NumberReader => {
  const known = new Set(names)
  const read = letteredAnywhere(quantities)
  return (fields) => {
    for (let field = 1; field + group - 1 <= fields.length; field += group)
      if (textOf(fields, field) === type && known.has(textOf(fields, field + 3).toUpperCase()))
        return read(fields, field + 1)
    return undefined
  }
}

const readPitch = transducer({ type: 'A', names: ['PTCH', 'PITCH'], quantities: pitch })
const readRoll = transducer({ type: 'A', names: ['ROLL'], quantities: roll })

/** Bow up and starboard down are positive. Contains only what the sentence has. */
const attitude: FieldReader = (fields) => {
  const [pitched, rolled] = [readPitch(fields), readRoll(fields)]
  if (pitched === refused || rolled === refused) return refused
  if (pitched === undefined && rolled === undefined) return undefined
  return { ...(rolled !== undefined && { roll: rolled }), ...(pitched !== undefined && { pitch: pitched }) }
}

/** XDR: any measurement under a manufacturer's name. Only well-known names are read. */
export const transducerSentences: Readonly<Record<string, SentenceKind>> = {
  XDR: sentence({
    values: {
      'environment.outside.pressure': transducer({
        type: 'P',
        names: ['BAROMETER', 'BARO', 'STNP', 'ENV_ATMOS_P'],
        quantities: pressure,
      }),
      'environment.outside.temperature': transducer({
        type: 'C',
        names: ['TEMPAIR', 'AIRTEMP', 'ENV_OUTAIR_T', 'ENV_OUTSIDE_T'],
        quantities: airTemperature,
      }),
      'environment.outside.relativeHumidity': transducer({
        type: 'H',
        names: ['ENV_OUTAIR_H', 'ENV_OUTSIDE_H'],
        quantities: humidity,
      }),
      'environment.inside.temperature': transducer({
        type: 'C',
        names: ['ENV_INAIR_T', 'ENV_INSIDE_T'],
        quantities: airTemperature,
      }),
      'environment.inside.relativeHumidity': transducer({
        type: 'H',
        names: ['ENV_INAIR_H', 'ENV_INSIDE_H'],
        quantities: humidity,
      }),
      'environment.water.temperature': transducer({
        type: 'C',
        names: ['ENV_WATER_T'],
        quantities: waterTemperature,
      }),
      'navigation.attitude': attitude,
    },
  }),
}
