import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApplicationData } from './application-data.ts'

const address = { app: 'kip', version: '1.0', members: [] }

const setUp = () => {
  const texts = new Map<string, string>()
  const data = new ApplicationData({
    read: (name) => texts.get(name),
    save: (name, text) => Promise.resolve(void texts.set(name, text)),
  })
  const write = (body: unknown, ...members: string[]) => data.write('global', { ...address, members }, body)
  const read = (...members: string[]) => data.read('global', { ...address, members })
  return { write, read }
}

const isRefused = async (work: () => Promise<void>, code: string): Promise<void> => {
  await assert.rejects(async () => await work(), { code })
}

test('a patch changes entries of lists, and keeps the others', async () => {
  const { write, read } = setUp()
  await write({ pages: ['wind', 'depth', 'engine'] })
  await write([{ op: 'replace', path: '/pages/1', value: 'tanks' }])
  await write([{ op: 'add', path: '/pages/0', value: 'start' }])
  await write([{ op: 'add', path: '/pages/-', value: 'end' }])
  await write([{ op: 'remove', path: '/pages/1' }])
  assert.deepEqual(read(), { pages: ['start', 'tanks', 'engine', 'end'] })
  assert.equal(read('pages', '2'), 'engine')
  await write('last', 'pages', '3')
  assert.equal(read('pages', '3'), 'last')
})

test('a step that has no place in a list, or no value, is refused, and nothing of its patch is saved', async () => {
  const { write, read } = setUp()
  await write({ pages: ['wind'] })
  const first = { op: 'add', path: '/theme', value: 'night' }
  for (const path of ['/pages/2', '/pages/x', '/pages/-1', '/pages/01', 'pages', '/pages/0/__proto__'])
    await isRefused(() => write([first, { op: 'add', path, value: 1 }]), 'invalid-value')
  for (const path of ['/pages/1', '/pages/-'])
    await isRefused(() => write([first, { op: 'remove', path }]), 'invalid-value')
  await isRefused(() => write([first, { op: 'add', path: '/pages/0' }]), 'invalid-body')
  await isRefused(() => write([first, { op: 'move', from: '/pages', path: '/a' }]), 'invalid-body')
  assert.deepEqual(read(), { pages: ['wind'] })
})

test('removing what is not there changes nothing', async () => {
  const { write, read } = setUp()
  await write({ theme: 'day' })
  await write([{ op: 'remove', path: '/pages/0' }])
  assert.deepEqual(read(), { theme: 'day' })
})

test('a patch does not copy the document with every step, and its steps are bounded', async (context) => {
  const { write, read } = setUp()
  const members = Array.from({ length: 20_000 }, (_, index) => [`k${index}`, 1] as const)
  await write(Object.fromEntries(members))
  const steps = Array.from({ length: 256 }, (_, index) => ({ op: 'add', path: '/x', value: index }))
  const control = performance.now()
  for (let count = 0; count < 8; count++) JSON.stringify(JSON.parse(JSON.stringify(read())))
  const controlMs = performance.now() - control
  const start = performance.now()
  await write(steps)
  const ms = performance.now() - start
  context.diagnostic(`256 steps ${ms.toFixed(1)} ms, eight copies of the document ${controlMs.toFixed(1)} ms`)
  assert.equal(read('x'), 255)
  assert.ok(ms < controlMs, `${ms} ms`)
  await isRefused(() => write([...steps, ...steps]), 'too-large')
})

test('a value with a hundred thousand lists in each other is refused', async () => {
  const { write, read } = setUp()
  const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels))
  for (const levels of [66, 100_000])
    for (const body of [nested(levels), [{ op: 'add', path: '/a', value: nested(levels) }]])
      await isRefused(() => write(body), 'invalid-body')
  await write(nested(60))
  assert.deepEqual(read(), nested(60))
})
