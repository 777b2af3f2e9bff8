import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BusLog } from './bus-log.ts'

const heading = 'navigation.headingMagnetic'
const values = (log: BusLog, line: string): Record<string, unknown> => {
  const read = log.read(line)
  const updates = read.kind === 'values' ? read.updates : []
  return Object.fromEntries(
    updates.flatMap((update) => update.values.map(({ path, value }) => [path, value])),
  )
}

const same = {
  'canboat, with T': '2016-02-28T19:57:02.364Z,2,127250,7,255,8,ff,10,3b,ff,7f,ff,7f,fd',
  'canboat, with a hyphen': '2016-02-28-19:57:02.364,2,127250,7,255,8,ff,10,3b,ff,7f,ff,7f,fd',
  'Yacht Devices RAW': '19:57:02.364 R 09F11207 FF 10 3B FF 7F FF 7F FD',
  'candump -L': '(1456689422.364000) can0 09F11207#FF103BFF7FFF7FFD',
  'candump of long ago': '<0x09f11207> [8] ff 10 3b ff 7f ff 7f fd ',
  'candump on the screen': 'can0  09F11207   [8]  FF 10 3B FF 7F FF 7F FD',
  'Actisense N2K ASCII': 'A195702.364 07FF2 1F112 FF103BFF7FFF7FFD',
}

for (const [format, line] of Object.entries(same))
  test(`${format}: the same message gives the same value`, () => {
    assert.deepEqual(values(new BusLog(), line), { [heading]: 1.512 })
  })

test('times come from the log', () => {
  const at = (line: string): number | undefined => {
    const read = new BusLog().read(line)
    return read.kind === 'values' ? read.at : -1
  }
  assert.equal(at(same['canboat, with T']), Date.UTC(2016, 1, 28, 19, 57, 2, 364))
  assert.equal(at(same['canboat, with a hyphen']), Date.UTC(2016, 1, 28, 19, 57, 2, 364))
  assert.equal(at(same['candump -L']), 1_456_689_422_364)
  assert.equal(at(same['Yacht Devices RAW']), ((19 * 60 + 57) * 60 + 2.364) * 1_000)
  assert.equal(at(same['candump of long ago']), undefined)
})

test('midnight in a log with times of day is the next day', () => {
  const log = new BusLog()
  log.read(same['Yacht Devices RAW'].replace('19:57', '23:59'))
  const next = log.read(same['Yacht Devices RAW'].replace('19:57', '00:01'))
  assert.equal(next.kind === 'values' && next.at, 86_400_000 + 62_364)
})

test('a claim in the log gives the device its name', () => {
  const log = new BusLog()
  const device = (): string | undefined => {
    const read = log.read(same['canboat, with T'])
    return read.kind === 'values' ? read.updates[0]?.device : undefined
  }
  assert.equal(device(), 'address-7')
  log.read('2016-02-28T19:57:02.364Z,6,60928,7,255,8,05,a0,be,1c,00,a0,a0,c0')
  assert.equal(device(), 'c0a0a0001cbea005')
})

test('frames of a plain log are assembled, and whole messages of a fast log are read', () => {
  const plain = new BusLog()
  const frames = [
    '60,1a,00,b7,06,67,0d,0b',
    '61,86,ba,04,26,00,10,5f',
    '62,09,00,00,00,8f,02,7f',
    '63,00,00,00,00,7f,7f,ff',
  ]
  const read = frames.map((bytes) => values(plain, `2021-08-06-11:45:30.505,2,127489,1,255,8,${bytes}`))
  assert.ok('propulsion.port.oilPressure' in (read.at(-1) ?? {}))
  const fast = new BusLog()
  fast.read('# format=FAST')
  const whole = '00,b7,06,67,0d,0b,86,ba,04,26,00,10,5f,09,00,00,00,8f,02,7f,00,00,00,00,7f,7f'
  const all = values(fast, `2021-08-06-11:45:30.505,2,127489,1,255,26,${whole}`)
  assert.deepEqual(all, read.at(-1))
})

test('comments are nothing, other text is broken', () => {
  const log = new BusLog()
  assert.equal(log.read('# a comment').kind, 'nothing')
  for (const line of ['nonsense', '{"updates":[]}', '2016-02-28T19:57:02.364Z,2,127250,7,255,8,ff,10'])
    assert.equal(log.read(line).kind, 'broken')
})
