import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ServerAddress } from './server-address.ts'

const address = new ServerAddress('http://127.0.0.1:3000', 'marinedata')

test('a path is taken as it is', () => {
  assert.equal(
    address.tree('vessels/self/navigation/speedOverGround'),
    'http://127.0.0.1:3000/marinedata/v1/api/vessels/self/navigation/speedOverGround',
  )
})

test('segments are encoded, so that an identifier with slashes stays one segment', () => {
  assert.equal(
    address.tree(['vessels', 'https://boat.example/a?b', 'name']),
    'http://127.0.0.1:3000/marinedata/v1/api/vessels/https%3A%2F%2Fboat.example%2Fa%3Fb/name',
  )
})

test('slashes at either end of a path change nothing', () => {
  assert.equal(address.tree('/vessels/self/'), address.tree('vessels/self'))
  assert.equal(address.tree(''), 'http://127.0.0.1:3000/marinedata/v1/api')
})

for (const path of ['../../health', 'vessels/./self', 'vessels/%2E%2e/x', ['..', 'health'], ['vessels', '.']])
  test(`the path ${JSON.stringify(path)} does not climb out of the tree`, () => {
    assert.throws(() => address.tree(path), { name: 'MarineDataError', code: 'invalid-value' })
  })

test('the stream is found by WebSocket, with its query', () => {
  assert.equal(
    address.stream({ subscribe: 'all', sendCachedValues: false, sendMeta: 'all' }),
    'ws://127.0.0.1:3000/marinedata/v1/stream?subscribe=all&sendCachedValues=false&sendMeta=all',
  )
})

test('https leads to a secure stream, and a proxy’s path and another product word are kept', () => {
  const behindProxy = new ServerAddress('https://boat.example/on/board/', 'otherword')
  assert.equal(behindProxy.discovery, 'https://boat.example/on/board/otherword')
  assert.equal(behindProxy.stream({}), 'wss://boat.example/on/board/otherword/v1/stream?')
})

for (const url of ['', 'boat.example', '127.0.0.1:3000', 'ws://127.0.0.1', 'file:///tmp'])
  test(`"${url}" is refused as the address of a server`, () => {
    assert.throws(() => new ServerAddress(url, 'marinedata'), {
      name: 'MarineDataError',
      code: 'invalid-value',
    })
  })
