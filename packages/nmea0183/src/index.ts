export type { Milliseconds, MonotonicClock } from '@marinedata/ais'
export {
  SentenceDecoder,
  otherPaths,
  ownPaths,
  type DecodedValues,
  type DecoderOptions,
} from './decoding/decode.ts'
export { overboardIn } from './decoding/overboard-sentence.ts'
export { parseSentence, type Fault, type Sentence } from './lines/sentence.ts'
export { readTags, type TagBlock, type TaggedLine } from './lines/tag-block.ts'
export { AisOutput, aisPeriods, craftPaths, ownReportPaths } from './encoding/ais-output.ts'
export { apbOf, CourseOutput, coursePaths, coursePeriod, invalidApb } from './encoding/course-output.ts'
export type { LiveValues } from './encoding/output-fields.ts'
export { sentenceText, type OutputSentence, type Seconds } from './encoding/output-sentence.ts'
export { outputSentences } from './encoding/output-table.ts'
export {
  alertCommandTypes,
  readAlertCommand,
  type AlertCommand,
  type AlertCommandLetter,
} from './alerts/alert-commands.ts'
export { alertListPeriod, AlertSentences, refusalSentence, type LineAlert } from './alerts/alert-sentences.ts'
export { broadcastTextSentence, overboardSentence, tellShipsText } from './alerts/overboard-sentences.ts'
