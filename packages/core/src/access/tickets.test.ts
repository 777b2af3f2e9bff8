import { MarineDataError } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualClock } from '#manual-clock.ts'
import { localOwner } from './principal.ts'
import { Tickets } from './tickets.ts'
import { CountedSecrets } from './trial-access.ts'

const counter = () => {
  const clock = new ManualClock()
  return { clock, tickets: new Tickets(clock, new CountedSecrets()) }
}
const isTooMany = (error: unknown): boolean =>
  error instanceof MarineDataError && error.code === 'too-many-requests'

test('a ticket is good for one', () => {
  const { tickets } = counter()
  const { ticket } = tickets.give(localOwner)
  assert.equal(tickets.take(ticket), localOwner)
  assert.equal(tickets.take(ticket), undefined)
  assert.equal(tickets.take(''), undefined)
})

test('a ticket is good for thirty seconds and not a moment longer', () => {
  const { clock, tickets } = counter()
  const { ticket: early, seconds } = tickets.give(localOwner)
  const { ticket: late } = tickets.give(localOwner)
  assert.equal(seconds, 30)
  clock.advance(29_999)
  assert.equal(tickets.take(early), localOwner)
  clock.advance(1)
  assert.equal(tickets.take(late), undefined)
})

test('a wall clock that jumps makes no ticket older or younger', () => {
  const { clock, tickets } = counter()
  const { ticket } = tickets.give(localOwner)
  clock.setWall(0)
  clock.advance(29_999)
  clock.setWall(Date.UTC(2090, 0, 1))
  assert.equal(tickets.take(ticket), localOwner)
})

test('only so many wait to be used; what is too old makes room', () => {
  const { clock, tickets } = counter()
  for (let count = 0; count < 1_024; count++) tickets.give(localOwner)
  assert.throws(() => tickets.give(localOwner), isTooMany)
  clock.advance(30_000)
  tickets.give(localOwner)
})
