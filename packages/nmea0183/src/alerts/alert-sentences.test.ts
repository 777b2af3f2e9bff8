import { readFileSync } from 'node:fs'
import { parseSentence } from '#lines/sentence.ts'
import type { WireAlertState } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAlertCommand } from './alert-commands.ts'
import { AlertSentences, refusalSentence, type LineAlert } from './alert-sentences.ts'
import { broadcastTextSentence, overboardSentence, tellShipsText } from './overboard-sentences.ts'

interface Vector {
  readonly id: string
  readonly sentence: string
}

const vectors = new Map(
  // The file is ours.
  (
    JSON.parse(
      readFileSync(new URL('../../testing/vectors/alert-sentences.json', import.meta.url), 'utf8'),
    ) as Vector[]
  ).map(({ id, sentence }) => [id, sentence]),
)
const vector = (id: string): string => vectors.get(id) ?? assert.fail(id)

const position = { latitude: 50 + 20 / 60, longitude: -(4 + 10 / 60) }
const mob: LineAlert = {
  kind: 'overboard',
  priority: 'emergency',
  title: 'MAN OVERBOARD',
  description: 'Button pressed.',
  position,
  number: 1,
  revision: 1,
  changedAt: '2026-11-19T14:03:20.000Z',
}
const sart: LineAlert = {
  ...mob,
  kind: 'beacon',
  priority: 'alarm',
  title: 'SART ACTIVE',
  description: '',
  position: undefined,
}

test('ALF tells the whole life of alerts', () => {
  const sentences = new AlertSentences()
  assert.deepEqual(sentences.change(mob, 'active'), [vector('alf-emergency'), vector('alf-emergency-2')])
  const life: readonly (readonly [string, WireAlertState, string])[] = [
    ['alf-beacon', 'active', '14:04:00'],
    ['alf-beacon-silenced', 'silenced', '14:04:10'],
    ['alf-beacon-ack', 'acknowledged', '14:04:20'],
    ['alf-beacon-rectified', 'rectified', '14:04:30'],
    ['alf-beacon-normal', 'ended', '14:04:40'],
  ]
  for (const [index, [id, state, time]] of life.entries()) {
    const alert = { ...sart, revision: index + 1, changedAt: `2026-11-19T${time}.000Z` }
    assert.deepEqual(sentences.change(alert, state), [vector(id)])
  }
  const beaconTest = { ...sart, priority: 'alert', title: 'BEACON TEST', number: 2 } as const
  const changedAt = '2026-11-19T14:04:50.000Z'
  assert.deepEqual(sentences.change({ ...beaconTest, changedAt }, 'active'), [vector('alf-test')])
})

test('ALC lists the alerts, and says when there is none', () => {
  const sentences = new AlertSentences()
  assert.deepEqual(sentences.list([mob, { ...sart, revision: 3 }]), [vector('alc-two')])
  assert.deepEqual(sentences.list([]), [vector('alc-empty')])
  const many = sentences.list(Array.from({ length: 64 }, () => ({ ...mob, number: 250, revision: 99 })))
  assert.equal(many.length, 16)
  assert.ok(many.every((line) => line.length <= 80))
})

test('HBT counts to ten', () => {
  const sentences = new AlertSentences()
  const lines = Array.from({ length: 11 }, () => sentences.heartbeat()[0])
  assert.equal(lines[7], vector('hbt'))
  assert.equal(lines[10], lines[0])
})

test('a long description is cut, so that its sentence can be sent', () => {
  const long = { ...mob, kind: 'other', description: 'X'.repeat(200), number: 250, revision: 99 } as const
  const [, second = ''] = new AlertSentences().change(long, 'active')
  assert.ok(second.length <= 80 && second.length > 70, second)
})

const read = (line: string) => {
  const sentence = parseSentence(line)
  return 'fault' in sentence ? assert.fail(sentence.fault) : readAlertCommand(sentence)
}

test('reads what a panel wants of an alert', () => {
  const one = { kinds: ['beacon', 'dsc'], number: 1 }
  assert.deepEqual(read(vector('acn-ack')), { ...one, action: 'acknowledge', letter: 'A', time: '140415.00' })
  assert.deepEqual(read(vector('acn-silence')), { ...one, action: 'silence', letter: 'S', time: '140416.00' })
  assert.deepEqual(read(vector('acn-transfer')), {
    ...one,
    action: 'transfer',
    letter: 'O',
    time: '140417.00',
  })
  assert.deepEqual(read(vector('ack')), {
    kinds: ['overboard'],
    action: 'acknowledge',
    letter: 'A',
    time: '',
  })
})

test('ARC refuses the command that was received', () =>
  assert.equal(refusalSentence('140417.00', { kind: 'beacon', number: 1 }, 'O'), vector('arc-refused')))

test('a command of another maker, without its mark, or to an unknown alert is none', () => {
  for (const fields of [
    ['140415.00', 'FUR', '3122', '1', 'A', 'C'],
    ['140415.00', '', '3122', '1', 'A', 'R'],
    ['140415.00', '', '3123', '1', 'A', 'C'],
    ['140415.00', '', '3122', '-1', 'A', 'C'],
    ['140415.00', '', '3122', '1', 'constructor', 'C'],
    ['now', '', '3122', '1', 'A', 'C'],
    [],
  ])
    assert.equal(readAlertCommand({ type: 'ACN', fields }), undefined, fields.join())
  for (const fields of [['7'], [''], ['x'], []])
    assert.equal(readAlertCommand({ type: 'ACK', fields }), undefined, fields.join())
})

test('MOB says where the button was pressed; unknown fields are empty', () => {
  const at = Date.parse('2026-11-19T14:03:20Z')
  const overboard = { at, position, course: Math.PI / 2, speed: 2.57, mmsi: '235099999' }
  assert.equal(overboardSentence(overboard, false), vector('mob-button'))
  assert.match(overboardSentence(overboard, true), /^\$IIMOB,,V,140320\.00,0,191126,/)
  assert.match(
    overboardSentence({ at, position: undefined, mmsi: undefined }, false),
    /^\$IIMOB,,M,140320\.00,0,,,,,,,,,,\*/,
  )
})

test('BBM asks for a text with the position, and never uses the words of a beacon', () => {
  assert.equal(broadcastTextSentence(tellShipsText(position), 0), vector('bbm-text'))
  assert.equal(tellShipsText(undefined), 'PERSON OVERBOARD')
})
