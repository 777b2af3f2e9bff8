import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DeviceAuthor, FreeAuthor } from './author.ts'

const gateway = new DeviceAuthor('gateway', ['environment.*', 'navigation.position'])

test('a device writes in its own name, or below it, and in no other', () => {
  assert.equal(gateway.sourceOf(undefined), 'gateway')
  assert.equal(gateway.sourceOf('gateway'), 'gateway')
  assert.equal(gateway.sourceOf('gateway.115'), 'gateway.115')
  for (const foreign of ['gps', 'gatewa', 'gateway2', 'gateway-115', 'Gateway', 'x.gateway', ''])
    assert.equal(gateway.sourceOf(foreign), undefined, foreign)
})

test('a device writes where it was told that it may, and nowhere else', () => {
  for (const path of ['environment.depth.belowKeel', 'environment.wind.angleApparent', 'navigation.position'])
    assert.equal(gateway.refusalOf(path), undefined, path)
  for (const path of ['navigation.positionX', 'navigation.speedOverGround', 'environmental.x', 'name'])
    assert.equal(gateway.refusalOf(path), 'undeclared-path', path)
})

test('steering is not for devices, whatever they were told', () => {
  const eager = new DeviceAuthor('eager', ['*', 'steering.*', 'steering.autopilot.target'])
  for (const path of ['steering.autopilot', 'steering.autopilot.target', 'steering.autopilot.mode'])
    assert.equal(eager.refusalOf(path), 'reserved-path', path)
  assert.equal(eager.refusalOf('steering.rudderAngle'), undefined)
})

test('a pattern that is none allows nothing', () => {
  assert.equal(new DeviceAuthor('broken', ['__proto__', 'a..b', '']).refusalOf('a.b'), 'undeclared-path')
})

test('whoever is free of bounds writes under any name, and under the own one when none is said', () => {
  const free = new FreeAuthor('stream.1')
  assert.equal(free.sourceOf(undefined), 'stream.1')
  assert.equal(free.sourceOf('gps'), 'gps')
  assert.equal(free.refusalOf(), undefined)
})
