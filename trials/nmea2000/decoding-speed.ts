import {
  BusReader,
  decode,
  DeviceDirectory,
  FastPacketSplitter,
  FrameAssembler,
  framesOf,
  Gateway,
  ManualTimer,
  YachtDevicesRawReader,
  yachtDevicesRawLine,
} from '@marinedata/nmea2000'
import type { AnalyzedMessage } from '../../packages/nmea2000/testing/corpus.ts'
import { loadPeer, missingPeer, type MissingPeer } from '../oracle/peer.ts'
import { fastestOf } from '../oracle/processor-time.ts'

const peer = { name: '@canboat/canboatjs', version: '3.20.0', place: 'canboatjs' } as const

/** Frames of real messages as a Yacht Devices gateway sends them. */
const linesOf = (corpus: readonly AnalyzedMessage[]): string[] => {
  const splitter = new FastPacketSplitter()
  return corpus.flatMap(({ pgn, payload }) => {
    const header = { priority: 6, pgn, source: 7, destination: 255 }
    if (framesOf(pgn) === 'fast' && payload.length <= 223)
      return splitter.split({ ...header, payload }).map((frame) => lineOf(yachtDevicesRawLine(frame)))
    return payload.length <= 8 ? [lineOf(yachtDevicesRawLine({ ...header, data: payload }))] : []
  })
}

const lineOf = (sent: string): string => `12:00:00.000 R ${sent.trimEnd()}`

interface Speed {
  readonly messages: number
  readonly framesPerSecond: number
}

const speedOf = (frames: number, runs: number, run: () => number): Speed => {
  const { result, seconds } = fastestOf(runs, run)
  return { messages: result, framesPerSecond: Math.round(frames / seconds) }
}

/** Text in, decoded messages out, in pieces as they come from a socket. */
const readAll = (pieces: readonly Uint8Array[]): number => {
  const assembler = new FrameAssembler()
  let messages = 0
  let now = 0
  const reader = new YachtDevicesRawReader({
    frame: (frame) => {
      const { packet } = assembler.add(frame, (now += 0.5))
      if (packet !== undefined && decode(packet.pgn, packet.payload) !== undefined) messages++
    },
  })
  for (const piece of pieces) reader.read(piece)
  return messages
}

/** Text in, deltas out, as the plugin makes them: one delta for what arrived together. */
const mapAll = (pieces: readonly Uint8Array[]): number => {
  const timer = new ManualTimer()
  const directory = new DeviceDirectory({ timer })
  const reader = new BusReader({ directory, timer })
  let bytes = 0
  const gateway = new Gateway({
    kind: 'yacht-devices',
    timer,
    write: () => true,
    onPacket: (packet) => {
      directory.handle(packet)
      reader.handle(packet)
    },
  })
  for (const piece of pieces) {
    timer.advance(12)
    gateway.read(piece)
    const updates = reader.take().updates.map(({ device, values }) => ({ $source: device, values }))
    if (updates.length > 0) bytes += JSON.stringify({ updates }).length
  }
  return bytes
}

const piecesOf = (text: string, size: number): Uint8Array[] => {
  const bytes = Buffer.from(text)
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  )
}

interface Peer {
  readonly FromPgn: new () => {
    parseString(line: string): unknown
    on(event: string, listener: () => void): void
  }
}

const peerSpeed = async (lines: readonly string[], runs: number): Promise<Speed | MissingPeer> => {
  try {
    const { FromPgn } = (await loadPeer(peer)) as Peer
    return speedOf(lines.length, runs, () => {
      const parser = new FromPgn()
      let messages = 0
      for (const event of ['error', 'warning']) parser.on(event, () => undefined)
      parser.on('pgn', () => messages++)
      for (const line of lines) parser.parseString(line)
      return messages
    })
  } catch (error) {
    return missingPeer(error)
  }
}

/** Frames per second of processor time, from the text of a gateway to decoded messages, beside canboatjs. */
export const measureDecoding = async (
  corpus: readonly AnalyzedMessage[],
  { runs, hasPeer }: { readonly runs: number; readonly hasPeer: boolean },
): Promise<{
  readonly frames: number
  readonly ours: Speed
  readonly peer?: Speed | MissingPeer
}> => {
  const lines = linesOf(corpus)
  const pieces = piecesOf(lines.map((line) => `${line}\r\n`).join(''), 1_460)
  const ours = speedOf(lines.length, runs, () => readAll(pieces))
  return { frames: lines.length, ours, ...(hasPeer && { peer: await peerSpeed(lines, runs) }) }
}

/** Frames per second of processor time, from the text of a gateway to the text of deltas. */
export const measureMapping = (
  corpus: readonly AnalyzedMessage[],
  runs: number,
): { readonly frames: number; readonly bytes: number; readonly framesPerSecond: number } => {
  const lines = linesOf(corpus)
  const pieces = piecesOf(lines.map((line) => `${line}\r\n`).join(''), 1_460)
  const { messages: bytes, framesPerSecond } = speedOf(lines.length, runs, () => mapAll(pieces))
  return { frames: lines.length, bytes, framesPerSecond }
}
