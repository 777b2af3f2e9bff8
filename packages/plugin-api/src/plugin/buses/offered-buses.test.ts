import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RpcConnection } from '#rpc/rpc-connection.ts'
import type { PluginVerbs, ServerVerbs } from '#protocol/verbs.ts'
import { ServerConnection } from '../server-connection.ts'
import { OfferedBuses } from './offered-buses.ts'

test('what was received before a change of the state is sent before it', async () => {
  const sent: string[] = []
  const request = (name: string): Promise<object> => {
    sent.push(name)
    return Promise.resolve({})
  }
  // All that is used of a connection.
  const rpc = { request } as unknown as RpcConnection<PluginVerbs, ServerVerbs>
  const buses = new OfferedBuses(new ServerConnection(rpc), assert.fail)
  const bus = await buses.offer({ id: 'can0', kind: 'nmea2000' }, { send: () => undefined })
  buses.setWanted({ bus: 'can0', topics: ['65379'], urgent: [] })
  const message = { topic: '65379', from: null, to: null, priority: 7, payload: Uint8Array.of(1) }
  bus.heard(message)
  // The first message leaves at once, the next ones wait for a while.
  await Promise.resolve()
  bus.heard(message)
  await bus.update({ canSend: false })
  await new Promise((resolve) => setTimeout(resolve, 30))
  assert.deepEqual(sent, ['bus/offer', 'bus/heard', 'bus/heard', 'bus/offer'])
})
