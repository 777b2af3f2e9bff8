import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ChosenPorts } from './chosen-ports.ts'

const createStorage = (stored?: unknown) => {
  const values = new Map<string, unknown>(stored === undefined ? [] : [['chosen', stored]])
  let writes = 0
  return {
    values,
    writes: () => writes,
    get: async (key: string) => values.get(key),
    set: async (more: Readonly<Record<string, unknown>>) => {
      writes++
      for (const [key, value] of Object.entries(more)) values.set(key, value)
    },
  }
}

const gps = { id: 'gps', name: 'GPS', device: '/dev/ttyUSB0', speed: 4_800 }

test('restores the chosen ports', async () => {
  const storage = createStorage()
  await new ChosenPorts(storage).write([gps])
  assert.deepEqual(await new ChosenPorts(storage).read(), [gps])
})

test('does not write unchanged choices', async () => {
  const storage = createStorage([gps])
  const ports = new ChosenPorts(storage)
  await ports.read()
  await ports.write([gps])
  assert.equal(storage.writes(), 0)
  await ports.write([])
  assert.equal(storage.writes(), 1)
})

for (const nonsense of [
  undefined,
  null,
  5,
  'gps',
  { gps },
  [5, null, { id: 'x' }, { ...gps, speed: 'fast' }],
])
  test(`treats stored ${JSON.stringify(nonsense)} as no choice`, async () => {
    assert.deepEqual(await new ChosenPorts(createStorage(nonsense)).read(), [])
  })
