import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualClock } from '#manual-clock.ts'
import { localOwner, type Principal } from './principal.ts'
import { Tickets } from './tickets.ts'
import { CountedSecrets } from './trial-access.ts'

const counter = () => {
  const clock = new ManualClock()
  return { clock, tickets: new Tickets(clock, new CountedSecrets()) }
}

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

const holder = (credential: string): Principal => ({ ...localOwner, roles: ['viewer'], credential })

test('a holder has eight tickets that wait to be used; for one more, the holder’s oldest goes', () => {
  const { tickets } = counter()
  const given = Array.from({ length: 9 }, () => tickets.give(localOwner).ticket)
  assert.equal(tickets.evicted, 1)
  assert.deepEqual(
    given.map((ticket) => tickets.take(ticket) !== undefined),
    [false, ...Array.from({ length: 8 }, () => true)],
  )
})

test('however many tickets one credential asks for, those of others stay good and new ones are given', () => {
  const { tickets } = counter()
  const owner = holder('owner')
  const { ticket: early } = tickets.give(owner)
  for (let count = 0; count < 2_000; count++) tickets.give(holder('guest'))
  const { ticket: late } = tickets.give(owner)
  assert.equal(tickets.take(early), owner)
  assert.equal(tickets.take(late), owner)
  assert.equal(tickets.evicted, 2_000 - 8)
})

test('tickets that are used or too old leave their places to new ones', () => {
  const { clock, tickets } = counter()
  for (let count = 0; count < 100; count++) tickets.take(tickets.give(localOwner).ticket)
  for (let count = 0; count < 8; count++) tickets.give(localOwner)
  clock.advance(30_000)
  for (let count = 0; count < 8; count++) tickets.give(localOwner)
  assert.equal(tickets.evicted, 0)
})
