import { parseSentence } from '@marinedata/nmea0183'
import type { Notification } from '@marinedata/plugin-api'
import { sentenceOf } from '@marinedata/plugin-api/testing'
import type { StartedPlugin } from '@marinedata/plugin-api/testing'
import { until } from '@marinedata/testing/until'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startNetwork, TestGateway } from './network-boat.ts'

const limit = { timeout: 300_000 }
const raisedAt = '2026-11-19T14:03:20.000Z'
const path = 'notifications.mob'
const overboard: Notification = {
  id: 'alert-1',
  status: 'active',
  state: 'emergency',
  method: ['visual', 'sound'],
  message: 'Man overboard',
  raisedAt,
  position: { latitude: 50 + 20 / 60, longitude: -(4 + 10 / 60) },
}
const ended: Notification = { state: 'normal', method: [], message: '' }

const give = (plugin: StartedPlugin, value: unknown, source = 'crew'): number =>
  plugin.send([
    {
      context: 'vessels.self',
      updates: [{ $source: source, timestamp: raisedAt, values: [{ path, value }] }],
    },
  ])

/** A panel that gets what an output sends, and a plotter that gets nothing. */
const board = async (made: readonly string[], settings: object = {}, storage = {}) => {
  await using stack = new AsyncDisposableStack()
  const [panel, plotter] = [stack.use(await TestGateway.open()), stack.use(await TestGateway.open())]
  const connections = [
    { address: panel.address, sends: { received: false, made } },
    { address: plotter.address, sends: { received: false } },
  ]
  const plugin = stack.use(await startNetwork({ connections, ...settings }, storage))
  await until(() => panel.connections.length === 1 && plotter.connections.length === 1, Boolean, {
    what: () => 'not connected',
  })
  await until(
    () => plugin.inputs.filter(({ chosen, state }) => chosen && state !== 'lost').length === 2,
    Boolean,
    { what: () => JSON.stringify(plugin.inputs) },
  )
  const linesOf = (type: string): readonly string[] =>
    (panel.connections[0]?.lines ?? []).filter((line) => line.slice(3, 6) === type)
  const receive = async (type: string, count: number): Promise<readonly string[]> => {
    await until(() => linesOf(type).length >= count, Boolean, {
      what: () => `${linesOf(type).length} of ${count} ${type}`,
    })
    return linesOf(type)
  }
  return { stack: stack.move(), panel, plotter, plugin, receive, linesOf }
}

const fieldsOf = (line = ''): readonly string[] => {
  const sentence = parseSentence(line)
  return 'fault' in sentence ? assert.fail(line) : sentence.fields
}

