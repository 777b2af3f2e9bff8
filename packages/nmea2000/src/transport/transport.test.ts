import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FrameAssembler } from './assembler.ts'
import { FastPacketSplitter } from './fast-packet.ts'
import { broadcastAddress, canIdOf, headerOf, type Frame, type Packet } from './frame.ts'
import { TransportReceiver, TransportSender, transportPgns } from './iso-transport.ts'

const header = { priority: 3, pgn: 129_029, source: 36, destination: 255 }
const payload = Uint8Array.from({ length: 43 }, (_, index) => index)

const receive = (assembler: FrameAssembler, frames: readonly Frame[], now = 0): Packet[] =>
  frames.flatMap((frame) => assembler.add(frame, now).packet ?? [])

test('identifiers with and without a destination are read and written', () => {
  assert.deepEqual(headerOf(0x09f8_0524), { priority: 2, pgn: 129_029, source: 0x24, destination: 255 })
  assert.deepEqual(headerOf(0x0ded_cc01), { priority: 3, pgn: 126_208, source: 1, destination: 0xcc })
  for (const id of [0x09f8_0524, 0x0ded_cc01, 0x18ea_ff05, 0x1cff_6301])
    assert.equal(canIdOf(headerOf(id)), id)
})

test('a fast packet arrives whole, once, and without its padding', () => {
  const frames = new FastPacketSplitter().split({ ...header, payload })
  assert.equal(frames.length, 7)
  assert.deepEqual(receive(new FrameAssembler(), frames), [{ ...header, payload }])
})

test('two messages to two devices may be interleaved', () => {
  const splitter = new FastPacketSplitter()
  const packets = [204, 10].map((destination) => ({ ...header, pgn: 126_208, destination, payload }))
  const [first = [], second = []] = packets.map((packet) => splitter.split(packet))
  const interleaved = first.flatMap((frame, index) =>
    [frame, second[index]].filter((one) => one !== undefined),
  )
  assert.deepEqual(receive(new FrameAssembler(), interleaved), packets)
})

test('the frames of an unfinished message are never joined to a new first frame', () => {
  const frames = new FastPacketSplitter().split({ ...header, payload })
  const assembler = new FrameAssembler()
  assert.deepEqual(receive(assembler, frames.slice(1)), [])
  // The same sequence number 0.8 s later.
  assert.deepEqual(receive(assembler, frames.slice(0, 1), 800), [])
  assert.deepEqual(receive(assembler, frames.slice(1), 800), [{ ...header, payload }])
})

test('a message survives a program that stalls in the middle of it, but not for a second', () => {
  const frames = new FastPacketSplitter().split({ ...header, payload })
  for (const [stallMs, received] of [
    [400, [{ ...header, payload }]],
    [1_000, []],
  ] as const) {
    const assembler = new FrameAssembler()
    assert.deepEqual(receive(assembler, frames.slice(0, 3)), [])
    assert.deepEqual(receive(assembler, frames.slice(3), stallMs), received)
  }
})

test('successive messages have different sequence numbers', () => {
  const splitter = new FastPacketSplitter()
  const numbers = Array.from(
    { length: 9 },
    () => (splitter.split({ ...header, payload })[0]?.data[0] ?? 0) >>> 5,
  )
  assert.deepEqual(numbers, [0, 1, 2, 3, 4, 5, 6, 7, 0])
})

test('a message that is too long for a fast packet is refused', () => {
  assert.throws(() => new FastPacketSplitter().split({ ...header, payload: new Uint8Array(224) }), RangeError)
})

test('a message of two kinds of framing arrives either way', () => {
  const assembler = new FrameAssembler()
  const dc = { priority: 6, pgn: 127_751, source: 1, destination: 255 }
  const whole = Uint8Array.of(33, 0, 1, 2, 3, 4, 5, 6)
  assert.deepEqual(receive(assembler, [{ ...dc, data: whole }]), [{ ...dc, payload: whole }])
  const frames = new FastPacketSplitter().split({ ...dc, payload: whole })
  assert.deepEqual(receive(assembler, frames), [{ ...dc, payload: whole }])
})

test('a long message to all devices arrives by the ISO transport protocol', () => {
  const long = Uint8Array.from({ length: 1_785 }, (_, index) => index % 251)
  const packet = { priority: 7, pgn: 129_540, source: 9, destination: broadcastAddress, payload: long }
  const sender = new TransportSender(packet)
  const frames = [sender.begin()]
  for (let part = sender.nextPart(); part !== undefined; part = sender.nextPart()) frames.push(part)
  assert.equal(sender.isDone, true)
  assert.deepEqual(receive(new FrameAssembler(), frames), [packet])
})

test('a message to one device is sent as it asks for it, and confirmed', () => {
  const packet = {
    priority: 7,
    pgn: 65_240,
    source: 9,
    destination: 35,
    payload: Uint8Array.from({ length: 9 }, (_, at) => at),
  }
  const sender = new TransportSender(packet)
  const receiver = new TransportReceiver()
  const [clear] = receiver.add(sender.begin(), 0, 35).answers
  assert.ok(clear !== undefined)
  const results = sender.answer(clear).map((part) => receiver.add(part, 1, 35))
  assert.deepEqual(results.at(-1)?.packet, packet)
  assert.equal(sender.isDone, false)
  for (const answer of results.at(-1)?.answers ?? []) sender.answer(answer)
  assert.equal(sender.isDone, true)
})

test('a message between two other devices is read and not answered', () => {
  const packet = { priority: 7, pgn: 65_240, source: 9, destination: 35, payload: new Uint8Array(9) }
  const [sender, receiver] = [new TransportSender(packet), new TransportReceiver()]
  assert.deepEqual(receiver.add(sender.begin(), 0, 77).answers, [])
})

test('unannounced parts of the ISO transport protocol are ignored', () => {
  const part = {
    priority: 7,
    pgn: transportPgns.data,
    source: 9,
    destination: 255,
    data: new Uint8Array(8).fill(1),
  }
  assert.deepEqual(new TransportReceiver().add(part, 0), { answers: [] })
})
