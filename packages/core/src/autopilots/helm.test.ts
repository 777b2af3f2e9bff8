import { MarineDataError } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualClock } from '#manual-clock.ts'
import { Helm } from './helm.ts'

const wheelhouse = () => {
  const clock = new ManualClock()
  let tokens = 0
  return { clock, helm: new Helm(clock, () => `token ${++tokens}`) }
}
const isHeldBy = (label: string) => (error: unknown) =>
  error instanceof MarineDataError && error.code === 'helm-held' && error.message.includes(label)

test('the helm is free at first and everyone may command', () => {
  const { helm } = wheelhouse()
  assert.deepEqual(helm.state, { held: false, label: null, secondsLeft: null })
  helm.check(undefined)
  helm.check('anything')
})

test('only the holder may command; others get the label of the holder', () => {
  const { helm, clock } = wheelhouse()
  const token = helm.take({ ttl: 60, label: 'Anna' }, undefined)
  helm.check(token)
  assert.throws(() => helm.check(undefined), isHeldBy('Anna'))
  assert.throws(() => helm.check('token 99'), isHeldBy('Anna'))
  clock.advance(20_000)
  assert.deepEqual(helm.state, { held: true, label: 'Anna', secondsLeft: 40 })
})

test('the lease ends after its time', () => {
  const { helm, clock } = wheelhouse()
  helm.take({ ttl: 60, label: 'Anna' }, undefined)
  clock.advance(59_999)
  assert.throws(() => helm.check(undefined), isHeldBy('Anna'))
  clock.advance(1)
  helm.check(undefined)
  assert.equal(helm.state.held, false)
})

test('the holder extends the lease with the same token', () => {
  const { helm, clock } = wheelhouse()
  const token = helm.take({ ttl: 60, label: 'Anna' }, undefined)
  clock.advance(50_000)
  assert.equal(helm.take({ ttl: 30, label: 'Anna on deck' }, token), token)
  assert.deepEqual(helm.state, { held: true, label: 'Anna on deck', secondsLeft: 30 })
})

test('another client must take over, after which the previous holder may not command', () => {
  const { helm } = wheelhouse()
  const before = helm.take({ ttl: 60, label: 'Anna' }, undefined)
  assert.throws(() => helm.take({ ttl: 60, label: 'Bert' }, undefined), isHeldBy('Anna'))
  const after = helm.take({ ttl: 60, label: 'Bert', takeOver: true }, undefined)
  assert.notEqual(after, before)
  helm.check(after)
  assert.throws(() => helm.check(before), isHeldBy('Bert'))
})

test('an expired token is invalid when another holds the helm', () => {
  const { helm, clock } = wheelhouse()
  const old = helm.take({ ttl: 1, label: 'Anna' }, undefined)
  clock.advance(2_000)
  helm.take({ ttl: 60, label: 'Bert' }, undefined)
  assert.throws(() => helm.check(old), isHeldBy('Bert'))
})

test('only the holder can release the helm', () => {
  const { helm } = wheelhouse()
  const token = helm.take({ ttl: 60, label: 'Anna' }, undefined)
  assert.throws(() => helm.release(undefined), isHeldBy('Anna'))
  helm.release(token)
  assert.equal(helm.state.held, false)
  helm.release(undefined)
})
