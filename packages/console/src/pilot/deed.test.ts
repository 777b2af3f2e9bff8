import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agedDeed, deedAfterReport, type Deed } from './deed.ts'
import type { PilotReport } from './pilot-report.ts'
import { stationName } from './station.ts'

const standby: PilotReport = {
  id: 'main',
  state: 'disabled',
  mode: 'compass',
  target: null,
  isEngaged: false,
  helm: null,
  isDefault: true,
  manoeuvre: null,
  targetBefore: null,
  dodge: undefined,
}
const engaged = { ...standby, isEngaged: true, target: 1 }
const asked = (deed: Pick<Deed, 'kind' | 'mode'>): Deed => ({ ...deed, phase: 'requested', since: 0 })

for (const [deed, before, after] of [
  [{ kind: 'engage' }, standby, engaged],
  [{ kind: 'disengage' }, engaged, standby],
  [{ kind: 'mode', mode: 'wind' }, engaged, { ...engaged, mode: 'wind' }],
  [{ kind: 'tack' }, engaged, { ...engaged, manoeuvre: { kind: 'tack', direction: 'port' } }],
  [{ kind: 'cancel' }, { ...engaged, manoeuvre: { kind: 'tack', direction: 'port' } }, engaged],
  [{ kind: 'dodge' }, engaged, { ...engaged, mode: 'dodge' }],
  [{ kind: 'resume' }, { ...engaged, mode: 'dodge' }, engaged],
] as const)
  test(`"${deed.kind}" is done when the pilot itself says so, and not before`, () => {
    const open = asked(deed)
    assert.equal(deedAfterReport(open, before), open)
    assert.equal(deedAfterReport(open, after), undefined)
  })

test('what no report shows within three seconds is not confirmed', () => {
  const open = asked({ kind: 'disengage' })
  assert.equal(agedDeed(open, 2_999), open)
  assert.equal(agedDeed(open, 3_000)?.phase, 'unconfirmed')
})

const clues = { asked: null, chosen: '', person: null, short: 390, long: 844, isTouch: true }

test('a station is called as the address says, else as it was set, else by its size and whose it is', () => {
  assert.equal(stationName({ ...clues, asked: 'Cockpit', chosen: 'Saloon' }), 'Cockpit')
  assert.equal(stationName({ ...clues, chosen: 'Saloon' }), 'Saloon')
  assert.equal(stationName(clues), 'Phone')
  assert.equal(stationName({ ...clues, person: 'Anna' }), 'Anna, Phone')
  assert.equal(stationName({ ...clues, short: 768, long: 1_024 }), 'Tablet')
  assert.equal(stationName({ ...clues, short: 800, long: 1_280, isTouch: false }), 'Plotter')
})
