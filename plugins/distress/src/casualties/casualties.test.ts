import type { Condition, Position } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CasualtyTrial, beacon, mob, near, sart } from './casualty-trial.ts'

const minutes = 60_000
const hours = 60 * minutes
const far: Position = { latitude: 50.5, longitude: -4.166667 }

const stateAt = (trial: CasualtyTrial, mmsi = mob): string | undefined => trial.at(mmsi)?.state

test('an active MOB beacon near the boat is an emergency with place, range and bearing', () => {
  const trial = new CasualtyTrial()
  trial.hear(beacon('active', { position: near }))
  assert.deepEqual(trial.at(mob), {
    state: 'emergency',
    method: ['visual', 'sound'],
    message: 'MOB beacon 972009901 active, 0.44 NM 047° T',
    episode: trial.episode,
    context: 'sar.urn:mrn:imo:mmsi:972009901',
    position: near,
    endable: true,
  } satisfies Condition)
})

test('a MOB beacon far away is an alarm, except one of the crew, which has the name of its wearer', () => {
  const trial = new CasualtyTrial()
  trial.hear(beacon('active', { position: far }))
  assert.equal(stateAt(trial), 'alarm')
  const crew = new CasualtyTrial({ ownBeacons: [{ mmsi: mob, name: 'Anna' }] })
  crew.hear(beacon('active', { position: far }))
  assert.deepEqual([stateAt(crew), crew.at(mob)?.message], ['emergency', 'Man overboard: Anna, 10 NM 000° T'])
})

test('without a place or without the own position a MOB beacon is an emergency', () => {
  const unplaced = new CasualtyTrial()
  unplaced.hear(beacon('active'))
  assert.equal(unplaced.at(mob)?.message, 'MOB beacon 972009901 active, position unknown')
  const lost = new CasualtyTrial()
  lost.own = undefined
  lost.hear(beacon('active', { position: far }))
  assert.deepEqual(
    [stateAt(unplaced), stateAt(lost), lost.at(mob)?.message],
    ['emergency', 'emergency', 'MOB beacon 972009901 active'],
  )
})

test('a test never sounds and ends ten minutes after its last message', () => {
  const trial = new CasualtyTrial()
  trial.hear(beacon('test', { position: near }))
  assert.deepEqual([stateAt(trial), trial.sounds], ['alert', 0])
  trial.pass(2 * minutes)
  trial.hear(beacon('test', { position: near }))
  trial.pass(10 * minutes - 2_000)
  assert.equal(stateAt(trial), 'alert')
  trial.pass(4_000)
  assert.deepEqual([stateAt(trial), trial.casualties.size], [undefined, 0])
})

test('an active message after a test calls the crew, also when the test was acknowledged or resolved', () => {
  for (const respond of ['acknowledge', 'resolve', 'nothing'] as const) {
    const trial = new CasualtyTrial()
    trial.hear(beacon('test'))
    if (respond !== 'nothing') trial[respond](mob)
    trial.pass(10_000)
    trial.hear(beacon('active'))
    assert.deepEqual([stateAt(trial), trial.sounds], ['emergency', 1], respond)
  }
})

test('a test message never lowers the alarm of an active beacon', () => {
  const trial = new CasualtyTrial()
  trial.hear(beacon('active'))
  trial.pass(20 * minutes)
  trial.hear(beacon('test'))
  assert.equal(stateAt(trial), 'emergency')
})

test('repeated messages of an acknowledged beacon do not sound; after half an hour of silence they do', () => {
  const trial = new CasualtyTrial()
  trial.hear(beacon('active'))
  trial.acknowledge(mob)
  for (let message = 0; message < 100; message++) {
    trial.pass(10_000)
    trial.hear(beacon('active'))
  }
  assert.equal(trial.sounds, 1)
  trial.pass(29 * minutes)
  trial.hear(beacon('active'))
  assert.equal(trial.sounds, 1)
  trial.pass(30 * minutes)
  trial.hear(beacon('active'))
  assert.equal(trial.sounds, 2)
})

test('silence ends nothing until an acknowledged beacon was silent for a day', () => {
  const trial = new CasualtyTrial()
  trial.hear(beacon('active'))
  trial.hear(beacon('active', { mmsi: sart }))
  trial.acknowledge(mob)
  trial.pass(24 * hours - 4_000, 60_000)
  assert.equal(stateAt(trial), 'emergency')
  trial.pass(70_000, 2_000)
  assert.deepEqual([stateAt(trial), stateAt(trial, sart)], [undefined, 'alarm'])
})

test('a resolved number is quiet until it was silent for five minutes', () => {
  const trial = new CasualtyTrial()
  trial.hear(beacon('active'))
  trial.resolve(mob)
  for (let message = 0; message < 60; message++) {
    trial.pass(60_000)
    trial.hear(beacon('active'))
  }
  assert.equal(trial.sounds, 1)
  trial.pass(5 * minutes)
  trial.hear(beacon('active'))
  assert.deepEqual([trial.sounds, stateAt(trial)], [2, 'emergency'])
})

