import {
  MarineDataError,
  radians,
  type AutopilotReport,
  type PathValue,
  type Radians,
} from '@marinedata/model'
import assert from 'node:assert/strict'
import { ManualClock } from '#manual-clock.ts'
import { defaultCourseLimits } from '../src/autopilots/course-watch.ts'
import type { PilotChoice } from '../src/autopilots/default-pilot.ts'
import { PilotRegistry, type ActiveCourseAlarms } from '../src/autopilots/pilot-registry.ts'
import { surroundings } from './autopilot-fixture.ts'

export const details = {
  states: [
    { name: 'enabled', engaged: true },
    { name: 'disabled', engaged: false },
  ],
  modes: [
    { name: 'compass', kind: 'heading' },
    { name: 'wind', kind: 'wind' },
  ],
  operations: ['set-state', 'set-mode', 'set-target', 'engage'],
}
export const steering: AutopilotReport = { state: 'enabled', mode: 'compass', target: 1 }
export const standby: AutopilotReport = { state: 'disabled', mode: 'compass', target: 1 }
export const heading = 'notifications.steering.autopilot.heading'

/** A registry with its published values and its saved choice. */
export class Harbour {
  readonly clock = new ManualClock()
  readonly deltas: { readonly source: string; readonly values: readonly PathValue[] }[] = []
  wind: Radians | undefined = radians(0.5)
  activeAlarms: ActiveCourseAlarms = {}
  stored: PilotChoice | undefined
  registry: PilotRegistry

  constructor(stored?: PilotChoice) {
    this.stored = stored
    this.registry = this.open()
  }

  /** A registry after a restart of the server. */
  open(): PilotRegistry {
    return new PilotRegistry({
      clock: this.clock,
      limits: defaultCourseLimits,
      publish: (source, values) => void this.deltas.push({ source, values }),
      choices: {
        load: () => this.stored,
        save: (choice) => void (this.stored = choice),
      },
      surroundings: { ...surroundings, windAngle: () => this.wind },
      activeAlarms: () => this.activeAlarms,
    })
  }

  add(...ids: readonly string[]): void {
    for (const id of ids) this.registry.register({ id, provider: `provider-of-${id}`, details })
  }

  /** Flushes pending deltas. */
  write(): void {
    this.clock.advance(0)
  }

  /** Advances the time while watching. */
  pass(ms: number): void {
    for (let left = ms; left > 0; left -= 100) {
      this.clock.advance(Math.min(100, left))
      this.registry.watch()
    }
    this.write()
  }

  latest(source: string, path: string): unknown {
    const values = this.deltas.flatMap((update) => (update.source === source ? update.values : []))
    return values.findLast((each) => each.path === path)?.value
  }

  refusal(act: () => unknown): string {
    try {
      act()
    } catch (error) {
      assert.ok(error instanceof MarineDataError)
      return error.code
    }
    return 'none'
  }
}
