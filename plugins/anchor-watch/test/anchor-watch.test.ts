import { startPlugin } from '@marinedata/plugin-api/testing'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { here, reportOf, shows, south, tell } from './aboard.ts'

const settings = { length: 12, bowHeight: 1.2, fromBow: 9, fromCenter: 0 }
const rode = { rodeLength: 40, anchorDepth: 6 }

test('drop, radius, reposition and raise follow the interface and answer with the whole state', async () => {
  await using plugin = await startPlugin(here, { settings })
  const command = async (name: string, input: object = {}) =>
    await plugin.command('anchor-watch', { name, input })
  await assert.rejects(command('drop'), { code: 'anchor-no-position' })
  tell(plugin, south(9))
  assert.deepEqual(Object.keys((await command('drop')) as object).includes('suggestedRadius'), true)
  assert.equal(reportOf(plugin).state, 'setting')
  await command('radius', { value: 70 })
  assert.equal(reportOf(plugin).state, 'watching')
  assert.equal(reportOf(plugin).maxRadius, 70)
  await assert.rejects(command('radius', { value: 4 }), { code: 'invalid-value' })
  await assert.rejects(command('radius', { value: 50, units: 'ft' }), { code: 'invalid-value' })
  await assert.rejects(command('reposition', { rodeLength: 5, anchorDepth: 6 }), { code: 'invalid-value' })
  await command('reposition', rode)
  assert.equal(reportOf(plugin)['rodeLength'], 40)
  await command('raise')
  await command('raise')
  assert.equal(reportOf(plugin).state, 'raised')
  await assert.rejects(command('radius', { value: 50 }), { code: 'anchor-not-down' })
})

test('reports a raised anchor rarely and changes within a second', async () => {
  await using plugin = await startPlugin(here, { settings })
  const count = (): number => plugin.devices.get('anchor-watch')?.reports.length ?? 0
  await shows(plugin, ({ state }) => state === 'raised')
  const before = count()
  await sleep(3_500)
  assert.ok(count() - before <= 1, `${count() - before} reports`)
  tell(plugin, south(9))
  await plugin.command('anchor-watch', { name: 'drop', input: {} })
  const down = count()
  await sleep(2_500)
  assert.ok(count() - down >= 1, 'while it is down it is reported every second')
})

test('saves a command before the answer, and a restart watches the same anchor', async () => {
  const storage: Record<string, unknown> = {}
  const before = await (async () => {
    await using plugin = await startPlugin(here, { settings })
    tell(plugin, south(9))
    await plugin.command('anchor-watch', { name: 'drop', input: {} })
    await plugin.act('veer', rode)
    for (const [key, value] of plugin.storage) storage[key] = value
    return reportOf(plugin)
  })()
  await using plugin = await startPlugin(here, { settings, storage })
  const after = reportOf(plugin)
  for (const member of ['state', 'position', 'maxRadius', 'rodeLength'])
    assert.deepEqual(after[member], before[member])
  assert.equal(after.alert.reason, 'no-position', 'nothing is well before the first position')
  tell(plugin, south(9))
  const { alert } = await shows(plugin, ({ alert: { reason } }) => reason === 'downtime')
  assert.match(alert.message, /^The anchor was not watched for \d+ s$/)
})

test('reports an unknown downtime after a start with a clock that was set back', async () => {
  const storage: Record<string, unknown> = {}
  {
    await using plugin = await startPlugin(here, { settings })
    tell(plugin, south(9))
    await plugin.command('anchor-watch', { name: 'drop', input: {} })
    for (const [key, value] of plugin.storage) storage[key] = value
  }
  const time = storage['time'] as { readonly clock: number }
  assert.ok(Math.abs(time.clock - Date.now() / 1_000) < 10)
  storage['time'] = { ...time, clock: time.clock + 3_600 }
  await using plugin = await startPlugin(here, { settings, storage })
  assert.match(reportOf(plugin).alert.message, /The anchor was not watched for an unknown time$/)
})

test('a boat outside after a restart alarms at once', async () => {
  const storage: Record<string, unknown> = {}
  {
    await using plugin = await startPlugin(here, { settings })
    tell(plugin, south(9))
    await plugin.command('anchor-watch', { name: 'drop', input: {} })
    await plugin.command('anchor-watch', { name: 'radius', input: { value: 5 } })
    for (const [key, value] of plugin.storage) storage[key] = value
  }
  await using plugin = await startPlugin(here, { settings, storage })
  tell(plugin, south(9))
  const { alert } = await shows(plugin, ({ alert: { reason } }) => reason === 'distance')
  assert.equal(alert.level, 'emergency')
})

test('reports an unreadable saved watch and starts with a raised anchor', async () => {
  await using plugin = await startPlugin(here, { storage: { watch: { version: 99 } } })
  assert.equal(reportOf(plugin).state, 'raised')
  assert.ok(plugin.logs.some(({ level, message }) => level === 'error' && /could not read/.test(message)))
})
