import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerableBy, tilesIn } from './worker-rules.ts'

const origin = 'https://boat.local:3000'
const asked = (path: string, mode = 'cors', method = 'GET') =>
  answerableBy(origin, { method, mode, url: new URL(path, origin).href })

test('responses of the API are never answered from the cache', () => {
  for (const path of [
    '/marinedata/v1/api/vessels/self',
    '/marinedata/v2/api/access/me',
    '/marinedata/v2/api/charts/archipelago/2/2/1',
    '/health',
    '/worker.js',
    '/ca.pem',
    '/',
  ])
    assert.equal(asked(path), undefined, path)
})

test('the console, its parts and the coast are answered from the cache', () => {
  for (const path of ['/', '/console?mode=night', '/access'])
    assert.equal(asked(path, 'navigate'), 'page', path)
  assert.equal(asked('/assets/console-D1qmuuBT.js'), 'part')
  assert.equal(asked('/charts/coast/8/144/74'), 'coast')
})

test('entry pages, other hosts and writes go to the server', () => {
  for (const path of ['/sign-in', '/claim', '/docs']) assert.equal(asked(path, 'navigate'), undefined, path)
  assert.equal(asked('/assets/console.js', 'cors', 'POST'), undefined)
  assert.equal(asked('https://elsewhere.example/assets/console.js'), undefined)
})

test('only tiles are stored, up to a limit', () => {
  assert.deepEqual(tilesIn({ coast: ['8/144/74', '../../me', 5, '8/1'] }), ['8/144/74'])
  assert.equal(tilesIn({ coast: Array.from({ length: 500 }, () => '1/0/0') }).length, 100)
  for (const message of [null, undefined, 'coast', { coast: 'all' }]) assert.deepEqual(tilesIn(message), [])
})
