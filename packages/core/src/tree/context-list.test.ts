import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ContextList, type ListedContext } from './context-list.ts'

const context = (text: string): ListedContext => ({
  text,
  map: 'vessels',
  identifier: text.slice('vessels.'.length),
  isSelf: text === 'vessels.self',
  rowByPath: new Map(),
  metadataByPath: undefined,
  position: undefined,
  lastPosition: undefined,
  positionBefore: undefined,
  movedAt: 0,
  movedBeforeAt: 0,
  subscriptionCache: undefined,
  sequence: 0,
  receivedAt: 0,
  newer: undefined,
  older: undefined,
  checkAt: -1,
})

const fleet = () => {
  const list = new ContextList()
  const self = context('vessels.self')
  const anna = context('vessels.anna')
  const bertha = context('vessels.bertha')
  const clara = context('vessels.clara')
  for (const each of [self, anna, bertha, clara]) list.add(each)
  return { list, self, anna, bertha, clara }
}

/** Removes the oldest context until the list is empty. */
const ages = (list: ContextList): string[] => {
  const order: string[] = []
  for (let oldest = list.oldest(); oldest !== undefined; oldest = list.oldest()) {
    order.push(oldest.identifier)
    list.delete(oldest)
  }
  return order
}

test('the oldest context is the one added first', () => {
  assert.deepEqual(ages(fleet().list), ['anna', 'bertha', 'clara'])
})

test('own ship is never the oldest', () => {
  const { list, self } = fleet()
  list.touch(self)
  assert.ok(!ages(list).includes('self'))
  assert.equal(list.get('vessels.self'), self)
})

test('a touched context becomes the newest', () => {
  const { list, anna, bertha, clara } = fleet()
  list.touch(anna)
  list.touch(anna)
  list.touch(clara)
  list.touch(bertha)
  assert.deepEqual(ages(list), ['anna', 'clara', 'bertha'])
})

test('removing a context preserves the order of the others', () => {
  const { list, bertha, anna } = fleet()
  list.delete(bertha)
  list.touch(anna)
  assert.equal(list.size, 3)
  assert.deepEqual(ages(list), ['clara', 'anna'])
})

test('an empty list has no oldest context and can be filled again', () => {
  const { list } = fleet()
  ages(list)
  assert.equal(list.oldest(), undefined)
  list.add(context('vessels.dora'))
  assert.equal(list.oldest()?.identifier, 'dora')
})

test('contexts are iterated in order of addition, also while they are added and removed', () => {
  const { list, bertha } = fleet()
  const seen: string[] = []
  for (const each of list.values()) {
    seen.push(each.identifier)
    if (each.identifier === 'anna') list.delete(bertha)
    if (each.identifier === 'clara') list.add(context('vessels.dora'))
  }
  assert.deepEqual(seen, ['self', 'anna', 'clara', 'dora'])
})
