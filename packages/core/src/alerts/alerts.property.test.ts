import {
  isNormal,
  severities,
  severityOf,
  type Alert,
  type Notification,
  type Severity,
} from '@marinedata/model'
import fc from 'fast-check'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anna, AlertsFixture } from '#testing/alerts-fixture.ts'

const paths = ['notifications.a', 'notifications.b'] as const

type Step =
  | { readonly kind: 'report'; readonly path: string; readonly state: Severity; readonly escalates: boolean }
  | { readonly kind: 'acknowledge' | 'silence'; readonly path: string }
  | { readonly kind: 'acknowledge-all' }
  | { readonly kind: 'silence-all' }
  | { readonly kind: 'restart' }
  | { readonly kind: 'pass'; readonly seconds: number }

const path = fc.constantFrom(...paths)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('report' as const),
      path,
      state: fc.constantFrom(...severities),
      escalates: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('acknowledge' as const, 'silence' as const), path }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('acknowledge-all' as const, 'silence-all' as const, 'restart' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('pass' as const), seconds: fc.integer({ min: 1, max: 45 }) }),
  },
)

/** An alert registry whose invariants are checked after every step. */
class CheckedBoat {
  alerts = new AlertsFixture()
  /** The severity when last acknowledged or silenced; absent when neither. */
  readonly #muted = new Map<string, { severity: number; untilMs: number }>()

  async play(played: Step): Promise<void> {
    const before = new Map(paths.map((each) => [each, this.alerts.published.get(each)]))
    await this.#act(played)
    for (const each of paths) this.#check(each, before.get(each))
  }

  async #act(played: Step): Promise<void> {
    const { alerts } = this
    if (played.kind === 'pass') await alerts.pass(played.seconds)
    else if (played.kind === 'restart') await this.#restart()
    else if (played.kind === 'report') {
      const escalates = played.escalates ? { escalates: { seconds: 20, state: 'emergency' as const } } : {}
      alerts.report(played.state, { path: played.path, ...escalates })
    } else if (played.kind === 'acknowledge-all') this.#note(await alerts.service.acknowledgeAll(anna))
    else if (played.kind === 'silence-all') this.#note(await alerts.service.silenceAll(anna))
    else await this.#press(played.kind, played.path)
  }

  async #press(kind: 'acknowledge' | 'silence', at: string): Promise<void> {
    const { service } = this.alerts
    const id = service.list().find((alert) => alert.path === at)?.id
    if (id === undefined) return
    this.#note([await service[kind](id, anna)])
  }

  #note(raisedAgain: readonly Alert[]): void {
    const now = this.alerts.clock.now()
    for (const { path: at, state, status } of raisedAgain) {
      if (status !== 'silenced' && status !== 'acknowledged') continue
      const untilMs = status === 'silenced' ? now + 30_000 : Infinity
      this.#muted.set(at, { severity: severityOf(state), untilMs })
    }
  }

  /** No listed alert and no acknowledgement is lost. */
  async #restart(): Promise<void> {
    const listed = this.alerts.service.list()
    // Pending changes are on disk after two seconds.
    await this.alerts.pass(2)
    const stood = this.alerts.service.list()
    this.alerts = await this.alerts.restarted()
    const restored = new Map(this.alerts.service.list().map((alert) => [alert.id, alert]))
    assert.equal(restored.size, listed.length)
    for (const alert of stood) {
      const again = restored.get(alert.id)
      assert.ok(again !== undefined, `${alert.path} was lost`)
      assert.equal(again.acknowledgedBy, alert.acknowledgedBy)
      assert.equal(again.acknowledgedAt, alert.acknowledgedAt)
      assert.equal(again.state, alert.state)
      assert.equal(again.status, alert.status === 'silenced' ? 'active' : alert.status)
    }
  }

  #check(at: string, before: Notification | undefined): void {
    const now = this.alerts.published.get(at)
    if (now === undefined) return
    const sounds = now.method.includes('sound')
    const listed = this.alerts.service.list().find((alert) => alert.path === at)
    assert.equal(listed?.id, now.status === undefined ? undefined : now.id, 'published and listed are one')
    assert.ok(!isNormal(now.state) || !sounds, 'what is normal is silent')
    // A higher severity sounds.
    if (severityOf(now.state) > Math.max(1, severityOf(before?.state ?? 'normal'))) assert.ok(sounds)
    if (sounds || isNormal(now.state)) return
    const muted = this.#muted.get(at)
    assert.ok(muted !== undefined, 'the alert was never muted')
    assert.ok(severityOf(now.state) <= muted.severity, 'a higher severity was muted')
    assert.ok(this.alerts.clock.now() < muted.untilMs + 250, 'a silence did not end')
  }
}

test('for any sequence: a higher severity sounds, silences end, and a restart loses no alert', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const boat = new CheckedBoat()
      for (const each of steps) await boat.play(each)
    }),
    { numRuns: 500 },
  )
})
