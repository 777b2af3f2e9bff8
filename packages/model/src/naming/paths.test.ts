import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  isForbiddenName,
  isNotificationPath,
  isPathSegment,
  parsePath,
  pathLimits,
  pathOwnerOf,
} from './paths.ts'

for (const [text, segments] of [
  ['name', ['name']],
  ['navigation.speedOverGround', ['navigation', 'speedOverGround']],
  ['electrical.batteries.1.voltage', ['electrical', 'batteries', '1', 'voltage']],
  ['a_b.c-d.E0', ['a_b', 'c-d', 'E0']],
] as const)
  test(`"${text}" is a path`, () => {
    assert.deepEqual(parsePath(text), segments)
  })

for (const [text, title] of [
  ['', 'the empty text'],
  ['.', 'a dot'],
  ['.a', 'a path that begins with a dot'],
  ['a.', 'a path that ends with a dot'],
  ['a..b', 'a path with an empty segment'],
  ['a b', 'a path with a space'],
  ['a/b', 'a path with a slash'],
  ['a.*', 'a pattern'],
  ['a.ü', 'a path with an umlaut'],
  ['a\n', 'a path with a line feed'],
  ['a\0', 'a path with a zero character'],
  ['__proto__', 'the prototype of every object'],
  ['a.__proto__.b', 'the prototype of every object, inside'],
  ['constructor', 'the constructor of every object'],
  ['a.prototype', 'the prototype of a class'],
] as const)
  test(`rejects ${title} as a path`, () => {
    assert.equal(parsePath(text), undefined)
  })

test('a segment has at most 64 characters', () => {
  assert.ok(isPathSegment('a'.repeat(pathLimits.segmentLength)))
  assert.equal(isPathSegment('a'.repeat(pathLimits.segmentLength + 1)), false)
})

test('a path has at most 16 segments', () => {
  const deep = Array.from({ length: pathLimits.depth }, () => 'a').join('.')
  assert.equal(parsePath(deep)?.length, 16)
  assert.equal(parsePath(`${deep}.a`), undefined)
})

test('a path has at most 256 characters', () => {
  const long = `${'a'.repeat(63)}.`.repeat(3) + 'a'.repeat(64)
  assert.equal(long.length, pathLimits.length)
  assert.ok(parsePath(long))
  assert.equal(parsePath(`b.${long}`.slice(0, pathLimits.length + 1)), undefined)
})

test('only names that every object has are forbidden', () => {
  for (const name of ['__proto__', 'constructor', 'prototype']) assert.ok(isForbiddenName(name))
  assert.equal(isForbiddenName('proto'), false)
})

test('the first segment identifies notifications', () => {
  assert.ok(isNotificationPath('notifications'))
  assert.ok(isNotificationPath('notifications.navigation.anchor'))
  assert.equal(isNotificationPath('notificationsOf.anchor'), false)
  assert.equal(isNotificationPath('navigation.notifications'), false)
})

test('an owner also owns everything below its paths', () => {
  const owners: [path: string, owner: string | undefined][] = [
    ['steering.autopilot.engaged', 'autopilots'],
    ['steering.autopilot', 'autopilots'],
    ['notifications.steering.autopilot.heading', 'autopilots'],
    ['notifications.navigation.anchor', 'anchor'],
    ['notifications.navigation.anchor.listeners', 'anchor'],
    ['notifications.mob', 'crew'],
    ['notifications.mob.beacon', 'crew'],
    ['notifications.plugins.gps', 'server'],
    ['notifications.server.storage', 'server'],
    ['steering.autopilots', undefined],
    ['steering.rudderAngle', undefined],
    ['notifications.mobile', undefined],
    ['notifications.navigation.anchorage', undefined],
    ['navigation.anchor.position', undefined],
  ]
  for (const [path, owner] of owners) assert.equal(pathOwnerOf(path), owner, path)
})
