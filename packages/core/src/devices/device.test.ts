import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Device } from './device.ts'

interface Report {
  readonly speed: number
}

const reportOnly = { needsAnswer: false }

const deviceWith = (details: { confirm?: number; silence?: number } = {}): Device<typeof details, Report> =>
  new Device({ id: 'pump', provider: 'bilge', details }, { confirmSeconds: 2, silenceSeconds: 5 }, 0)

/** Whether a wait is resolved, after all pending microtasks. */
const isResolved = async ({ confirmed }: { readonly confirmed: Promise<void> }): Promise<boolean> => {
  let result = false
  confirmed.then(
    () => {
      result = true
    },
    () => undefined,
  )
  for (let turn = 0; turn < 5; turn++) await Promise.resolve()
  return result
}

test('a device is on-line after its first report, and keeps it when it is lost', () => {
  const device = deviceWith()
  assert.deepEqual([device.link, device.reported], ['registered', undefined])
  device.handleReport({ speed: 1 }, 1)
  assert.deepEqual([device.link, device.reported], ['on-line', { speed: 1 }])
  device.lose('off-line')
  assert.deepEqual([device.link, device.reported], ['off-line', { speed: 1 }])
})

test('each report restarts the silence timer; a device that is lost is not silent', () => {
  const device = deviceWith({ silence: 1 })
  device.handleReport({ speed: 0 }, 0)
  device.handleReport({ speed: 0 }, 900)
  assert.deepEqual([device.isSilent(1_899), device.isSilent(1_900)], [false, true])
  device.lose('off-line')
  assert.equal(device.isSilent(1_900), false)
})

test('only a report after the wait started resolves it', async () => {
  const device = deviceWith()
  device.handleReport({ speed: 1 }, 0)
  using wait = device.waitUntil(({ speed }) => speed === 1, reportOnly)
  device.settleWaits()
  assert.equal(await isResolved(wait), false)
  device.handleReport({ speed: 1 }, 1)
  device.settleWaits()
  assert.equal(await isResolved(wait), true)
})

test('a report without the effect does not resolve a wait', async () => {
  const device = deviceWith()
  using wait = device.waitUntil(({ speed }) => speed === 2, reportOnly)
  device.handleReport({ speed: 1 }, 1)
  device.settleWaits()
  assert.equal(await isResolved(wait), false)
  device.handleReport({ speed: 2 }, 2)
  device.settleWaits()
  assert.equal(await isResolved(wait), true)
})

test('where the answer is needed, the latest report before it confirms', async () => {
  const device = deviceWith()
  using wait = device.waitUntil(({ speed }) => speed === 1, { needsAnswer: true })
  device.handleReport({ speed: 1 }, 1)
  device.settleWaits()
  assert.equal(await isResolved(wait), false)
  wait.answered()
  assert.equal(await isResolved(wait), true)
})

for (const [title, lose] of [
  ['losing a device', (device: ReturnType<typeof deviceWith>) => device.lose('off-line')],
  [
    'registering a device again',
    (device: ReturnType<typeof deviceWith>) => device.renew({ provider: 'bilge', details: {} }, 1),
  ],
] as const)
  test(`${title} rejects a wait`, async () => {
    const device = deviceWith()
    device.handleReport({ speed: 1 }, 0)
    using wait = device.waitUntil(({ speed }) => speed === 0, reportOnly)
    lose(device)
    device.settleWaits()
    await assert.rejects(wait.confirmed, (reason) => reason === 'lost')
  })

test('a disposed wait is not settled', async () => {
  const device = deviceWith()
  const wait = device.waitUntil(({ speed }) => speed === 1, reportOnly)
  wait[Symbol.dispose]()
  device.handleReport({ speed: 1 }, 1)
  device.settleWaits()
  assert.equal(await isResolved(wait), false)
})
