import type { Condition } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBoat } from '@marinedata/testing/boats/start-boat'
import { StreamListener } from '@marinedata/testing/stream-listener'

const limit = { timeout: 120_000 }
const path = 'notifications.server.receivers'
const position = 'navigation.position'
const metresPerDegree = 111_195

/** Sends positions this many metres north of home, by source, until disposed of. */
const feed = (stream: StreamListener, northBySource: Readonly<Record<string, number>>): Disposable => {
  let count = 0
  const timer = setInterval(() => {
    count++
    for (const [source, north] of Object.entries(northBySource))
      stream.put(
        position,
        { latitude: 54 + (north + (count % 10) / 10) / metresPerDegree, longitude: 11 },
        source,
      )
  }, 250)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

/** Waits for this state of the warning, and returns its message. */
const warned = async (stream: StreamListener, state: string): Promise<string> => {
  const { value } = await stream.firstValue(
    (received) => received.path === path && (received.value as Condition).state === state,
  )
  // Only conditions are sent at this path.
  return (value as Condition).message
}

/** Waits for some positions of this source: the stream sends those of the preferred source only. */
const untilPreferred = async (stream: StreamListener, name: string): Promise<void> => {
  stream.forget()
  // The server learns the interval of a source from several values.
  let missing = 8
  await stream.first(({ updates = [] }) => {
    for (const { $source, values = [] } of updates)
      if ($source?.endsWith(name) === true && values.some(({ path: at }) => at === position)) missing--
    return missing <= 0
  })
}

test(
  'warns of two receivers that say different places, without an anchor watch, until they agree',
  limit,
  async () => {
    await using boat = await startBoat()
    await using stream = await StreamListener.open(boat.url, '?subscribe=all')
    {
      using _feeding = feed(stream, { bow: 0, stern: 111 })
      const message = await warned(stream, 'warn')
      assert.match(message, /^\S*bow and \S*stern say places 11\d m apart\. The boat goes by \S*bow: /)
    }
    using _feeding = feed(stream, { bow: 0, stern: 10 })
    await warned(stream, 'normal')
  },
)

test('a receiver that was silent for a while is preferred again', limit, async () => {
  await using boat = await startBoat()
  await using stream = await StreamListener.open(boat.url, '?subscribe=all')
  {
    using _first = feed(stream, { bow: 0 })
    await untilPreferred(stream, 'bow')
  }
  using _other = feed(stream, { stern: 100 })
  await untilPreferred(stream, 'stern')
  using _back = feed(stream, { bow: 0 })
  await untilPreferred(stream, 'bow')
})
