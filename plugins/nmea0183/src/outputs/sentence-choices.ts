import { coursePaths, craftPaths, outputSentences, ownReportPaths } from '@marinedata/nmea0183'

/** Sentences about the course, which are made together. */
export const courseTypes = ['RMB', 'APB', 'XTE', 'BOD'] as const

/** The sentences that can be made. */
export const madeTypes: readonly string[] = [
  ...new Set([...outputSentences.map(({ type }) => type), ...courseTypes, 'VDM', 'VDO']),
]

/** Further sentences that can be made, by the name in `made`: those that are sent when something happens. */
export const alertSentenceTypes = { overboard: 'MOB', alerts: 'alerts', tellShips: 'BBM' } as const

/** Every path from which sentences are made. */
export const madePaths: readonly string[] = [
  ...new Set([
    ...outputSentences.flatMap(({ paths }) => paths),
    ...coursePaths,
    ...ownReportPaths,
    ...craftPaths,
  ]),
]
export const madeContexts = ['vessels.self', 'vessels.*', 'aircraft.*', 'aton.*', 'sar.*'] as const
