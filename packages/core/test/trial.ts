import assert from 'node:assert/strict'
import { performance } from 'node:perf_hooks'
import process from 'node:process'
import { isNotificationPath } from '@marinedata/model'
import { Boat } from './boat.ts'

/** Small, so that every bound is reached. */
const bounds = { contexts: 5, pathsPerContext: 6, sourcesPerPath: 3, values: 24 }

/** A fifth of them in the gate; all of them by `npm run test:measured`. */
const runs = process.env['MEASURED'] === 'full' ? 100_000 : 20_000
const mostMs = 5
const repetitions = 5

const processorMs = (call: () => unknown): number => {
  const before = process.threadCpuUsage()
  call()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

const languageNames = (): string =>
  [Object.prototype, Array.prototype].flatMap((each) => Object.getOwnPropertyNames(each)).join()

/** A boat under hostile input: nothing may throw, take long, spill over or leave traces in the language itself. */
export class Trial {
  static readonly runs = runs
  readonly boat = new Boat({ bounds })
  readonly #listener = this.boat.listen(['*'], { context: '*', sendMeta: 'all' })
  readonly #names = languageNames()

  constructor() {
    // An attempt to write to it would throw from here on.
    Object.freeze(Object.prototype)
    // The first delta compiles its schema; only the later ones count.
    this.boat.hear({ 'navigation.speedOverGround': 1, 'a.b': 2 })
    this.boat.describe('a.b', { units: 'm' })
  }

  /** Calls once, and again when it took long: what the code itself needs is the least processor time of several calls. */
  timed<T>(call: () => T): T {
    const began = performance.now()
    const result = call()
    if (performance.now() - began <= mostMs) return result
    const least = Math.min(...Array.from({ length: repetitions }, () => processorMs(call)))
    assert.ok(least <= mostMs, `took ${least} ms`)
    return result
  }

  /** What stands at an address, parsed, to see that it is JSON. */
  read(address: readonly string[]): unknown {
    const answer = this.timed(() => this.boat.reader.answer(address))
    if (answer === undefined || typeof answer.body !== 'string') return undefined
    return JSON.parse(answer.body)
  }

  /** Lets the listener read, and looks whether all is as it should be. */
  check(): void {
    this.boat.clock.advance(10)
    this.#listener.outlet.deltas()
    this.#listener.outlet.clear()
    this.#checkBounds()
    assert.equal(languageNames(), this.#names)
  }

  #checkBounds(): void {
    const { tree } = this.boat
    assert.ok(tree.size.contexts <= bounds.contexts)
    assert.ok(tree.size.values <= bounds.values)
    let values = 0
    for (const { isSelf, rowByPath, metadataByPath } of tree.contexts()) {
      // On the own vessel, alarms and values do not take each other's room.
      const alarms = isSelf ? [...rowByPath.keys()].filter(({ text }) => isNotificationPath(text)).length : 0
      assert.ok(alarms <= bounds.pathsPerContext)
      assert.ok(rowByPath.size - alarms <= bounds.pathsPerContext)
      assert.ok((metadataByPath?.size ?? 0) <= rowByPath.size)
      for (const { others } of rowByPath.values()) {
        const cells = 1 + (others?.length ?? 0)
        assert.ok(cells <= bounds.sourcesPerPath)
        values += cells
      }
    }
    assert.equal(tree.size.values, values)
    assert.ok(tree.size.paths <= values)
  }
}
