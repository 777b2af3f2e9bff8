import {
  isCalm,
  severities,
  severityOf,
  type Alert,
  type Notification,
  type Severity,
} from '@marinedata/model'
import fc from 'fast-check'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anna, TrialAlerts } from './trial-alerts.ts'

const paths = ['notifications.a', 'notifications.b'] as const

type Step =
  | { readonly kind: 'hear'; readonly path: string; readonly state: Severity; readonly escalates: boolean }
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
      kind: fc.constant('hear' as const),
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

/** A boat with the laws of alerts checked after every step. */
class CheckedBoat {
  alerts = new TrialAlerts()
  /** How bad it was when it was last acknowledged or silenced; absent when it is not. */
  readonly #muted = new Map<string, { severity: number; untilMs: number }>()

  async play(played: Step): Promise<void> {
    const before = new Map(paths.map((each) => [each, this.alerts.told.get(each)]))
    await this.#act(played)
    for (const each of paths) this.#check(each, before.get(each))
  }

  async #act(played: Step): Promise<void> {
    const { alerts } = this
    if (played.kind === 'pass') await alerts.pass(played.seconds)
    else if (played.kind === 'restart') await this.#restart()
    else if (played.kind === 'hear') {
      const escalates = played.escalates ? { escalates: { seconds: 20, state: 'emergency' as const } } : {}
      alerts.hear(played.state, { path: played.path, ...escalates })
    } else if (played.kind === 'acknowledge-all') this.#note(await alerts.desk.acknowledgeAll(anna))
    else if (played.kind === 'silence-all') this.#note(await alerts.desk.silenceAll(anna))
    else await this.#press(played.kind, played.path)
  }

  async #press(kind: 'acknowledge' | 'silence', at: string): Promise<void> {
    const { desk } = this.alerts
    const id = desk.list().find((alert) => alert.path === at)?.id
    if (id === undefined) return
    this.#note([await desk[kind](id, anna)])
  }

  #note(pressed: readonly Alert[]): void {
    const now = this.alerts.clock.now()
    for (const { path: at, state, status } of pressed) {
      if (status !== 'silenced' && status !== 'acknowledged') continue
      const untilMs = status === 'silenced' ? now + 30_000 : Infinity
      this.#muted.set(at, { severity: severityOf(state), untilMs })
    }
  }

  /** Nothing that is listed is lost, and no acknowledgement either. */
  async #restart(): Promise<void> {
    const listed = this.alerts.desk.list()
    // What is late is on the card after two seconds.
    await this.alerts.pass(2)
    const stood = this.alerts.desk.list()
    this.alerts = await this.alerts.restarted()
    const restored = new Map(this.alerts.desk.list().map((alert) => [alert.id, alert]))
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
    const now = this.alerts.told.get(at)
    if (now === undefined) return
    const sounds = now.method.includes('sound')
    const listed = this.alerts.desk.list().find((alert) => alert.path === at)
    assert.equal(listed?.id, now.status === undefined ? undefined : now.id, 'told and listed are one')
    assert.ok(!isCalm(now.state) || !sounds, 'what is normal is silent')
    // Whatever is worse than before sounds.
    if (severityOf(now.state) > Math.max(1, severityOf(before?.state ?? 'normal'))) assert.ok(sounds)
    if (sounds || isCalm(now.state)) return
    const muted = this.#muted.get(at)
    assert.ok(muted !== undefined, 'nobody muted it')
    assert.ok(severityOf(now.state) <= muted.severity, 'a higher severity was muted')
    assert.ok(this.alerts.clock.now() < muted.untilMs + 250, 'a silence did not end')
  }
}

test('whatever happens: worse is heard, silence ends, and nothing that is listed is lost by a restart', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const boat = new CheckedBoat()
      for (const each of steps) await boat.play(each)
    }),
    { numRuns: 500 },
  )
})
