import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeMessage, maxPacketBytes, parseMessage } from './dns-message.ts'
import { answersTo, recordsOf } from './mdns-records.ts'

const services = {
  _http: { port: 3000, texts: ['path=/'] },
  _marinedata: { port: 3000, texts: ['version=1'] },
}
const taken = { hosts: ['aura.local', 'marinedata.local'], instance: 'Aura' }
const records = recordsOf(services, taken, ['192.168.1.5', 'fd00::5'])
const announcement = encodeMessage({ isResponse: true, answers: records })
const query = encodeMessage({
  id: 7,
  isResponse: false,
  questions: [
    { name: 'aura.local', type: 1, wantsUnicast: true },
    { name: '_http._tcp.local', type: 12, wantsUnicast: false },
  ],
  authorities: records.slice(0, 2),
})

test('a message is read as it was written, with compressed names', () => {
  const message = parseMessage(announcement)
  assert.deepEqual(
    message?.answers.map(({ name, type, ttl, isUnique }) => ({ name, type, ttl, isUnique })),
    records.map(({ name, type, ttl, isUnique }) => ({ name: name.toLowerCase(), type, ttl, isUnique })),
  )
  assert.deepEqual(message.answers[0]?.data, Buffer.from([192, 168, 1, 5]))
  const { id, isResponse, questions, authorities } = parseMessage(query)!
  assert.deepEqual([id, isResponse, questions.length, authorities.length], [7, false, 2, 2])
  assert.deepEqual(questions[0], { name: 'aura.local', type: 1, wantsUnicast: true })
  assert.ok(announcement.length < 700, `${announcement.length} bytes`)
})

test('an address that does not exist is answered, and an unknown name is not', () => {
  const onlyIpv4 = recordsOf(services, taken, ['192.168.1.5'])
  assert.deepEqual(
    answersTo(onlyIpv4, { name: 'aura.local', type: 28 }).map(({ type }) => type),
    [47],
  )
  assert.deepEqual(answersTo(onlyIpv4, { name: 'other.local', type: 1 }), [])
  assert.equal(answersTo(onlyIpv4, { name: 'aura.local', type: 255 }).length, 2)
})

test('malformed packets are rejected without delay or exception', () => {
  const header = (...counts: readonly number[]): number[] => [0, 0, 0, 0, ...counts.flatMap((n) => [0, n])]
  const malformed: readonly (readonly number[])[] = [
    [],
    header(1, 0, 0, 0),
    // A name that points to itself, forward, and to a name that points back.
    [...header(1, 0, 0, 0), 0xc0, 12, 0, 1, 0, 1],
    [...header(1, 0, 0, 0), 0xc0, 16, 0, 1, 0, 1, 0],
    [...header(1, 0, 0, 0), 1, 97, 0xc0, 12, 0, 1, 0, 1],
    // A label of an unknown kind, and a label that ends after the packet.
    [...header(1, 0, 0, 0), 0x80, 97, 0, 0, 1, 0, 1],
    [...header(1, 0, 0, 0), 63, 97, 0, 0, 1, 0, 1],
    // More records than allowed, and data that end after the packet.
    [0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0, 0, 0],
    [...header(0, 1, 0, 0), 0, 0, 1, 0, 1, 0, 0, 0, 9, 0, 99],
    // Another operation.
    [0, 0, 0x08, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  ]
  for (const bytes of malformed) assert.equal(parseMessage(Buffer.from(bytes)), undefined, bytes.join())
  assert.equal(parseMessage(Buffer.alloc(maxPacketBytes + 1)), undefined)
  let seed = 1
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  for (let round = 0; round < 5_000; round++) {
    const packet = Buffer.from(round % 2 === 0 ? announcement : query)
    for (let change = 0; change <= random(8); change++) packet[random(packet.length)] = random(256)
    const message = parseMessage(packet.subarray(0, random(4) === 0 ? random(packet.length) : undefined))
    assert.ok((message?.answers.length ?? 0) + (message?.authorities.length ?? 0) <= 256)
  }
})
