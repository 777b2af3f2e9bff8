import type { Alert, AlertCompleted, AuditEvent, PluginReport } from '@marinedata/model'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { alertsApi, raiseByHand } from './alert-asking.ts'
import { accessApi, Crew } from '@marinedata/testing/boats/crew'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 300_000 }
const panel = new URL('./plugins/panel.ts', import.meta.url).pathname
const press = '/marinedata/v2/api/plugins/panel/actions/press'

describe('a plugin that answers alerts for people at devices', limit, () => {
  let crew: Crew
  before(async () => {
    crew = await Crew.start({ plugins: { given: [panel] } })
    await until(
      () => crew.must<PluginReport>('GET /marinedata/v2/api/plugins/panel'),
      ({ state }) => state === 'running',
    )
  })
  after(() => crew[Symbol.asyncDispose]())

  test('silences and acknowledges one alert, and the audit has the device', limit, async () => {
    const { alert } = await crew.must<AlertCompleted>(`POST ${alertsApi}`, raiseByHand)
    const other = { ...raiseByHand, path: 'notifications.fire' }
    await crew.must(`POST ${alertsApi}`, other)
    await crew.must(`POST ${press}`, { id: alert.id, action: 'silence' })
    await crew.must(`POST ${press}`, { id: alert.id, action: 'acknowledge' })
    const alerts = await crew.must<Alert[]>(`GET ${alertsApi}`)
    const statuses = new Map(alerts.map(({ path, status }) => [path, status]))
    assert.equal(statuses.get('notifications.engine'), 'acknowledged')
    assert.equal(statuses.get('notifications.fire'), 'active')
    const by = 'panel can0 c0328f00e5c6418c'
    assert.equal(alerts.find(({ id }) => id === alert.id)?.acknowledgedBy, by)
    const audit = await crew.must<AuditEvent[]>(`GET ${accessApi}/audit?kind=alert`)
    assert.deepEqual(
      audit.slice(0, 2).map(({ operation, actor, subject }) => [operation, actor.kind, actor.name, subject]),
      [
        ['acknowledged', 'plugin', by, 'notifications.engine'],
        ['silenced', 'plugin', by, 'notifications.engine'],
      ],
    )
  })

  test('learns that an alert is unknown', limit, async () => {
    const body = { id: 'unknown', action: 'acknowledge' }
    const { status, text } = await crew.ask('owner', `POST ${press}`, { body })
    assert.equal(status, 502)
    assert.match(text, /Unknown alert/)
  })

  test('a flood of answers is refused, and other requests still work', limit, async () => {
    const body = { id: 'unknown', action: 'silence' }
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => crew.ask('owner', `POST ${press}`, { body })),
    )
    assert.ok(answers.some(({ text }) => text.includes('answers to alerts per second')))
    await crew.must<Alert[]>(`GET ${alertsApi}`)
  })
})
