import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { answered, askBoat } from '@marinedata/testing/boats/crew'
import { startBoat } from '@marinedata/testing/boats/start-boat'

const limit = { timeout: 300_000 }
const place = join(import.meta.dirname, '..', '..', '..', 'plugins', 'outgoing-alerts')
const path = '/marinedata/v2/api/plugins/outgoing-alerts'

test('a password in the settings of a plugin is saved, used and never shown again', limit, async () => {
  await using boat = await startBoat({ plugins: { given: [place] } })
  const put = (body: object) => answered(askBoat(boat.url, `PUT ${path}/settings`, { body }))
  const get = async (): Promise<Record<string, unknown>> =>
    answered(askBoat(boat.url, `GET ${path}/settings`))
  const topic = 'http://127.0.0.1:1/aava'
  await put({ ntfy: topic, ntfyToken: 'tk_seals' })
  assert.deepEqual(await get(), { ntfy: topic, ntfyToken: '********' })
  await put({ ...(await get()), after: 5 })
  assert.deepEqual(await get(), { ntfy: topic, ntfyToken: '********', after: 5 })
  const report = await askBoat(boat.url, `GET ${path}`)
  assert.doesNotMatch(report.text, /tk_seals/)
})
