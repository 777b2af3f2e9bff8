import { selfContext } from '@marinedata/model'
import type { Boat } from '@marinedata/plugin-api'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FleetMember } from './fleet-member.ts'

const unused = () => Promise.reject(new Error('not used'))

test('starts without its folder, and reports that the boat is not connected', async () => {
  const shown: unknown[] = []
  const messages: unknown[] = []
  const note = (message: unknown): void => void messages.push(message)
  const boat: ConstructorParameters<typeof FleetMember>[0] = {
    self: selfContext,
    status: (...line: Parameters<Boat['status']>) => void shown.push(line[0]),
    log: { debug: note, info: note, warn: note, error: note },
    storage: { get: unused, set: () => Promise.resolve() },
    subscribe: unused,
    recordedLog: { head: unused, segments: unused, events: unused, series: unused, startEpoch: unused },
  }
  const settings = { tariff: 'cellular', fleet: 'https://fleet.test', code: 'AAAA-BBBB-CCCC-DDDD' } as const
  const member = new FleetMember(boat, settings, { folder: undefined, usage: undefined })
  member.start()
  assert.equal(member.report.phase, 'none')
  await assert.rejects(member.leave(), { code: 'storage-full' })
  await member.stop()
  assert.deepEqual(shown, ['error'])
  assert.match(String(messages[0]), /there is no folder for the key of the boat/)
})