describe('alerts on NMEA 0183', { ...limit, concurrency: 2 }, () => {
  test('MOB is sent three times, and so is the end, to the output that wants it', async () => {
    const { stack, plugin, plotter, receive } = await board(['MOB'])
    await using _ = stack
    give(plugin, overboard)
    await receive('MOB', 3)
    give(plugin, ended)
    const lines = await receive('MOB', 6)
    assert.deepEqual(
      lines.map((line) => fieldsOf(line)[1]),
      ['M', 'M', 'M', 'V', 'V', 'V'],
    )
    assert.match(
      lines[0] ?? '',
      /^\$IIMOB,,M,140320\.00,0,191126,140320\.00,5020\.0000,N,00410\.0000,W,,,230099999,\*/,
    )
    assert.deepEqual(plotter.connections[0]?.lines, [])
  })

  test('ALF tells each change', async () => {
    const { stack, plugin, receive } = await board(['alerts'])
    await using _ = stack
    for (const status of ['active', 'silenced', 'acknowledged'] as const)
      give(plugin, { ...overboard, status })
    give(plugin, ended)
    const lines = (await receive('ALF', 8)).map(fieldsOf)
    assert.deepEqual(
      lines.filter(([, number]) => number === '1').map((fields) => [fields[6], fields[8], fields[10]]),
      [
        ['V', '10001', '1'],
        ['S', '10001', '2'],
        ['A', '10001', '3'],
        ['N', '10001', '4'],
      ],
    )
  })

  test('without a choice nothing is sent, and nothing is subscribed to', async () => {
    const { stack, plugin } = await board([])
    await using _ = stack
    assert.equal(give(plugin, overboard), 0)
  })

  test('a panel may not acknowledge unless the owner permits it: ACN is refused by ARC, ACK is ignored', async () => {
    const { stack, plugin, panel, receive } = await board(['alerts'])
    await using _ = stack
    give(plugin, overboard)
    await receive('ALF', 2)
    panel.send(sentenceOf('VRACK,001') + sentenceOf('VRACN,140415.00,,10001,1,A,C'))
    assert.deepEqual(fieldsOf((await receive('ARC', 1))[0]), ['140415.00', '', '10001', '1', 'A'])
    assert.deepEqual(plugin.answers, [])
  })

  test('a panel acknowledges and silences one alert when the owner permits it, but takes over none', async () => {
    const { stack, plugin, panel, receive, linesOf } = await board(['alerts'], { answersFromWire: true })
    await using _ = stack
    give(plugin, overboard)
    await receive('ALF', 2)
    panel.send(
      sentenceOf('VRACN,140414.00,,10001,9,A,C') +
        sentenceOf('VRACN,140415.00,,10001,1,S,C') +
        sentenceOf('VRACK,001') +
        sentenceOf('VRACN,140417.00,,10001,1,O,C'),
    )
    await receive('ARC', 1)
    await until(() => plugin.answers.length >= 2, Boolean, { what: () => JSON.stringify(plugin.answers) })
    assert.deepEqual(
      plugin.answers.map(({ id, action }) => [id, action]),
      [
        ['alert-1', 'silence'],
        ['alert-1', 'acknowledge'],
      ],
    )
    assert.ok(plugin.answers.every(({ device }) => device.startsWith(panel.id)))
    assert.deepEqual(
      linesOf('ARC').map((line) => fieldsOf(line)[4]),
      ['O'],
    )
  })

  test('the crew tells ships where the person is, by a transponder of class A, and not too often', async () => {
    const { stack, plugin, receive, linesOf } = await board(['BBM'], { aisTransmitter: 'class-a' })
    await using _ = stack
    await assert.rejects(plugin.act('tell-ships'), /no man-overboard alert/)
    give(plugin, overboard)
    await until(() => plugin.storage.has('overboard'), Boolean, { what: () => 'not seen' })
    assert.deepEqual(await plugin.act('tell-ships'), {
      text: 'PERSON OVERBOARD 5020.0N 00410.0W',
      outputs: 1,
    })
    const [line] = await receive('BBM', 1)
    assert.match(line ?? '', /^!IIBBM,1,1,0,0,14,/)
    await assert.rejects(plugin.act('tell-ships'), /less than 10 s ago/)
    assert.equal(linesOf('BBM').length, 1)
  })

  test('clients read whether ships can be told, until the owner takes the transponder or BBM away', async () => {
    const canTell = 'communication.canBroadcastSafetyText'
    const readBy = async (made: readonly string[], aisTransmitter: string, before: object = {}) => {
      const { stack, plugin } = await board(made, { aisTransmitter }, before)
      await using _ = stack
      // The plugin connects after it has published the value.
      const values = plugin.published.flatMap(({ updates }) =>
        updates.flatMap((update) => update.values ?? []),
      )
      return [values.find((one) => one.path === canTell)?.value, plugin.storage.get(canTell)]
    }
    assert.deepEqual(await readBy(['BBM'], 'class-a'), [true, true])
    assert.deepEqual(await readBy(['MOB'], 'class-a', { [canTell]: true }), [false, false])
    assert.deepEqual(await readBy(['BBM'], 'none', { [canTell]: true }), [false, false])
    assert.deepEqual(await readBy(['MOB'], 'none'), [undefined, undefined])
  })

  test('no ship is told without a transponder of class A in the settings', async () => {
    const { stack, plugin } = await board(['BBM', 'MOB'])
    await using _ = stack
    give(plugin, overboard)
    await assert.rejects(plugin.act('tell-ships'), /"aisTransmitter"/)
  })
})