test('coming nearer raises the state and calls again; going away does not lower it', () => {
  const trial = new CasualtyTrial()
  trial.hear(beacon('active', { position: far }))
  trial.acknowledge(mob)
  trial.pass(60_000)
  trial.hear(beacon('active', { position: near }))
  assert.deepEqual([stateAt(trial), trial.sounds], ['emergency', 2])
  trial.pass(60_000)
  trial.hear(beacon('active', { position: far }))
  assert.equal(stateAt(trial), 'emergency')
})

test('the place changes when it moved by more than 50 m, at most every ten seconds', () => {
  const trial = new CasualtyTrial()
  const place = (metres: number): Position => ({ ...near, latitude: near.latitude + metres / 111_195 })
  trial.hear(beacon('active', { position: near }))
  trial.pass(20_000)
  const raised = trial.raised
  trial.hear(beacon('active', { position: place(49) }))
  assert.equal(trial.raised, raised)
  trial.hear(beacon('active', { position: place(60) }))
  assert.deepEqual(trial.at(mob)?.position, place(60))
  trial.hear(beacon('active', { position: place(200) }))
  assert.deepEqual(trial.at(mob)?.position, place(60))
  trial.pass(12_000)
  assert.deepEqual(trial.at(mob)?.position, place(200), 'also without a further message')
})

test('a number without its message, and a ship with the state of a beacon, are silent warnings', () => {
  const trial = new CasualtyTrial()
  trial.hear(beacon('bare', { position: near }))
  trial.hear(beacon('ship', { mmsi: '232009905' }))
  assert.deepEqual([stateAt(trial), stateAt(trial, '232009905'), trial.sounds], ['warn', 'warn', 0])
})

test('an answer is added to the message and changes no state; alone it raises nothing', () => {
  const trial = new CasualtyTrial()
  trial.answer({ casualty: '232009905', from: '002320001' })
  assert.equal(trial.casualties.size, 0)
  trial.hear(beacon('call', { mmsi: '232009905', nature: 100, position: near }))
  trial.acknowledge('232009905')
  trial.answer({ casualty: '232009905', from: '002320001' })
  const { state, message } = trial.at('232009905') ?? assert.fail('The alert has ended')
  assert.deepEqual(
    [state, message, trial.sounds],
    ['alarm', 'DSC 232009905: fire, answered by 002320001, 0.44 NM 047° T', 1],
  )
  trial.answer({ casualty: '232009905', from: '232009905' })
  assert.equal(trial.at('232009905'), undefined, 'the casualty has cancelled')
})

test('DSC calls by nature, distance and relay', () => {
  for (const [nature, position, state, message] of [
    [110, near, 'emergency', 'DSC 232009905: man overboard, 0.44 NM 047° T'],
    [110, far, 'alarm', 'DSC 232009905: man overboard, 10 NM 000° T'],
    [107, undefined, 'alarm', 'DSC 232009905: undesignated distress, position unknown'],
    [105, { latitude: -37.35, longitude: 174.866667 }, 'warn', 'DSC 232009905: sinking, 10080 NM 340° T'],
  ] as const) {
    const trial = new CasualtyTrial()
    trial.hear(beacon('call', { mmsi: '232009905', nature, ...(position && { position }) }))
    assert.equal(stateAt(trial, '232009905'), state)
    assert.equal(trial.at('232009905')?.message.slice(0, 27), message.slice(0, 27))
  }
  const relayed = new CasualtyTrial()
  relayed.hear(beacon('call', { mmsi: '232009905', relayedBy: '002320001', position: near }))
  assert.match(relayed.at('232009905')?.message ?? '', /^DSC 232009905: relayed by 002320001,/)
})

test('lists 32 casualties; the least severe gives way, and one alert counts the others', () => {
  const trial = new CasualtyTrial()
  for (let number = 0; number < 40; number++)
    trial.hear(beacon('bare', { mmsi: `9720100${String(number).padStart(2, '0')}` }))
  const more = trial.conditions.get('notifications.distress.more')
  assert.deepEqual([more?.state, more?.message], ['warn', '8 more distress signals, which are not listed'])
  trial.hear(beacon('active', { position: near }))
  assert.equal(stateAt(trial), 'emergency')
  assert.equal(trial.casualties.listed.length, 32)
  for (let number = 0; number < 40; number++)
    trial.hear(beacon('active', { mmsi: `9720200${String(number).padStart(2, '0')}` }))
  const crowded = trial.conditions.get('notifications.distress.more')
  assert.deepEqual([crowded?.state, crowded?.method], ['emergency', ['visual', 'sound']])
})

test('a restart keeps the state, the acknowledgement and the quiet time', () => {
  const trial = new CasualtyTrial()
  trial.hear(beacon('active'))
  trial.hear(beacon('active', { mmsi: sart }))
  trial.acknowledge(mob)
  trial.resolve(sart)
  const before = trial.at(mob)
  const after = trial.restarted()
  assert.deepEqual(after.at(mob), before)
  assert.equal(after.casualties.at(mob)?.isAcknowledged, true)
  after.pass(60_000)
  after.hear(beacon('active', { mmsi: sart }))
  assert.equal(after.at(sart), undefined, 'the resolved number is quiet')
})
