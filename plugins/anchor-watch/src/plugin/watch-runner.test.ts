import { MarineDataError, type Boat, type DeviceCommand, type SentDelta } from '@marinedata/plugin-api'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WatchReport } from '#watch-report.ts'
import { WatchRunner } from './watch-runner.ts'

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

/** A simulated boat with a disk that the test controls. */
class TrialBoat {
  /** What is on disk. */
  readonly stored: Record<string, unknown> = {}
  readonly reports: WatchReport[] = []
  /** Errors of the next writes. */
  readonly refusals: MarineDataError[] = []
  isFull = false
  send: (delta: SentDelta) => unknown = () => assert.fail('Nobody listens')
  command: (command: DeviceCommand) => unknown = () => assert.fail('No device')

  /** The state on disk; undefined when there is none. */
  get stateOnDisk(): unknown {
    const { stay } = (this.stored['watch'] ?? {}) as { readonly stay?: { readonly state: string } | null }
    return stay === null ? 'raised' : stay?.state
  }

  get boat(): Boat {
    const boat = {
      log: { warn: () => undefined, error: () => undefined },
      status: () => undefined,
      storage: {
        get: (key: string) => Promise.resolve(this.stored[key]),
        set: (values: object) => this.#set(values),
      },
      registerDevice: (_device: unknown, onCommand: (command: DeviceCommand) => unknown) => {
        this.command = onCommand
        return Promise.resolve({
          report: (report: WatchReport) => Promise.resolve(void this.reports.push(report)),
        })
      },
      subscribe: (_paths: unknown, onDelta: (delta: SentDelta) => unknown) => {
        this.send = onDelta
        return Promise.resolve(new AsyncDisposableStack())
      },
    }
    // All that the runner uses.
    return boat as unknown as Boat
  }

  async #set(values: object): Promise<void> {
    const copied = structuredClone(values)
    await Promise.resolve()
    const refusal = this.isFull
      ? new MarineDataError('storage-full', 'The disk is full')
      : this.refusals.shift()
    if (refusal !== undefined) throw refusal
    Object.assign(this.stored, copied)
  }
}

const drop: DeviceCommand = { name: 'drop', input: {} }
const raise: DeviceCommand = { name: 'raise', input: {} }

test('keeps an acknowledged drop on disk although an earlier write was refused and retried', async () => {
  const trial = new TrialBoat()
  trial.refusals.push(new MarineDataError('too-many-requests', 'At most 10 writes per second are allowed'))
  await using keeper = new WatchRunner(trial.boat, design)
  const started = keeper.start()
  // The first write, of a raised anchor, was refused and waits for a retry.
  while (trial.refusals.length > 0) await new Promise(setImmediate)
  await trial.send(fix)
  await trial.command(drop)
  assert.equal(trial.stateOnDisk, 'setting')
  await started
  assert.equal(trial.stateOnDisk, 'setting')
})

test('with a full disk, drops and raises the anchor and reports that it is not saved', async () => {
  const trial = new TrialBoat()
  await using keeper = new WatchRunner(trial.boat, design)
  await keeper.start()
  await trial.send(fix)
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

test('saves on the next possible tick what could not be saved', async () => {
  const trial = new TrialBoat()
  await using keeper = new WatchRunner(trial.boat, design)
  await keeper.start()
  await trial.send(fix)
  trial.isFull = true
  await trial.command(drop)
  trial.isFull = false
  const deadline = performance.now() + 10_000
  while (trial.stateOnDisk !== 'setting' && performance.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 20))
  assert.equal(trial.stateOnDisk, 'setting')
})

test('the anchor went down at the same time after a restart whose first report is late', async (context) => {
  const trial = new TrialBoat()
  {
    await using first = new WatchRunner(trial.boat, design)
    await first.start()
    await trial.send(fix)
    await trial.command(drop)
  }
  const before = trial.reports.at(-1)?.since
  assert.ok(before)
  await using second = new WatchRunner(trial.boat, design)
  const now = Date.now.bind(Date)
  context.mock.method(Date, 'now', () => now() + 1_200)
  await second.start()
  assert.equal(trial.reports.at(-1)?.since, before)
})
