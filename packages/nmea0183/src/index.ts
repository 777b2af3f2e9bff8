export { aisPaths, type Milliseconds, type MonotonicClock } from '@marinedata/ais'
export { SentenceDecoder, ownPaths, type DecodedValues, type DecoderOptions } from './decoding/decode.ts'
export { parseSentence, type Fault, type Sentence } from './lines/sentence.ts'
