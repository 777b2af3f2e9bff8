import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agedCommand, commandAfterReport, type PendingCommand } from './pending-command.ts'
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
const asked = (pendingCommand: Pick<PendingCommand, 'kind' | 'mode'>): PendingCommand => ({
  ...pendingCommand,
  phase: 'requested',
  since: 0,
})

for (const [pendingCommand, before, after] of [
  [{ kind: 'engage' }, standby, engaged],
  [{ kind: 'disengage' }, engaged, standby],
  [{ kind: 'mode', mode: 'wind' }, engaged, { ...engaged, mode: 'wind' }],
  [{ kind: 'tack' }, engaged, { ...engaged, manoeuvre: { kind: 'tack', direction: 'port' } }],
  [{ kind: 'cancel' }, { ...engaged, manoeuvre: { kind: 'tack', direction: 'port' } }, engaged],
  [{ kind: 'dodge' }, engaged, { ...engaged, mode: 'dodge' }],
  [{ kind: 'resume' }, { ...engaged, mode: 'dodge' }, engaged],
] as const)
  test(`"${pendingCommand.kind}" is confirmed by the pilot’s report only`, () => {
    const open = asked(pendingCommand)
    assert.equal(commandAfterReport(open, before), open)
    assert.equal(commandAfterReport(open, after), undefined)
  })

test('a command without a report is unconfirmed after three seconds', () => {
  const open = asked({ kind: 'disengage' })
  assert.equal(agedCommand(open, 2_999), open)
  assert.equal(agedCommand(open, 3_000)?.phase, 'unconfirmed')
})

const clues = { asked: null, chosen: '', person: null, short: 390, long: 844, isTouch: true }

test('the station name comes from the address, the settings, or the screen size and user', () => {
  assert.equal(stationName({ ...clues, asked: 'Cockpit', chosen: 'Saloon' }), 'Cockpit')
  assert.equal(stationName({ ...clues, chosen: 'Saloon' }), 'Saloon')
  assert.equal(stationName(clues), 'Phone')
  assert.equal(stationName({ ...clues, person: 'Anna' }), 'Anna, Phone')
  assert.equal(stationName({ ...clues, short: 768, long: 1_024 }), 'Tablet')
  assert.equal(stationName({ ...clues, short: 800, long: 1_280, isTouch: false }), 'Plotter')
})
