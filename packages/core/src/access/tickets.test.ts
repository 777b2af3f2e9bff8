import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualClock } from '#manual-clock.ts'
import { localOwner, type Principal } from './principal.ts'
import { Tickets } from './tickets.ts'
import { CountedSecrets } from '#testing/access-fixture.ts'

const counter = () => {
  const clock = new ManualClock()
  return { clock, tickets: new Tickets(clock, new CountedSecrets()) }
}

test('a ticket is valid once', () => {
  const { tickets } = counter()
  const { ticket } = tickets.issue(localOwner)
  assert.equal(tickets.redeem(ticket), localOwner)
  assert.equal(tickets.redeem(ticket), undefined)
  assert.equal(tickets.redeem(''), undefined)
})

test('a ticket is valid for exactly thirty seconds', () => {
  const { clock, tickets } = counter()
  const { ticket: early, seconds } = tickets.issue(localOwner)
  const { ticket: late } = tickets.issue(localOwner)
  assert.equal(seconds, 30)
  clock.advance(29_999)
  assert.equal(tickets.redeem(early), localOwner)
  clock.advance(1)
  assert.equal(tickets.redeem(late), undefined)
})

test('jumps of the wall clock do not affect tickets', () => {
  const { clock, tickets } = counter()
  const { ticket } = tickets.issue(localOwner)
  clock.setWall(0)
  clock.advance(29_999)
  clock.setWall(Date.UTC(2090, 0, 1))
  assert.equal(tickets.redeem(ticket), localOwner)
})

const holder = (credential: string): Principal => ({ ...localOwner, roles: ['viewer'], credential })

test('evicts the oldest of nine unused tickets of a holder', () => {
  const { tickets } = counter()
  const given = Array.from({ length: 9 }, () => tickets.issue(localOwner).ticket)
  assert.equal(tickets.evicted, 1)
  assert.deepEqual(
    given.map((ticket) => tickets.redeem(ticket) !== undefined),
    [false, ...Array.from({ length: 8 }, () => true)],
  )
})

test('tickets of one credential do not evict tickets of another', () => {
  const { tickets } = counter()
  const owner = holder('owner')
  const { ticket: early } = tickets.issue(owner)
  for (let count = 0; count < 2_000; count++) tickets.issue(holder('guest'))
  const { ticket: late } = tickets.issue(owner)
  assert.equal(tickets.redeem(early), owner)
  assert.equal(tickets.redeem(late), owner)
  assert.equal(tickets.evicted, 2_000 - 8)
})

test('used and expired tickets do not count towards the limit', () => {
  const { clock, tickets } = counter()
  for (let count = 0; count < 100; count++) tickets.redeem(tickets.issue(localOwner).ticket)
  for (let count = 0; count < 8; count++) tickets.issue(localOwner)
  clock.advance(30_000)
  for (let count = 0; count < 8; count++) tickets.issue(localOwner)
  assert.equal(tickets.evicted, 0)
})
