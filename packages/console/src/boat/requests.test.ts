import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MarineDataError } from '@marinedata/client'
import type { Visitor } from '@marinedata/model'
import { signal } from '@preact/signals'
import { ActionRequests, Resource } from './requests.ts'

const requestsFor = (scopes: Visitor['scopes'], keepsProblem = false) => {
  const isLost = signal(false)
  const rules = { scope: 'alerts.ack', lost: 'no link', forbidden: 'not allowed', keepsProblem } as const
  return {
    isLost,
    requests: new ActionRequests({ link: { isLost }, session: { me: signal({ scopes }) } }, rules),
  }
}

const refuse = (): Promise<never> => Promise.reject(new MarineDataError('forbidden', 'The device said no'))

test('a request is not sent without a connection or without the scope', async () => {
  const { isLost, requests } = requestsFor(['alerts.ack'])
  isLost.value = true
  assert.equal(requests.disabledReason.value, 'no link')
  assert.equal(await requests.send(() => Promise.resolve('sent')), undefined)
  isLost.value = false
  assert.equal(await requests.send(() => Promise.resolve('sent')), 'sent')
  assert.equal(requestsFor([]).requests.disabledReason.value, 'not allowed')
})

test('a refusal is shown for eight seconds, or until the next request succeeds', async ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const { requests } = requestsFor(['alerts.ack'])
  assert.equal(await requests.send(refuse), undefined)
  mock.timers.tick(7_999)
  assert.equal(requests.problem.value, 'The device said no')
  mock.timers.tick(1)
  assert.equal(requests.problem.value, undefined)
  await requests.send(refuse)
  await requests.send(() => Promise.resolve())
  assert.equal(requests.problem.value, undefined)
})

test('a refusal can stay until the next request', async ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const { requests } = requestsFor(['alerts.ack'], true)
  await requests.send(refuse)
  mock.timers.tick(60_000)
  assert.equal(requests.problem.value, 'The device said no')
})

test('a resource loads once more when it is asked for during a request', async () => {
  const pending: ((value: string) => void)[] = []
  const resource = new Resource(() => new Promise<string>((resolve) => void pending.push(resolve)))
  const done = [resource.refresh(), resource.refresh(), resource.refresh()]
  assert.equal(pending.length, 1)
  pending[0]!('old')
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(pending.length, 2)
  pending[1]!('new')
  await Promise.all(done)
  assert.equal(resource.value.value, 'new')
})

test('a resource keeps its value while loading fails, and says why', async () => {
  let isBroken = false
  const resource = new Resource(() => (isBroken ? refuse() : Promise.resolve('loaded')))
  await resource.refresh()
  isBroken = true
  await resource.refresh()
  assert.deepEqual([resource.value.value, resource.problem.value], ['loaded', 'The device said no'])
  isBroken = false
  await resource.refresh()
  assert.equal(resource.problem.value, undefined)
})
