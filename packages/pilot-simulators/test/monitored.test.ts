import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  FurunoNavPilot,
  GarminCcu,
  garminKeyBytes,
  type GarminKey,
  type GarminOptions,
  type PilotMessage,
} from '../src/index.ts'

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const hex = (text: string): string => text.replaceAll(' ', '')

/** What a pilot sends, as PGN, priority and bytes. */
const listen = (): { readonly sent: string[]; readonly port: GarminOptions } => {
  const sent: string[] = []
  const send = ({ pgn, priority, payload }: PilotMessage, to: string | undefined): void =>
    void sent.push(`${pgn} ${priority} ${to ?? 'all'} ${hexOf(payload)}`)
  return { sent, port: { send, after: (_ms, run) => run() } }
}

// The keys in canboat's sample `boatkit-garmin-autopilot-controls`.
const recordedKeys: readonly (readonly [GarminKey, string])[] = [
  ['engage', 'e5 98 10 17 04 04 05 0a 00 05 00'],
  ['-1', 'e5 98 10 17 04 04 26 00 00'],
  ['-step', 'e5 98 10 17 04 04 26 01 00'],
  ['+1', 'e5 98 10 17 04 04 26 02 00'],
  ['+step', 'e5 98 10 17 04 04 26 03 00'],
  ['standby', 'e5 98 10 17 04 04 05 0a 00 02 00'],
]

test('the keys of a Garmin head have the bytes of a recorded one, and the CCU obeys those that are sent to it', () => {
  const { port, sent } = listen()
  const ccu = new GarminCcu({ ...port, variant: 'step-15' })
  ccu.boat.place(2.731_460_094_451_904_3 * (180 / Math.PI), 40)
  const held: (number | undefined)[] = []
  for (const [key, bytes] of recordedKeys) {
    assert.equal(hexOf(garminKeyBytes(key)), hex(bytes))
    const message = { pgn: 126_720, payload: garminKeyBytes(key), from: '6', ownAddress: 0 }
    assert.equal(ccu.receive({ ...message, isAddressed: false }), false)
    assert.equal(ccu.receive({ ...message, isAddressed: true }), true)
    held.push(ccu.held === undefined ? undefined : Math.round(ccu.held * 10) / 10)
  }
  assert.deepEqual(held, [156.5, 155.5, 140.5, 141.5, 156.5, undefined])
  const status = (field: string): string => `126720 7 all ${hex(`e5 98 10 17 04 04 ${field}`)}`
  // The heading that is held, then the mode, as a real one.
  assert.deepEqual(sent.slice(0, 2), [status('00 0b 00 3e d0 2e 40'), status('05 0a 00 05 00')])
  assert.equal(sent.at(-1), status('05 0a 00 02 00'))
})

test('a simulated Garmin sends its mode when it changes only, the heading in standby, and none as 1000 rad', () => {
  const { port, sent } = listen()
  const ccu = new GarminCcu(port)
  for (let now = 0; now <= 1_000; now += 50) ccu.step(now)
  const headings = sent.filter((line) => line.includes('000b00'))
  assert.equal(headings.length, 21)
  assert.ok(!sent.some((line) => line.includes('050a00')), sent.join('\n'))
  sent.length = 0
  ccu.press('engage')
  ccu.fault('shadow-drive', true)
  ccu.step(1_050)
  assert.equal(ccu.mode, 'shadow drive')
  assert.deepEqual(
    sent.filter((line) => line.includes('050a00')).map((line) => line.slice(-4)),
    ['0500', '0300'],
  )
  ccu.fault('no-heading', true)
  ccu.press('engage')
  assert.ok(sent.some((line) => line.endsWith('000b0000007a44')))
})

test('a simulated Furuno has the bytes of a recorded one, four times and once a second', () => {
  const { port, sent } = listen()
  const pilot = new FurunoNavPilot(port)
  pilot.boat.place(2.431_2 * (180 / Math.PI), 40)
  for (let now = 0; now < 1_000; now += 50) pilot.step(now)
  const control = hex('00 40 1f ff 7f ff ff ff ff ff ff ff ff ff 7f ff 7f ff 7f f8 5e')
  assert.deepEqual(
    sent.filter((line) => line.startsWith('127237')),
    Array.from({ length: 4 }, () => `127237 2 all ${control}`),
  )
  assert.deepEqual(
    sent.filter((line) => line.startsWith('130827')),
    [`130827 7 all ${hex('3f 9f 01 00 00 ff 7f 00 ff ff ff 00 00')}`],
  )
  sent.length = 0
  pilot.choose('heading')
  pilot.step(1_000)
  const engaged = hex('00 4b 1f ff 7f f8 5e ff ff ff ff ff ff ff 7f ff 7f ff 7f f8 5e')
  const course = hex('3f 9f 01 00 00 00 00 00 f8 5e ff 00 00')
  assert.deepEqual(sent, [`127237 2 all ${engaged}`, `130827 7 all ${course}`])
  // Without navigation data it follows no track.
  pilot.choose('track')
  assert.equal(pilot.mode, 'heading')
})

test('a simulated crew presses the keys of the head one after the other', () => {
  const { port } = listen()
  const [garmin, furuno] = [
    new GarminCcu({ ...port, hasCrew: true }),
    new FurunoNavPilot({ ...port, hasCrew: true }),
  ]
  const modes = new Set<string>()
  for (let now = 0; now < 60_000; now += 1_000) {
    garmin.step(now)
    furuno.step(now)
    modes.add(`garmin ${garmin.mode}`).add(`furuno ${furuno.mode}`)
  }
  assert.deepEqual([...modes].toSorted(), [
    'furuno heading',
    'furuno standby',
    'garmin heading hold',
    'garmin shadow drive',
    'garmin standby',
  ])
})
