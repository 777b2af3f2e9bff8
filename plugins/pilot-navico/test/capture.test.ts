import type { AutopilotReport } from '@marinedata/plugin-api'
import { startPlugin } from '@marinedata/plugin-api/testing'
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { navicoBus, pilotName } from './navico-bus.ts'

/**
 * What the capture shows: commissioning in standby, then one engagement with 24 changes of course. States, modes, and
 * the headings that are held, in steps of 1e-4 rad.
 */
const expected = [
  ['standby', 'heading', null],
  ...[
    0x9e_db, 0xa0_38, 0xa0_e6, 0xa1_95, 0xa2_43, 0x9f_89, 0x9e_db, 0x9e_2c, 0x9c_21, 0x9b_72, 0x9a_15,
    0x99_66, 0x98_09, 0x95_4f, 0x94_a1, 0x95_4f, 0x95_fe, 0x98_09, 0x98_b8, 0x9a_15, 0x9a_c4, 0x9b_72,
    0x9c_21, 0x9c_cf,
  ].map((target) => ['engaged', 'heading', target]),
]

// From canboat's sample `ac42-commissioning`: what the course computer sent, without repetitions. Each line: PGN, bytes.
test(
  'a recorded AC42 gives exactly its changes of mode and heading, and no alarm',
  { timeout: 60_000 },
  async () => {
    const lines = (await readFile(new URL('ac42-capture.txt', import.meta.url), 'utf8')).trim().split('\n')
    using bus = navicoBus()
    await using plugin = await startPlugin(new URL('..', import.meta.url))
    await bus.offerTo(plugin)
    bus.cut(true)
    const reports = (): readonly AutopilotReport[] =>
      (plugin.devices.get('navico')?.reports ?? []) as readonly AutopilotReport[]
    // One moment of silence, so that nothing of the simulator comes later.
    await sleep(100)
    const { length: known } = reports()
    for (const line of lines) {
      const [topic = '', ...bytes] = line.split(' ')
      const { length: before } = reports()
      bus.hear({ topic, from: pilotName, hex: bytes.join('') })
      for (let count = 0; count < 1_000 && reports().length === before; count++) await sleep(5)
    }
    const seen = reports()
      .slice(known)
      .map(({ state, mode, target }) => [state, mode, target === null ? null : Math.round(target * 10_000)])
      .filter((row, index, all) => JSON.stringify(row) !== JSON.stringify(all[index - 1]))
    assert.deepEqual(seen, expected)
    assert.equal(plugin.devices.get('navico')?.alarms.size, 0)
    assert.deepEqual(bus.sent, [], 'listening sends nothing')
  },
)
