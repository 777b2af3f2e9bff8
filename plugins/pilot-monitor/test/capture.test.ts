import type { AutopilotReport } from '@marinedata/plugin-api'
import { startPlugin, type StartedPlugin } from '@marinedata/plugin-api/testing'
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  device,
  furunoBus,
  furunoName,
  furunoNode,
  GarminBus,
  garminName,
  garminNode,
} from './monitor-bus.ts'

const limit = { timeout: 60_000 }
type Bus = Pick<GarminBus, 'cut' | 'hear' | 'lose' | 'nodes' | 'offerTo' | 'reported' | 'sent'>

/** Each line of a recording: PGN, bytes. */
const linesOf = async (file: string): Promise<readonly string[]> =>
  (await readFile(new URL(file, import.meta.url), 'utf8')).trim().split('\n')

/** What the plugin reports for a recording, without repetitions. Targets in steps of 1e-4 rad. */
const replay = async (
  plugin: StartedPlugin,
  { bus, name, file }: { readonly bus: Bus; readonly name: string; readonly file: string },
): Promise<unknown[][]> => {
  const reports = (): readonly AutopilotReport[] =>
    (plugin.devices.get(device)?.reports ?? []) as readonly AutopilotReport[]
  const { length: known } = reports()
  for (const line of await linesOf(file)) {
    const [topic = '', ...bytes] = line.split(' ')
    const { length: before } = reports()
    bus.hear({ topic, from: name, hex: bytes.join('') })
    for (let count = 0; count < 1_000 && reports().length === before; count++) await sleep(5)
  }
  return reports()
    .slice(known)
    .map(({ state, mode, target }) => [state, mode, target === null ? null : Math.round(target * 10_000)])
    .filter((row, index, all) => JSON.stringify(row) !== JSON.stringify(all[index - 1]))
}

/** A plugin that has found the pilot, and to which nothing is known of it. */
const meet = async (bus: Bus, node: typeof garminNode | typeof furunoNode): Promise<StartedPlugin> => {
  const plugin = await startPlugin(new URL('..', import.meta.url))
  await bus.offerTo(plugin)
  bus.cut(true)
  bus.nodes([], [node.name])
  await bus.reported(plugin, ({ state }) => state === 'off-line')
  bus.nodes([node])
  return plugin
}

// From canboat's sample `garmin-ap-reactor-126720`: what the CCU sent; of the headings in standby, every fortieth message.
test('a recorded Garmin Reactor gives exactly its changes of mode and heading', limit, async () => {
  using bus = new GarminBus()
  await using plugin = await meet(bus, garminNode)
  assert.deepEqual(await replay(plugin, { bus, name: garminName, file: 'reactor-capture.txt' }), [
    // Nothing in the recording says that it begins in standby.
    ['off-line', null, null],
    ['engaged', 'heading hold', 27_315],
    ['engaged', 'heading hold', 27_489],
    ['engaged', 'heading hold', 29_234],
    ['shadow drive', null, null],
    ['standby', null, null],
  ])
  assert.deepEqual(bus.sent, [])
})

/** The courses that the knob of the head gave, in steps of 1e-4 rad. */
const turned = [
  0x5e_f8, 0x60_56, 0x63_10, 0x65_ca, 0x67_d5, 0x6b_3e, 0x6d_4a, 0x70_04, 0x73_6c, 0x76_27, 0x78_32, 0x7b_9b,
  0x7e_55, 0x81_0f, 0x83_1b, 0x9e_60, 0xb9_a5, 0xc0_77, 0xb9_a5, 0xa5_31, 0x97_8f, 0x83_1b, 0x7c_49, 0x75_78,
  0x6e_a7, 0x67_d5, 0x61_04, 0x5a_33, 0x61_04, 0x5f_a7, 0x5e_f8, 0x51_56, 0x3c_e2, 0x21_9c, 0x0d_28, 0xee_24,
  0xcc_0e, 0xd2_df, 0xd9_b0, 0xe7_53, 0xee_24, 0x06_c0, 0x0d_91, 0x1b_34, 0x2f_a8, 0x44_1c, 0x51_be, 0x5f_61,
  0x5e_b3,
]

// From canboat's samples `furuno-fap7011c-autopilot-maneuvers` and `…-off-then-on`: the changes of 127237 and 130827.
test(
  'a recorded Furuno NavPilot gives exactly its changes of mode and course, and no alarm',
  limit,
  async () => {
    using bus = furunoBus()
    await using plugin = await meet(bus, furunoNode)
    assert.deepEqual(await replay(plugin, { bus, name: furunoName, file: 'navpilot-capture.txt' }), [
      // Steering by the keys of the head is steering by hand.
      ['standby', null, null],
      ['engaged', 'heading', null],
      ...turned.map((course) => ['engaged', 'heading', course]),
      ['standby', null, null],
      ['engaged', 'heading', null],
      ['engaged', 'heading', 0x5e_e7],
      ['standby', null, null],
      ['engaged', 'track', 0x7f_15],
    ])
    assert.deepEqual(bus.sent, [])
    const alarms = [...(plugin.devices.get(device)?.alarms.values() ?? [])]
    assert.ok(
      alarms.every(({ state }) => state === 'normal'),
      JSON.stringify(alarms),
    )
  },
)
