import { Boat } from '@marinedata/client'
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { connect, showValues, turn } from '../src/app.ts'
import { startDemoBoat, type DemoBoat } from './demo-boat.ts'

let demo: DemoBoat
let folder: string

before(async () => {
  demo = await startDemoBoat()
  folder = mkdtempSync(join(tmpdir(), 'project-name-'))
})

after(async () => {
  await demo[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

/** Does what the owner does on the console: enters the digits and chooses a role. */
const approve = async (digits: string): Promise<void> => {
  const owner = new Boat({ url: demo.url })
  for (const { id } of await owner.access.listPairings())
    await owner.access.approvePairing(id, { digits, role: 'helm' })
}

/** Connects as the app does. Digits that it prints are approved. */
const connected = async (): Promise<{ readonly boat: Boat; readonly printed: readonly string[] }> => {
  const printed: string[] = []
  const refused = Promise.withResolvers<never>()
  const print = (line: string): void => {
    printed.push(line)
    approve(/\d{6}$/.exec(line)?.[0] ?? '').catch(refused.reject)
  }
  const connecting = connect({ url: demo.url, tokenFile: join(folder, 'token.json'), print })
  return { boat: await Promise.race([connecting, refused.promise]), printed }
}

test('the app pairs once, and uses its token from then on', async () => {
  const first = await connected()
  const second = await connected()
  assert.equal(first.printed.length, 1)
  assert.equal(second.printed.length, 0)
  assert.equal(second.boat.token, first.boat.token)
})

test('the speed and the depth are shown', async () => {
  const { boat } = await connected()
  const ended = new AbortController()
  const shown = new Set<string>()
  const print = (line: string): void => {
    assert.match(line, /^(speed: \d+\.\d kn|depth: \d+\.\d m)/)
    shown.add(line.slice(0, 5))
    if (shown.size === 2) ended.abort()
  }
  await showValues(boat, print, ended.signal)
  assert.deepEqual([...shown].toSorted(), ['depth', 'speed'])
})

test('the autopilot turns the boat, and a refusal says why', async () => {
  const { boat } = await connected()
  await boat.autopilots.engage('_default')
  assert.equal(await turn(boat, 10), 'turned by 10°')
  assert.match(await turn(boat, 400), /^not turned: .* \(invalid-value\)$/)
  await boat.autopilots.disengage('_default')
})
