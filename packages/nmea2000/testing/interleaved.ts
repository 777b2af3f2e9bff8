import { FastPacketAssembler, FastPacketSplitter } from '#transport/fast-packet.ts'
import type { Frame, Packet } from '#transport/frame.ts'
import type { Random } from './random.ts'

/** What happened to messages whose frames were interleaved, delayed and lost. */
export interface InterleavedResult {
  readonly sent: number
  /** Messages of which no frame was lost. */
  readonly whole: number
  readonly received: number
  /** Received messages that nobody sent, or that were sent once and received twice. */
  readonly wrong: number
  /** Whole messages that were not received. */
  readonly missed: number
}

const pgns = [126_208, 129_029, 129_540] as const
const senders = 2
const lossShare = 0.05
const furthest = 3
const frameMs = 0.6

interface Sending {
  readonly packet: Packet
  /** Empty until the message begins: it gets its sequence number then. */
  frames: readonly Frame[]
  next: number
  /** How many messages with the same PGN the device has begun since. */
  begunSince: number
  isWhole: boolean
}

const keyOf = ({ source, destination, pgn, payload }: Packet): string =>
  `${source} ${destination} ${pgn} ${Buffer.from(payload).toString('base64')}`

/** Delays frames by up to three places. */
const reordered = (frames: readonly Frame[], random: Random): Frame[] =>
  frames
    .map((frame, index) => ({
      frame,
      place: index + random.next() * (random.below(10) === 0 ? furthest : 0),
    }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ frame }) => frame)

const isSameLine = (a: Packet, b: Packet): boolean => a.pgn === b.pgn && a.source === b.source

/** A device does not begin a message when it has begun four since another with the same PGN, which is not finished. */
const mayBegin = (packet: Packet, underWay: readonly Sending[]): boolean =>
  underWay.every((other) => !isSameLine(other.packet, packet) || other.begunSince < 4)

const begin = (
  sending: Sending,
  underWay: readonly Sending[],
  splitters: readonly FastPacketSplitter[],
): void => {
  const { packet } = sending
  for (const other of underWay) if (isSameLine(other.packet, packet)) other.begunSince++
  sending.frames = splitters[packet.source]?.split(packet) ?? []
}

const lineOf = ({ packet: { source, pgn, destination } }: Sending): string =>
  `${source} ${pgn} ${destination}`

/**
 * Sends messages of several devices to two destinations. A device sends one message after the other for each PGN and
 * destination, and up to six at the same time.
 */
const interleave = (messages: readonly Sending[], random: Random): Frame[] => {
  const splitters = Array.from({ length: senders }, () => new FastPacketSplitter())
  const bus: Frame[] = []
  for (let queues = [...Map.groupBy(messages, lineOf).values()]; queues.length > 0;) {
    const heads = queues.flatMap(([first]) => first ?? [])
    const sending = random.pick(heads)
    const underWay = heads.filter(({ next }) => next > 0)
    if (sending.next === 0 && !mayBegin(sending.packet, underWay)) continue
    if (sending.next === 0) begin(sending, underWay, splitters)
    const frame = sending.frames[sending.next++]
    if (frame === undefined) queues[heads.indexOf(sending)]?.shift()
    else if (random.next() < lossShare) sending.isWhole = false
    else bus.push(frame)
    queues = queues.filter(({ length }) => length > 0)
  }
  return reordered(bus, random)
}

const randomMessages = (random: Random): Sending[] =>
  Array.from({ length: 48 }, (_, index) => {
    const payload = random.bytes(1 + random.below(60))
    // Every message is unique.
    payload[0] = index
    const [source, pgn, destination] = [random.below(senders), random.pick(pgns), random.pick([10, 204])]
    return {
      packet: { priority: 6, pgn, source, destination, payload },
      frames: [],
      next: 0,
      begunSince: 0,
      isWhole: true,
    }
  })

/** One run against the model: what was sent whole must arrive once, and nothing else. */
export const runInterleaved = (random: Random): InterleavedResult => {
  const messages = randomMessages(random)
  const assembler = new FastPacketAssembler()
  const received = new Map<string, number>()
  for (const [index, frame] of interleave(messages, random).entries()) {
    const packet = assembler.add(frame, index * frameMs)
    if (packet !== undefined) received.set(keyOf(packet), (received.get(keyOf(packet)) ?? 0) + 1)
  }
  const sent = new Set(messages.map(({ packet }) => keyOf(packet)))
  const wrong = [...received].filter(([key, times]) => times > 1 || !sent.has(key)).length
  const whole = messages.filter(({ isWhole }) => isWhole)
  const missed = whole.filter(({ packet }) => !received.has(keyOf(packet))).length
  return { sent: messages.length, whole: whole.length, received: received.size, wrong, missed }
}
