import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boatSteps, gatewaySteps } from './connection.ts'
import type { Range } from './frames.ts'
import {
  BoatLayer,
  continuationOf,
  gatewayLayerSteps,
  type GatewayLayerEvent,
  type GatewayLayerState,
} from './layer.ts'
import { backOffMs } from './limits.ts'

const numbers = (seed: number): ((below: number) => number) => {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** The fleet's log. It stores a batch only after the batch that its writer has named. */
class Store {
  readonly batches: Range[] = []

  get last(): number {
    return this.batches.at(-1)?.to ?? 0
  }

  publish(batch: Range, expectedLast: number): boolean {
    if (expectedLast !== this.last) return false
    this.batches.push(batch)
    return true
  }
}

/** The gateway's answer to a batch. */
interface Heard {
  readonly kind: 'ack' | 'rewind'
  readonly to: number
}

/** A gateway's end of one layer, with a store whose answers can get lost. */
class Gateway {
  readonly #store: Store
  readonly #random: (below: number) => number
  readonly isSafe: boolean
  state: GatewayLayerState = 'ready'
  cursor: number
  #heard: Heard | undefined

  constructor(store: Store, random: (below: number) => number, isSafe: boolean) {
    this.#store = store
    this.#random = random
    this.isSafe = isSafe
    this.cursor = store.last
  }

  /** Returns the answer to the boat; undefined when the gateway closes the connection. */
  take(batch: Range): Heard | undefined {
    this.#heard = undefined
    this.#step(`batch-${continuationOf(this.cursor, batch)}`, batch)
    return this.#heard
  }

  #step(event: GatewayLayerEvent, batch: Range): void {
    const [next, action] = gatewayLayerSteps[this.state][event]
    this.state = next
    if (action === 'publish') return this.#publish(batch)
    if (action === 'read') return this.#read(batch)
    if (action === 'rewind') this.#heard = { kind: 'rewind', to: this.cursor }
    if (action !== 'acknowledge') return
    this.cursor = Math.max(this.cursor, batch.to)
    this.#heard = { kind: 'ack', to: batch.to }
  }

  #publish(batch: Range): void {
    const isStored = this.#store.publish(batch, this.isSafe ? batch.from : this.#store.last)
    const isAnswered = this.#random(10) > 1
    this.#step(isStored && isAnswered ? 'stored' : 'outcome-unknown', batch)
  }

  #read(batch: Range): void {
    if (this.#random(10) === 0) return this.#step('read-failed', batch)
    // Without the check, the gateway trusts what it remembers.
    const found = this.isSafe ? this.#store.last : this.cursor
    this.#step(`found-${continuationOf(found, batch)}`, batch)
  }
}

/** A boat that loses its connections, and sometimes has two. */
class Voyage {
  readonly head: number
  readonly store = new Store()
  readonly #random: (below: number) => number
  readonly #isSafe: boolean
  /** A gateway that the boat has left, with the boat's last batch. */
  #left: { readonly gateway: Gateway; readonly batch: Range } | undefined

  constructor(seed: number, isSafe: boolean) {
    this.#random = numbers(seed)
    this.#isSafe = isSafe
    this.head = 1 + this.#random(60)
    for (let connections = 0; this.store.last < this.head || connections < 3; connections++) {
      assert.ok(connections < 1_000, 'the boat never gets ready')
      this.#connect()
    }
  }

  #gateway(): Gateway {
    return new Gateway(this.store, this.#random, this.#isSafe)
  }

  #connect(): void {
    const gateway = this.#gateway()
    const layer = new BoatLayer(gateway.cursor)
    let turns = this.#random(8)
    while (turns-- > 0 && layer.cursor < this.head && this.#sendBatch(layer, gateway));
  }

  /** Returns whether the connection is still there. */
  #sendBatch(layer: BoatLayer, gateway: Gateway): boolean {
    const batch = layer.send(Math.min(this.head, layer.cursor + 1 + this.#random(5)))
    if (this.#random(3) === 0) this.#left?.gateway.take(this.#left.batch)
    this.#left = { gateway: this.#gateway(), batch }
    const heard = gateway.take(batch)
    if (heard === undefined || this.#random(5) === 0) return false
    if (heard.kind === 'ack') layer.acknowledged(heard.to)
    else layer.rewound(heard.to)
    return true
  }
}

const isComplete = ({ head, store: { batches } }: Voyage): boolean =>
  batches.at(-1)?.to === head && batches.every(({ from }, index) => from === (batches[index - 1]?.to ?? 0))

test('10,000 voyages with lost answers and two gateways: every number is stored once, in order', () => {
  for (let seed = 1; seed <= 10_000; seed++) assert.ok(isComplete(new Voyage(seed, true)), `seed ${seed}`)
})

test('without the comparison before a batch is stored, numbers are stored twice', () => {
  const seeds = Array.from({ length: 1_000 }, (_, index) => index + 1)
  const broken = seeds.filter((seed) => !isComplete(new Voyage(seed, false)))
  assert.ok(broken.length > 100, `${broken.length} of 1,000`)
})

test('a boat does not take an acknowledgement of what it did not send, nor a rewind to what it has not sent', () => {
  const layer = new BoatLayer(5)
  assert.throws(() => layer.acknowledged(6), /does not expect/)
  assert.deepEqual(layer.send(8), { from: 5, to: 8 })
  assert.throws(() => layer.send(9), /does not expect/)
  assert.throws(() => layer.acknowledged(7), /does not expect/)
  assert.throws(() => layer.rewound(9), /does not expect/)
  layer.rewound(3)
  assert.deepEqual([layer.cursor, layer.isIdle], [3, true])
})

test('both ends of a connection have a step for every state, and stay closed or off', () => {
  for (const row of Object.values(gatewaySteps)) assert.equal(row.lost[0], 'closed')
  for (const row of Object.values(boatSteps)) assert.equal(row['switched-off'], 'off')
  for (const row of Object.values(gatewayLayerSteps)) assert.equal(row['connection-lost'][0], 'closed')
  assert.deepEqual(new Set(Object.values(gatewaySteps.closed).map(([next]) => next)), new Set(['closed']))
  assert.equal(boatSteps.refused['wait-ended'], 'refused')
})

test('the wait doubles up to five minutes, and is a random part of that', () => {
  assert.deepEqual(
    [1, 2, 3, 9, 10, 100].map((failures) => backOffMs(failures, 0.999_999_9)),
    [1_000, 2_000, 4_000, 256_000, 300_000, 300_000],
  )
  assert.equal(backOffMs(4, 0), 0)
})
