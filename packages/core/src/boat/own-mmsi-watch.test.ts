import type { Condition } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OwnMmsiWatch } from './own-mmsi-watch.ts'

const here = { latitude: 54, longitude: 11 }
const north = (metres: number) => ({ latitude: 54 + metres / 111_195, longitude: 11 })

class Trial {
  readonly published: Condition[] = []
  readonly watch = new OwnMmsiWatch((condition) => void this.published.push(condition))
  now = 0

  /** Advances a second. */
  see(claimed: { readonly metres: number; readonly age?: number } | undefined, ownAge = 0): void {
    this.now += 1_000
    const report = claimed && {
      position: north(claimed.metres),
      receivedAt: this.now - (claimed.age ?? 0),
    }
    this.watch.watch(report, { position: here, receivedAt: this.now - ownAge }, this.now)
  }
}

test("warns of another vessel with own ship's MMSI, once, and ends ten minutes after its last message", () => {
  const trial = new Trial()
  trial.see({ metres: 4_000 })
  assert.deepEqual(trial.published, [
    {
      state: 'warn',
      method: ['visual'],
      message: 'AIS: another vessel sends our MMSI, 4,000 m from here. It is not shown: look out',
    },
  ])
  for (let second = 0; second < 60; second++) trial.see({ metres: 4_000 - second })
  assert.equal(trial.published.length, 1)
  for (let second = 1; second < 599; second++) trial.see({ metres: 3_941, age: second * 1_000 })
  assert.equal(trial.published.length, 1)
  for (let second = 599; second < 602; second++) trial.see({ metres: 3_941, age: second * 1_000 })
  assert.deepEqual(
    trial.published.map(({ state }) => state),
    ['warn', 'normal'],
  )
})

test("says nothing about the echo of own ship's transponder, or without a fresh position", () => {
  const trial = new Trial()
  trial.see(undefined)
  trial.see({ metres: 800 })
  trial.see({ metres: 4_000 }, 11_000)
  trial.see({ metres: 4_000, age: 11_000 })
  assert.deepEqual(trial.published, [])
})
