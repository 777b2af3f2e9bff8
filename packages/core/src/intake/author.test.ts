import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DeviceAuthor, PersonAuthor } from './author.ts'

const gateway = new DeviceAuthor('device.gateway', ['environment.*', 'navigation.position'])

test('a device writes only as its own source or below it', () => {
  assert.equal(gateway.sourceOf(undefined), 'device.gateway')
  for (const own of ['device.gateway', 'gateway']) assert.equal(gateway.sourceOf(own), 'device.gateway')
  for (const below of ['device.gateway.115', 'gateway.115'])
    assert.equal(gateway.sourceOf(below), 'device.gateway.115')
  const foreign = [
    'gps',
    'gatewa',
    'gateway2',
    'gateway-115',
    'Gateway',
    'x.gateway',
    'device.gps',
    'device',
    'crew',
    '',
  ]
  for (const source of foreign) assert.equal(gateway.sourceOf(source), undefined, source)
})

test('a device writes only to its allowed paths', () => {
  for (const path of ['environment.depth.belowKeel', 'environment.wind.angleApparent', 'navigation.position'])
    assert.equal(gateway.refusalOf(path), undefined, path)
  for (const path of ['navigation.positionX', 'navigation.speedOverGround', 'environmental.x', 'name'])
    assert.equal(gateway.refusalOf(path), 'undeclared-path', path)
})

test('an invalid pattern allows no path', () => {
  assert.equal(new DeviceAuthor('broken', ['__proto__', 'a..b', '']).refusalOf('a.b'), 'undeclared-path')
})

test('a person writes as the connection’s source or as a free source', () => {
  const anna = new PersonAuthor('stream.1', (source) => source === 'main' || source.startsWith('weather.'))
  assert.equal(anna.sourceOf(undefined), 'stream.1')
  for (const free of ['stream.1', 'stream.1.gps', 'gps', 'saloon.tanks', 'crewed'])
    assert.equal(anna.sourceOf(free), free)
  const foreign = [
    'crew',
    'server',
    'zones.x',
    'anchor',
    'device.gps',
    'stream.2',
    'stream.10',
    'simulator',
    'Crew',
  ]
  for (const source of [...foreign, 'nmea0183.gps', 'main', 'weather.x'])
    assert.equal(anna.sourceOf(source), undefined, source)
})
