import assert from 'node:assert/strict'
import { test } from 'node:test'
import { distanceBetween, moved } from '#water/plane.ts'
import { FrozenReceiver } from './frozen-receiver.ts'
import { MedianPlace } from './median-place.ts'

const home = { latitude: 54, longitude: 179.99999 }
const at = (north: number, east = 0) => moved(home, { north, east })

test('reduces half a minute of positions to one, unaffected by outliers', () => {
  const median = new MedianPlace()
  for (let second = 0; second < 30; second++) {
    const isWild = second % 4 === 1
    assert.equal(median.add(isWild ? at(500, 300) : at(3, -2), second), undefined)
  }
  const middle = median.add(at(3, -2), 30)
  assert.ok(middle !== undefined && distanceBetween(middle, at(3, -2)) < 0.1)
})

test('gives a median every half minute at any rate of fixes', () => {
  for (const apart of [0.1, 1, 10]) {
    const median = new MedianPlace()
    let count = 0
    for (let second = 0; second <= 300; second += apart) if (median.add(at(0), second) !== undefined) count++
    assert.ok(count >= 7 && count <= 10, `${count} in five minutes with a fix every ${apart} s`)
  }
})

test('detects a receiver that repeats a position for five minutes, and not one that varies', () => {
  const [dead, living] = [new FrozenReceiver(), new FrozenReceiver()]
  for (let second = 0; second <= 400; second++) {
    dead.seen(at(0), second)
    living.seen(at(second % 2 === 0 ? 0 : 0.02), second)
  }
  assert.equal(dead.frozenFor(299), undefined)
  assert.equal(dead.frozenFor(400), 400)
  assert.equal(living.frozenFor(400), undefined)
})
