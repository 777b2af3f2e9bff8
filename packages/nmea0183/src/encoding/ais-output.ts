import { AisSentenceWriter, aisPaths, encodePosition, encodeStatic, type CraftValues } from '@marinedata/ais'
import { safetyTextPath } from '@marinedata/model'
import type { LiveValues } from './output-fields.ts'
import type { Seconds } from './output-sentence.ts'

/** Periods of AIS sentences. A position is sent when it changes, and not more often than this. */
export const aisPeriods: Readonly<Record<'position' | 'static' | 'own', Seconds>> = {
  position: 2,
  static: 360,
  own: 10,
}

/** Every path of the own vessel that its AIS sentence is made from. */
export const ownReportPaths: readonly string[] = [
  'navigation.position',
  'navigation.speedOverGround',
  'navigation.courseOverGroundTrue',
  'navigation.headingTrue',
  'navigation.rateOfTurn',
  'navigation.state',
  'sensors.ais.class',
]

/** Every path of other craft that their AIS sentences are made from. Texts are not passed on. */
export const craftPaths: readonly string[] = aisPaths.filter((path) => path !== safetyTextPath)

/** Writes other craft as VDM and the own vessel as VDO. One for each output: it counts the ids of long messages. */
export class AisOutput {
  readonly #writer = new AisSentenceWriter()

  /** Where a craft is; none without a live position. */
  writePosition(mmsi: string, values: CraftValues): readonly string[] {
    const message = encodePosition(mmsi, values)
    return message === undefined ? [] : this.#writer.write(message)
  }

  /** Name and size of a vessel, as far as they are known. */
  writeStatic(mmsi: string, values: CraftValues): readonly string[] {
    return encodeStatic(mmsi, values).flatMap((message) => this.#writer.write(message))
  }

  /** Where the own vessel is; none without a live position. */
  writeOwn(mmsi: string, values: LiveValues): readonly string[] {
    const known = Object.fromEntries(ownReportPaths.map((path) => [path, values.get(path)]))
    const message = encodePosition(mmsi, known)
    return message === undefined ? [] : this.#writer.write(message, { type: 'VDO' })
  }
}
