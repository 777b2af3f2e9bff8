import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ChosenInputs } from './chosen-inputs.ts'

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

test('restores the chosen ports and the released inputs', async () => {
  const storage = createStorage()
  await new ChosenInputs(storage).write({ ports: [gps], released: ['tcp-boat-10110'] })
  assert.deepEqual(await new ChosenInputs(storage).read(), { ports: [gps], released: ['tcp-boat-10110'] })
})

test('does not write unchanged choices', async () => {
  const storage = createStorage([gps])
  const inputs = new ChosenInputs(storage)
  await inputs.read()
  await inputs.write({ ports: [gps], released: [] })
  assert.equal(storage.writes(), 0)
  await inputs.write({ ports: [], released: [] })
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
    assert.deepEqual(await new ChosenInputs(createStorage(nonsense)).read(), { ports: [], released: [] })
  })
