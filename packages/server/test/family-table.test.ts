import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { askBoat } from '@marinedata/testing/boats/crew'
import { familyCases, familyMessageCases } from './family-cases.ts'
import { startBoat } from '@marinedata/testing/boats/start-boat'
import { StreamListener } from '@marinedata/testing/stream-listener'

const limit = { timeout: 300_000 }
const settings = { family: true, name: 'Aava', announce: { mdns: false, plotters: false } } as const

test(
  'every request and message that apps of the family send is answered as the table says',
  limit,
  async () => {
    await using boat = await startBoat({ settings })
    await using teller = await StreamListener.open(boat.url, '?subscribe=none')
    teller.put('navigation.position', { latitude: 60, longitude: 24 })
    teller.send({
      context: 'aton.urn:mrn:imo:mmsi:992301234',
      updates: [{ values: [{ path: 'navigation.position', value: { latitude: 60, longitude: 24 } }] }],
    })
    await teller.settled()
    const wrong: string[] = []
    for (const { ask, body, status } of familyCases) {
      const answer = await askBoat(boat.url, ask, { body })
      if (answer.status !== status) wrong.push(`${ask}: ${answer.status} ${answer.text.slice(0, 200)}`)
    }
    await using app = await StreamListener.open(boat.url, '?subscribe=none', { word: 'signalk' })
    for (const { message, status } of familyMessageCases) {
      const answer = await app.ask(message)
      if (answer.statusCode !== status) wrong.push(`${JSON.stringify(message)}: ${answer.statusCode}`)
    }
    assert.deepEqual(wrong, [])
  },
)

test('the guide names everything that apps do not get', limit, async () => {
  const guide = await readFile(join(import.meta.dirname, '..', '..', '..', 'docs', 'family.md'), 'utf8')
  const reasons = new Set([...familyCases, ...familyMessageCases].flatMap(({ missing }) => missing ?? []))
  assert.deepEqual(
    [...reasons].filter((reason) => !guide.toLowerCase().includes(reason.toLowerCase())),
    [],
  )
})
