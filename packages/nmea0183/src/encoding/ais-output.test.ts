import { DecodeTrial } from '#testing/decode-trial.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AisOutput } from './ais-output.ts'

const position = { latitude: 60.5, longitude: 20.25 }

test('another vessel is read from the sentences that were written about it', () => {
  const trial = new DecodeTrial()
  const output = new AisOutput()
  const vessel = {
    name: 'PEQUOD',
    'sensors.ais.class': 'A',
    'navigation.position': position,
    'navigation.state': 'sailing',
    'design.draft': { current: 3.5 },
  }
  const lines = [...output.writePosition('230012345', vessel), ...output.writeStatic('230012345', vessel)]
  assert.equal(lines.length, 3)
  const readings = lines.flatMap((line) => trial.hear(line))
  assert.deepEqual(Object.assign({}, ...readings.map(({ values }) => values)), {
    mmsi: '230012345',
    ...vessel,
  })
  for (const { context } of readings) assert.equal(context, 'vessels.urn:mrn:imo:mmsi:230012345')
})

test('the own vessel is VDO, which no receiver takes for another vessel', () => {
  const trial = new DecodeTrial()
  const [line = ''] = new AisOutput().writeOwn('230012345', new Map([['navigation.position', position]]))
  assert.match(line, /^!AIVDO,/)
  assert.deepEqual(trial.hear(line), [])
  assert.equal(trial.decoder.ownReports, 1)
})

test('nothing is written without a position or a name', () => {
  const output = new AisOutput()
  assert.deepEqual(output.writeOwn('230012345', new Map()), [])
  assert.deepEqual(output.writePosition('230012345', { name: 'PEQUOD' }), [])
  assert.deepEqual(output.writeStatic('230012345', { 'navigation.position': position }), [])
})
