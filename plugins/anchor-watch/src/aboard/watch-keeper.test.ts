import { MarineDataError, type Boat, type DeviceCommand, type SentDelta } from '@marinedata/plugin-api'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WatchReport } from '#watch-report.ts'
import { WatchKeeper } from './watch-keeper.ts'

const design = { length: 12, bowHeight: 1.2, fromBow: 9, fromCenter: 0 }
const fix: SentDelta = {
  context: 'vessels.self',
  updates: [
    {
      $source: 'gps',
      timestamp: '2026-07-01T12:00:00.000Z',
      values: [
        { path: 'navigation.position', value: { latitude: 54.5, longitude: 11.2 } },
        { path: 'navigation.gnss.horizontalDilution', value: 0.9 },
        { path: 'navigation.headingTrue', value: 0 },
      ],
    },
  ],
}

/** The boat as the keeper sees it, with a disk that does as the test says. */
class TrialBoat {
  /** What is on disk. */
  readonly kept: Record<string, unknown> = {}
  readonly reports: WatchReport[] = []
  /** With what each of the next writes is refused. */
  readonly refusals: MarineDataError[] = []
  isFull = false
  tell: (delta: SentDelta) => unknown = () => assert.fail('Nobody listens')
  command: (command: DeviceCommand) => unknown = () => assert.fail('No device')

  /** The state on disk; undefined when nothing is. */
  get stateOnDisk(): unknown {
    const { stay } = (this.kept['watch'] ?? {}) as { readonly stay?: { readonly state: string } | null }
    return stay === null ? 'raised' : stay?.state
  }

  get boat(): Boat {
    const boat = {
      log: { warn: () => undefined, error: () => undefined },
      status: () => undefined,
      storage: {
        get: (key: string) => Promise.resolve(this.kept[key]),
        set: (values: object) => this.#set(values),
      },
      registerDevice: (_device: unknown, onCommand: (command: DeviceCommand) => unknown) => {
        this.command = onCommand
        return Promise.resolve({
          report: (report: WatchReport) => Promise.resolve(void this.reports.push(report)),
        })
      },
      subscribe: (_paths: unknown, onDelta: (delta: SentDelta) => unknown) => {
        this.tell = onDelta
        return Promise.resolve(new AsyncDisposableStack())
      },
    }
    // All that the keeper uses of it.
    return boat as unknown as Boat
  }

  async #set(values: object): Promise<void> {
    const copied = structuredClone(values)
    await Promise.resolve()
    const refusal = this.isFull
      ? new MarineDataError('storage-full', 'The disk is full')
      : this.refusals.shift()
    if (refusal !== undefined) throw refusal
    Object.assign(this.kept, copied)
  }
}

const drop: DeviceCommand = { name: 'drop', input: {} }
const raise: DeviceCommand = { name: 'raise', input: {} }

test('an acknowledged drop stays on disk though an earlier write was refused and sent again', async () => {
  const trial = new TrialBoat()
  trial.refusals.push(new MarineDataError('too-many-requests', 'At most 10 writes a second'))
  await using keeper = new WatchKeeper(trial.boat, design)
  const started = keeper.start()
  // The first write, of a raised anchor, was refused and waits to be sent again.
  while (trial.refusals.length > 0) await new Promise(setImmediate)
  await trial.tell(fix)
  await trial.command(drop)
  assert.equal(trial.stateOnDisk, 'setting')
  await started
  assert.equal(trial.stateOnDisk, 'setting')
})

test('with a full disk the anchor is dropped and raised, and the answer says that it is not saved', async () => {
  const trial = new TrialBoat()
  await using keeper = new WatchKeeper(trial.boat, design)
  await keeper.start()
  await trial.tell(fix)
  trial.isFull = true
  const dropped = (await trial.command(drop)) as WatchReport
  assert.equal(dropped.state, 'setting')
  assert.match(dropped.alert.message, /not saved/)
  assert.equal(trial.reports.at(-1)?.alert.reason, 'not-saved')
  assert.equal(trial.stateOnDisk, 'raised')
  const raised = (await trial.command(raise)) as WatchReport
  assert.equal(raised.state, 'raised')
  await trial.command(drop)
  trial.isFull = false
  const again = (await trial.command({ name: 'radius', input: { value: 60 } })) as WatchReport
  assert.doesNotMatch(again.alert.message, /not saved/)
  assert.equal(trial.stateOnDisk, 'watching')
})

test('what could not be saved is saved by the next tick that can', async () => {
  const trial = new TrialBoat()
  await using keeper = new WatchKeeper(trial.boat, design)
  await keeper.start()
  await trial.tell(fix)
  trial.isFull = true
  await trial.command(drop)
  trial.isFull = false
  const deadline = performance.now() + 10_000
  while (trial.stateOnDisk !== 'setting' && performance.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 20))
  assert.equal(trial.stateOnDisk, 'setting')
})
