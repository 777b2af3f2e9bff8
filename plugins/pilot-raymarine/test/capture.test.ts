import type { AutopilotReport } from '@marinedata/plugin-api'
import { ownBusName, startPlugin } from '@marinedata/plugin-api/testing'
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ev1Bus, pilotName } from './ev1-bus.ts'

/** What the capture shows: the states, and the headings that are held, in steps of 1e-4 rad. */
const expected = [
  // As the simulator left it.
  ['standby', null],
  ['engaged', 0xee_30],
  ['standby', null],
  ['engaged', 0xec_97],
  ['standby', null],
  ['engaged', 0xeb_f0],
  ['engaged', 0xf2_c1],
  ['standby', null],
  ['engaged', 0xeb_90],
  ['engaged', 0xf2_61],
  ['engaged', 0xeb_90],
  ['engaged', 0xe4_bf],
  ['standby', null],
]

// From canboat's sample `ydnu-02-raymarine-ev1`: what the course computer sent, without repetitions.
// Each line: PGN, address of the receiver, bytes.
test(
  'a recorded EV-1 gives exactly its changes of mode and heading, and its alarm',
  { timeout: 60_000 },
  async () => {
    const lines = (await readFile(new URL('ev1-capture.txt', import.meta.url), 'utf8')).trim().split('\n')
    using bus = ev1Bus()
    await using plugin = await startPlugin(new URL('..', import.meta.url))
    await bus.offerTo(plugin)
    bus.cut(true)
    const { devices } = plugin
    const reports = (): readonly AutopilotReport[] =>
      (devices.get('raymarine')?.reports ?? []) as readonly AutopilotReport[]
    // One moment of silence, so that nothing of the simulator comes later.
    await sleep(100)
    const { length: known } = reports()
    const alarms: unknown[] = []
    for (const line of lines) {
      const [topic = '', to, ...bytes] = line.split(' ')
      bus.hear({ topic, from: pilotName, hex: bytes.join(''), ...(to !== '255' && { to: ownBusName }) })
      await sleep(10)
      const alarm = devices.get('raymarine')?.alarms.get('heading')?.state
      if (alarm !== alarms.at(-1)) alarms.push(alarm)
    }
    await sleep(200)
    const seen = reports()
      .slice(known)
      .map(({ state, target }) => [state, target === null ? null : Math.round(target * 10_000)])
      .filter((row, index, all) => JSON.stringify(row) !== JSON.stringify(all[index - 1]))
    assert.deepEqual(seen, expected)
    assert.deepEqual(alarms, ['alarm', 'normal'])
  },
)
