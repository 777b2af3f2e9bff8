import type { AlertCall } from '@marinedata/model'
import { startPlugin, TestSerialPort, type StartedPlugin } from '@marinedata/plugin-api/testing'
import { until } from '@marinedata/testing/until'
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

const here = new URL('..', import.meta.url)
const limit = { timeout: 300_000 }

const call: AlertCall = {
  id: 'one',
  path: 'notifications.navigation.anchor',
  state: 'alarm',
  message: 'The anchor drags',
  boat: 'Aava',
  raisedAt: '2026-01-01T00:00:00Z',
  repeat: 0,
  test: false,
}

/** A program in place of the loudspeaker. It runs as long as the sound would. */
const recorder = '#!/bin/sh\ncat > /dev/null\nexec sleep 10\n'
/** A player that cannot open its device. */
const broken = '#!/bin/sh\ncat > /dev/null\necho "audio open error: No such device" >&2\nexit 1\n'

const makePlayer = async (t: TestContext, program: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'marinedata-player-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const player = join(folder, 'player')
  // The sound of the first program replaces the shell, so its name is that of `sleep`: the path is an argument.
  await writeFile(player, program.replace('exec sleep 10', `exec sh -c "sleep 10; : ${player}"`))
  await chmod(player, 0o755)
  return player
}

/** Number of running players: what can be heard. */
const soundingNow = (player: string): number =>
  globSync('/proc/[0-9]*/cmdline').filter((file) => {
    try {
      return readFileSync(file, 'utf8').includes(`: ${player}`)
    } catch {
      return false
    }
  }).length

const states = (plugin: StartedPlugin): string[] =>
  plugin.devices.get('sounder')?.reports.map(({ call: id, state }) => [id, state].join(' ')) ?? []

const quiet = (id: string) => ({ name: 'quiet', input: { id } })

test('the loudspeaker sounds from the call to its end, once for all calls', limit, async (t) => {
  const player = await makePlayer(t, recorder)
  await using plugin = await startPlugin(here, { settings: { player } })
  await plugin.command('sounder', { name: 'call', input: call })
  await plugin.command('sounder', { name: 'call', input: { ...call, id: 'two' } })
  await until(() => soundingNow(player) === 1, Boolean, { what: 'sound' })
  await until(() => states(plugin).length === 2, Boolean, { what: 'receipts' })
  assert.deepEqual(states(plugin).toSorted(), ['one delivered', 'two delivered'])
  await plugin.command('sounder', quiet('one'))
  await sleep(300)
  assert.equal(soundingNow(player), 1)
  await plugin.command('sounder', quiet('two'))
  await until(() => soundingNow(player) === 0, Boolean, { what: 'silence' })
})

test('the loudspeaker is quiet when the plugin stops or is killed', limit, async (t) => {
  const player = await makePlayer(t, recorder)
  for (const end of ['stop', 'kill'] as const) {
    const plugin = await startPlugin(here, { settings: { player } })
    await plugin.command('sounder', { name: 'call', input: call })
    await until(() => soundingNow(player) === 1, Boolean, { what: 'sound' })
    await plugin[end]()
    await until(() => soundingNow(player) === 0, Boolean, { what: 'silence' })
  }
})

test('a loudspeaker that does not play is reported with its reason', limit, async (t) => {
  const player = await makePlayer(t, broken)
  await using plugin = await startPlugin(here, { settings: { player } })
  await plugin.command('sounder', { name: 'call', input: call })
  await until(() => states(plugin).length > 0, Boolean, { what: 'a receipt' })
  const [report] = plugin.devices.get('sounder')?.reports ?? []
  assert.deepEqual(report, {
    call: 'one',
    to: 'Sounder',
    state: 'failed',
    reason: 'audio open error: No such device',
  })
})

/** Waits until the relay was switched on, off and on again, from its first byte. */
const untilSwitched = async (siren: TestSerialPort, plugin: StartedPlugin): Promise<void> => {
  let received = ''
  const seen = () => `The relay received "${received}"; reports: ${states(plugin).join(', ')}`
  await until(async () => (received = await siren.received()).startsWith('o.o'), Boolean, {
    what: () => `on, off, on. ${seen()}`,
  })
}

const relayPath = async (t: TestContext): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'marinedata-relay-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'relay')
}

const startRelay = (port: string) =>
  startPlugin(here, { settings: { output: 'relay', port, on: '6F', off: '2E' } })

test('a relay is switched on and off in turn for an alarm, and off at its end', limit, async (t) => {
  const path = await relayPath(t)
  await using siren = await TestSerialPort.plugIn({ path, speed: 9_600, lines: [] })
  await using plugin = await startRelay(path)
  await plugin.command('sounder', { name: 'call', input: call })
  await untilSwitched(siren, plugin)
  assert.equal(states(plugin).at(-1), 'one delivered')
  await plugin.command('sounder', quiet('one'))
  await until(async () => (await siren.received()).endsWith('.'), Boolean, { what: 'off' })
  const before = await siren.received()
  await sleep(2_500)
  assert.equal(await siren.received(), before)
})

test('a relay that is plugged in during an alarm begins with the siren on', limit, async (t) => {
  // After an even and after an odd number of missed steps.
  for (const laterMs of [0, 1_000]) {
    const path = await relayPath(t)
    await using plugin = await startRelay(path)
    await plugin.command('sounder', { name: 'call', input: call })
    await until(() => states(plugin).includes('one failed'), Boolean, { what: 'a report of the failure' })
    await sleep(laterMs)
    await using siren = await TestSerialPort.plugIn({ path, speed: 9_600, lines: [] })
    await untilSwitched(siren, plugin)
    assert.equal(states(plugin).at(-1), 'one delivered')
  }
})
