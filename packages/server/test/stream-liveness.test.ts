import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import { startBoat } from './start-boat.ts'
import { StreamListener } from './stream-listener.ts'

const longerThanPatienceMs = 11_000

test(
  'a client that says nothing, or only talks, is kept; one that is dead is not',
  { timeout: 30_000 },
  async () => {
    await using boat = await startBoat()
    await using silent = await StreamListener.open(boat.url, '?subscribe=none')
    await using talker = await StreamListener.open(boat.url, '?subscribe=none')
    await using dead = await StreamListener.open(boat.url, '?subscribe=none')
    talker.socket.pause()
    dead.socket.pause()
    const talking = setInterval(() => talker.put('navigation.speedOverGround', performance.now()), 500)
    await sleep(longerThanPatienceMs)
    clearInterval(talking)
    assert.equal(silent.socket.readyState, silent.socket.OPEN)
    const text = await (await fetch(`${boat.url}/metrics`)).text()
    assert.match(text, /^marinedata_stream_sessions 2$/m)
    assert.match(text, /^marinedata_closed_streams_total 1$/m)
    talker.socket.resume()
    await talker.settled()
    dead.socket.terminate()
  },
)
