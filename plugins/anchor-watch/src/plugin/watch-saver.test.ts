import { MarineDataError } from '@marinedata/plugin-api'
import fc from 'fast-check'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { WatchSaver } from './watch-saver.ts'

/** How the server answers a write: at once or later. A refused write is not on disk. */
const answer = fc.record({
  turns: fc.nat({ max: 3 }),
  as: fc.constantFrom('saved', 'saved', 'too-many-requests', 'storage-full'),
} as const)

/** A command changes the state and waits for the disk; a tick does not change it. */
const step = fc.constantFrom('command', 'tick', 'time', 'turn')

test('an older state never replaces a newer one, with any refusals in between', async () => {
  const interleaving = fc.asyncProperty(
    fc.array(answer, { minLength: 1, maxLength: 12 }),
    fc.array(step, { minLength: 1, maxLength: 20 }),
    async (answers, steps) => {
      let version = 0
      let onDisk = -1
      let sends = 0
      let underWay = 0
      const saver = new WatchSaver({
        retryMs: 0,
        send: async (part) => {
          assert.equal(++underWay, 1, 'two writes at a time')
          const sent = version
          const { turns, as } = answers[sends++ % answers.length] ?? assert.fail()
          for (let turn = 0; turn < turns; turn++) await nextTurn()
          underWay--
          // Accepts everything after a while, so that every run ends.
          if (as !== 'saved' && sends < 40) throw new MarineDataError(as, 'refused')
          if (part === 'time') return
          assert.ok(sent >= onDisk, `version ${sent} replaced version ${onDisk}`)
          onDisk = sent
        },
      })
      const acknowledged: Promise<void>[] = []
      const ask = (part: 'all' | 'time'): void => {
        const asked = version
        const saved = saver.save(part).then(
          () => assert.ok(part === 'time' || onDisk >= asked, 'acknowledged and not on disk'),
          (error: unknown) => assert.ok(error instanceof MarineDataError, String(error)),
        )
        acknowledged.push(saved)
      }
      for (const happening of steps) {
        if (happening === 'command') version++
        if (happening === 'turn') await nextTurn()
        else ask(happening === 'time' ? 'time' : 'all')
      }
      await Promise.all(acknowledged)
    },
  )
  await fc.assert(interleaving, { numRuns: 200 })
})
