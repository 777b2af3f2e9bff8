import { scopes, type Actor, type ShoreSessionView } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualClock } from '#manual-clock.ts'
import { authorise, type Principal } from './principal.ts'
import { ShoreSession } from './shore-session.ts'

const anna: Actor = { kind: 'person', id: 'anna', name: 'Anna', address: '192.168.1.7' }
const owner: Principal = { kind: 'person', id: 'ben', name: 'Ben', roles: ['owner'], source: 'stream.ben' }
const viewer: Principal = { ...owner, name: 'Vera', roles: ['viewer'] }

const started = () => {
  const clock = new ManualClock()
  const [noted, seen]: [string[], ShoreSessionView[]] = [[], []]
  const session = new ShoreSession({
    clock,
    store: { note: ({ operation, actor }) => void noted.push(`${operation} ${actor.name}`) },
    changed: (view) => void seen.push(view),
    failed: assert.ifError,
  })
  const ask = (scope: (typeof scopes)[number], principal: Principal = owner): boolean => {
    try {
      authorise({ principal, isGuarded: true, isFromShore: true }, scope, session)
      return true
    } catch {
      return false
    }
  }
  return { clock, session, noted, seen, ask }
}

const minutes = (count: number): number => count * 60_000

test('without a session remote users can only look', () => {
  const { ask } = started()
  assert.deepEqual(
    scopes.filter((scope) => ask(scope)),
    ['public', 'read'],
  )
})

test('in a session they can command, and neither write values nor manage the boat', () => {
  const { session, ask } = started()
  session.open(anna)
  assert.deepEqual(
    scopes.filter((scope) => ask(scope)),
    [
      'public',
      'read',
      'alerts.ack',
      'anchor.command',
      'autopilot.command',
      'control.command',
      'course.command',
    ],
  )
  assert.equal(ask('autopilot.command', viewer), false)
})

test('a session ends fifteen minutes after the last command, and after two hours at the latest', () => {
  const { clock, session, ask, noted, seen } = started()
  assert.deepEqual(session.open(anna), { open: true, by: 'Anna', seconds: 900 })
  clock.advance(minutes(14))
  assert.equal(ask('autopilot.command'), true)
  clock.advance(minutes(14))
  assert.equal(ask('read'), true)
  assert.equal(ask('autopilot.command', viewer), false)
  clock.advance(minutes(1))
  assert.equal(ask('autopilot.command'), false)
  assert.deepEqual(noted, ['shore-session-opened Anna', 'shore-session-expired server'])
  assert.deepEqual(seen.at(-1), { open: false })
  session.open(anna)
  for (let minute = 0; minute < 119; minute++) {
    clock.advance(minutes(1))
    assert.equal(ask('autopilot.command'), true)
  }
  clock.advance(minutes(1))
  assert.equal(ask('autopilot.command'), false)
})

test('a session ends when it is closed, and when the last connection from ashore ends', () => {
  const { session, ask, noted } = started()
  session.linkLost()
  session.open(anna)
  session.close(anna)
  assert.equal(ask('autopilot.command'), false)
  session.open(anna)
  session.linkLost()
  assert.equal(ask('autopilot.command'), false)
  assert.deepEqual(noted.slice(1), [
    'shore-session-closed Anna',
    'shore-session-opened Anna',
    'shore-session-link-lost server',
  ])
})

test('a session that cannot be recorded is not opened, and ends nevertheless', () => {
  const clock = new ManualClock()
  let isFull = true
  const note = (): void => {
    if (isFull) throw new Error('The disk is full')
  }
  const failures: unknown[] = []
  const failed = (error: unknown): void => void failures.push(error)
  const session = new ShoreSession({ clock, store: { note }, changed: () => undefined, failed })
  assert.throws(() => session.open(anna))
  assert.equal(session.view.open, false)
  isFull = false
  session.open(anna)
  isFull = true
  assert.throws(() => session.close(anna))
  assert.equal(session.permits('autopilot.command'), false)
  isFull = false
  session.open(anna)
  isFull = true
  session.linkLost()
  assert.equal(session.permits('autopilot.command'), false)
  assert.equal(failures.length, 1)
})
