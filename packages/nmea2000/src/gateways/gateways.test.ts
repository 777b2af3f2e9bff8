import type { Frame, Packet } from '#transport/frame.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ActisenseAsciiReader, actisenseAsciiLine } from './actisense-ascii.ts'
import { actisenseBinaryMessage, ActisenseBinaryReader, actisenseBinaryStart } from './actisense-binary.ts'
import { CandumpReader, canplayerLine } from './candump.ts'
import type { GatewayEvents, GatewayReader } from './gateway-reader.ts'
import { IkonvertReader, ikonvertLine } from './ikonvert.ts'
import { maretronConnect, maretronMessage, MaretronReader } from './maretron-ipg.ts'
import { YachtDevicesRawReader, yachtDevicesRawLine } from './yacht-devices-raw.ts'

interface Received {
  readonly frames: (Frame & { readonly isEcho: boolean })[]
  readonly packets: Packet[]
  readonly texts: string[]
  rejected: number
}

type MakeReader = new (events: GatewayEvents) => GatewayReader

const receive = (Reader: MakeReader, ...pieces: readonly (string | Uint8Array)[]): Received => {
  const received: Received = { frames: [], packets: [], texts: [], rejected: 0 }
  const reader = new Reader({
    frame: (frame, isEcho) => received.frames.push({ ...frame, isEcho }),
    packet: (packet) => received.packets.push(packet),
    text: (text) => received.texts.push(text),
    rejected: () => received.rejected++,
  })
  for (const piece of pieces) reader.read(typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece)
  return received
}

const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'))
const frame = { priority: 2, pgn: 129_025, source: 0x24, destination: 255, data: bytes('0011223344556677') }
const packet = { priority: 3, pgn: 129_029, source: 1, destination: 255, payload: bytes('10'.repeat(43)) }

test('Yacht Devices: lines are read, however they are cut', () => {
  const line = '17:33:21.107 R 09F80124 00 11 22 33 44 55 66 77\r\n'
  const received = { frames: [{ ...frame, isEcho: false }], packets: [], texts: [], rejected: 0 }
  for (let cut = 0; cut < line.length; cut++)
    assert.deepEqual(receive(YachtDevicesRawReader, line.slice(0, cut), line.slice(cut)), received)
})

test('Yacht Devices: an echo of a frame that we sent is marked as an echo', () => {
  assert.equal(yachtDevicesRawLine(frame), '09F80124 00 11 22 33 44 55 66 77\r\n')
  const { frames } = receive(YachtDevicesRawReader, `17:33:21.107 T ${yachtDevicesRawLine(frame)}`)
  assert.deepEqual(frames, [{ ...frame, isEcho: true }])
})

test('Yacht Devices: two lines in one, half lines, other text and endless lines are rejected, not read', () => {
  const wrong = [
    '17:33:21.107 R 09F80124 00 11 17:33:21.107 R 09F80124 00',
    'R 09F80124 00',
    'xx',
    '17:33:21.107 R 29F80124 00',
  ]
  const received = receive(YachtDevicesRawReader, `${wrong.join('\r\n')}\r\n`, 'x'.repeat(100_000), '\n')
  assert.deepEqual(received, { frames: [], packets: [], texts: [], rejected: 5 })
})

test('candump: 29-bit frames are read, 11-bit frames and comments are not', () => {
  const received = receive(
    CandumpReader,
    '# a comment\n(1.352000) can0 123#0011\n',
    canplayerLine(frame, 'can0'),
  )
  assert.deepEqual(received, { frames: [{ ...frame, isEcho: false }], packets: [], texts: [], rejected: 0 })
})

test('Actisense N2K ASCII: whole messages, both ways', () => {
  const received = receive(
    ActisenseAsciiReader,
    'A000057.062 09FF2 1F113 FF8CF4FEFFFFFFFF\r\n',
    actisenseAsciiLine(packet),
  )
  const first = { priority: 2, pgn: 127_251, source: 9, destination: 255, payload: bytes('ff8cf4feffffffff') }
  assert.deepEqual(received.packets, [first, packet])
})

test('Actisense binary: a real block is read, and escapes are undone', () => {
  const block = bytes('10029313 0212f101ffccb15d0a00 08ff4bedff7fff7ffd39 1003'.replaceAll(' ', ''))
  const { packets, rejected } = receive(
    ActisenseBinaryReader,
    bytes('1003'),
    block.slice(0, 9),
    block.slice(9),
  )
  const expected = {
    priority: 2,
    pgn: 127_250,
    source: 204,
    destination: 255,
    payload: bytes('ff4bedff7fff7ffd'),
  }
  assert.deepEqual([packets, rejected], [[expected], 0])
  const escaped = actisenseBinaryMessage(packet)
  // Every payload byte, 0x10, is doubled.
  assert.ok(Buffer.from(escaped).toString('hex').includes('10'.repeat(86)))
  assert.equal(Buffer.from(actisenseBinaryStart).toString('hex'), '1002a103110200491003')
})

test('Actisense binary: a wrong checksum, a wrong length and an endless block are rejected', () => {
  const wrongSum = bytes('100293130212f101ffccb15d0a0008ff4bedff7fff7ffd3a1003')
  const received = receive(ActisenseBinaryReader, wrongSum, bytes('1002'), new Uint8Array(400), bytes('1003'))
  assert.deepEqual([received.packets, received.rejected], [[], 2])
})

test('iKonvert: messages, texts about the gateway, and a line that a restart cut', () => {
  const received = receive(
    IkonvertReader,
    '$PDGY,TEXT,Digital_Yacht_iKonvert\r\n',
    '!PDGY,127250,2,204,255,1.23,/0vt/3//f/0=\r\n',
    '!PDGY,127250,2,204,255,1.$PDGY,TEXT,Digital\r\n',
  )
  const payload = bytes('ff4bedff7fff7ffd')
  assert.deepEqual(received, {
    frames: [],
    packets: [{ priority: 2, pgn: 127_250, source: 204, destination: 255, payload }],
    texts: ['TEXT,Digital_Yacht_iKonvert'],
    rejected: 1,
  })
  assert.equal(ikonvertLine({ ...packet, payload }), '!PDGY,129029,255,/0vt/3//f/0=\r\n')
})

test('Maretron: texts and messages in one stream, however it is cut', () => {
  const [head, tail] = [Buffer.from('CONNECTED\t123\0'), Buffer.from('LICENSES_USED\t1\0')]
  const all = Buffer.concat([
    head,
    maretronMessage(packet),
    maretronMessage({ ...packet, pgn: 126_208, destination: 204 }),
    tail,
  ])
  const expected = {
    frames: [],
    packets: [
      { ...packet, source: 255 },
      { ...packet, source: 255, pgn: 126_208, destination: 204 },
    ],
    texts: ['CONNECTED\t123', 'LICENSES_USED\t1'],
    rejected: 0,
  }
  for (let cut = 0; cut <= all.length; cut++)
    assert.deepEqual(receive(MaretronReader, all.subarray(0, cut), all.subarray(cut)), expected)
  assert.equal(maretronConnect('abc'), 'CONNECT\t"abc"\t\tMOBILE\0')
})

test('Maretron: bytes out of step are rejected, and the next message is read', () => {
  const { packets, rejected } = receive(MaretronReader, bytes('ffa501'), bytes('00'), maretronMessage(packet))
  assert.equal(packets.length, 1)
  assert.ok(rejected >= 2)
})
