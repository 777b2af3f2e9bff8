import assert from 'node:assert/strict'
import { performance } from 'node:perf_hooks'
import process from 'node:process'
import { isNotificationPath } from '@marinedata/model'
import { Boat } from './boat.ts'

/** Small limits, so that every one is reached. */
const bounds = { contexts: 5, pathsPerContext: 6, sourcesPerPath: 3, values: 24 }

/** A fifth of the runs in `npm test`; all of them in `npm run trial -- properties`. */
const runs = process.env['MEASURED'] === 'full' ? 100_000 : 20_000
const maxMs = 5
const repetitions = 5

const processorMs = (call: () => unknown): number => {
  const before = process.threadCpuUsage()
  call()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

const languageNames = (): string =>
  [Object.prototype, Array.prototype].flatMap((each) => Object.getOwnPropertyNames(each)).join()

/** A boat under hostile input: nothing may throw, take long, exceed the limits or change prototypes. */
export class HostileFixture {
  static readonly runs = runs
  readonly boat = new Boat({ bounds })
  readonly #listener = this.boat.listen(['*'], { context: '*', sendMeta: 'all' })
  readonly #names = languageNames()

  constructor() {
    // From here on, writing to it throws.
    Object.freeze(Object.prototype)
    // The first delta compiles the schema, so it is not timed.
    this.boat.write({ 'navigation.speedOverGround': 1, 'a.b': 2 })
    this.boat.describe('a.b', { units: 'm' })
  }

  /**
   * Calls once, and again several times when it took long. The minimum CPU time of those calls is what the code
   * needs.
   */
  timed<T>(call: () => T): T {
    const began = performance.now()
    const result = call()
    if (performance.now() - began <= maxMs) return result
    const least = Math.min(...Array.from({ length: repetitions }, () => processorMs(call)))
    assert.ok(least <= maxMs, `took ${least} ms`)
    return result
  }

  /** The parsed content of an address, to check that it is JSON. */
  read(address: readonly string[]): unknown {
    const answer = this.timed(() => this.boat.reader.answer(address))
    if (answer === undefined || typeof answer.body !== 'string') return undefined
    return JSON.parse(answer.body)
  }

  /** Lets the client read, and checks limits and prototypes. */
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
      // On own ship, alarms and values have separate limits.
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
