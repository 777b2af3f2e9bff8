import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { suite, test } from 'node:test'
import { exchange } from '@marinedata/testing/exchange'
import { startBoat } from '@marinedata/testing/boats/start-boat'
import { StreamListener, tell, valueDelta } from '@marinedata/testing/stream-listener'

const limit = { timeout: 300_000 }

suite('behaviour that takes a while', { concurrency: true }, () => {
  test('a silent or only sending client stays connected, and a dead one does not', limit, async () => {
    await using boat = await startBoat()
    await using silent = await StreamListener.open(boat.url, '?subscribe=none')
    await using talker = await StreamListener.open(boat.url, '?subscribe=none')
    await using dead = await StreamListener.open(boat.url, '?subscribe=none')
    talker.socket.pause()
    dead.socket.pause()
    const talking = setInterval(() => talker.put('navigation.speedOverGround', performance.now()), 500)
    await sleep(10_500)
    clearInterval(talking)
    assert.equal(silent.socket.readyState, silent.socket.OPEN)
    const { text } = await exchange(boat.url, '/metrics')
    assert.match(text, /^marinedata_stream_sessions 2$/m)
    assert.match(text, /^marinedata_closed_streams_total 1$/m)
    talker.socket.resume()
    await talker.settled()
    dead.socket.terminate()
  })

  test('a vessel out of range is removed, and the tag of the map changes', limit, async () => {
    await using boat = await startBoat({ settings: { bounds: { contextTimeout: 10 } } })
    const address = '/marinedata/v1/api/vessels'
    await tell(boat.url, [valueDelta('name', 'Gone', 'vessels.urn:mrn:imo:mmsi:366000001')])
    const early = await exchange(boat.url, address)
    assert.match(early.text, /Gone/)
    await sleep(10_800)
    const late = await exchange(boat.url, address, { headers: { 'if-none-match': early.headers.etag! } })
    assert.equal(late.status, 200)
    assert.doesNotMatch(late.text, /Gone/)
  })
})
