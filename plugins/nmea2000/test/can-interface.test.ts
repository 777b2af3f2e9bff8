import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Harbour, inputOf, isIn, until } from './aboard.ts'
import { CanPrograms } from './can-programs.ts'

const limit = { timeout: 60_000 }

test(
  'a CAN interface is read by candump and written by canplayer, with an address of our own',
  limit,
  async () => {
    await using harbour = await Harbour.make()
    await harbour.can()
    const settings = { gateways: [{ kind: 'socketcan', address: 'can0' }], ports: [], sends: true }
    const plugin = await harbour.plugin(settings)
    await inputOf(plugin, 'can0', isIn('used'))
    const { frames } = harbour.bus
    const ownClaim = await until(() => frames.find(({ pgn, source }) => pgn === 60_928 && source === 100))
    const asked = await until(() => frames.find(({ pgn, source }) => pgn === 59_904 && source === 100))
    assert.ok(asked.at > ownClaim.at)
    await plugin.next('navigation.headingMagnetic')
    const sources = plugin.published.flatMap(({ updates }) => updates.map(({ $source }) => $source ?? ''))
    assert.ok(
      sources.every((source) => /^nmea2000\.can0\.[0-9a-f]{16}$/.test(source)),
      sources[0],
    )
    assert.deepEqual(plugin.refused, [])
  },
)

test('without candump the input says what is missing', limit, async () => {
  await using harbour = await Harbour.make()
  CanPrograms.searchOnly(harbour.folder)
  const settings = { gateways: [{ kind: 'socketcan', address: 'can9' }], ports: [] }
  const plugin = await harbour.plugin(settings)
  const refused = await inputOf(plugin, 'can9', isIn('refused'))
  assert.match(refused.error?.message ?? '', /candump/)
})
