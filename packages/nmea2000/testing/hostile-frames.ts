import { decode, type Fields } from '#codec/decode.ts'
import { FrameAssembler } from '#transport/assembler.ts'
import { FastPacketSplitter } from '#transport/fast-packet.ts'
import { framesOf } from '#codec/database.ts'
import { headerOf, type Frame } from '#transport/frame.ts'
import type { AnalyzedMessage } from './corpus.ts'
import type { Random } from './random.ts'

/** What a flood of wrong frames did. */
export interface HostileResult {
  readonly frames: number
  readonly messages: number
  /** Numbers that are not finite. */
  readonly notFinite: number
  readonly mostOpen: number
}

const randomFrame = (random: Random): Frame => ({
  ...headerOf(random.below(2 ** 29)),
  data: random.bytes(random.below(9)),
})

/** The frames of real messages, with bits flipped, bytes cut off, and other addresses and PGNs. */
function* mutatedFrames(corpus: readonly AnalyzedMessage[], random: Random): Generator<Frame> {
  const splitter = new FastPacketSplitter()
  for (;;) {
    const { pgn, payload } = random.pick(corpus)
    const header = { priority: 6, pgn, source: random.below(8), destination: 255 }
    const frames =
      framesOf(pgn) === 'fast' && payload.length <= 223
        ? splitter.split({ ...header, payload })
        : [{ ...header, data: payload.slice(0, 8) }]
    for (const frame of frames) yield mutated(frame, random)
  }
}

const mutated = (frame: Frame, random: Random): Frame => {
  const data = Uint8Array.from(frame.data.subarray(0, random.below(20) === 0 ? random.below(9) : 8))
  if (data.length > 0 && random.below(2) === 0) {
    const at = random.below(data.length)
    data[at] = (data[at] ?? 0) ^ (1 << random.below(8))
  }
  return random.below(50) === 0 ? { ...frame, pgn: random.below(2 ** 18), data } : { ...frame, data }
}

const countNotFinite = (fields: Fields): number =>
  Object.values(fields).filter((value) => typeof value === 'number' && !Number.isFinite(value)).length

/** Sends many wrong frames through reassembly and decoding. Throws when one of them does. */
export const feedHostileFrames = (
  count: number,
  random: Random,
  corpus?: readonly AnalyzedMessage[],
): HostileResult => {
  const assembler = new FrameAssembler()
  const source = corpus === undefined ? undefined : mutatedFrames(corpus, random)
  let [messages, notFinite, mostOpen] = [0, 0, 0]
  for (let frames = 0; frames < count; frames++) {
    const frame = source === undefined ? randomFrame(random) : (source.next().value as Frame)
    const { packet } = assembler.add(frame, frames / 2, 3)
    mostOpen = Math.max(mostOpen, assembler.openMessages)
    const message = packet && decode(packet.pgn, packet.payload)
    if (message === undefined) continue
    messages++
    notFinite += [message.fields, ...message.lists.flat()].reduce((sum, row) => sum + countNotFinite(row), 0)
  }
  return { frames: count, messages, notFinite, mostOpen }
}
