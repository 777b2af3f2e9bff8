import { checkOf, DeviceId, offlineState } from '@marinedata/model'
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { deviceKinds, type ProviderKind } from '#protocol/device-kinds.ts'
import { assertProvides, isRefused, timeLimits, type Subject } from './conformance.ts'
import type { TestedProcess } from './tested-process.ts'

const unknownName = 'no-such-thing-aboard'
const deviceId = checkOf<string>(DeviceId)

const devicesOf = (tested: TestedProcess, kind: ProviderKind) =>
  [...tested.boat.devices].filter(([, device]) => device.kind === kind)

/** The latest report of every device, reduced to what only commands change. */
const commandedState = (tested: TestedProcess, kind: ProviderKind): string[] =>
  devicesOf(tested, kind).map(([id, { reports }]) => {
    const report = reports.at(-1)
    return JSON.stringify([id, report && deviceKinds[kind].commanded.map((member) => report[member] ?? null)])
  })

/** Waits until every device has reported that it is connected, or the time is up: connecting changes its report. */
const connected = async (tested: TestedProcess, kind: ProviderKind): Promise<void> => {
  // Devices without a state of their own, such as channels for alarms, report only after a command.
  if (deviceKinds[kind].commanded.length === 0) return
  const end = performance.now() + timeLimits.startMs
  const isMissing = (): boolean =>
    devicesOf(tested, kind).some(
      ([, { reports }]) => reports.length === 0 || reports.at(-1)?.['state'] === offlineState,
    )
  while (isMissing() && performance.now() < end) await sleep(10)
}

const assertRefusedUnchanged = async (
  subject: Subject,
  kind: ProviderKind,
  unknownDevice: string | undefined,
): Promise<void> => {
  const tested = await subject.running()
  await connected(tested, kind)
  const before = commandedState(tested, kind)
  for (const [id] of devicesOf(tested, kind)) {
    const answer = tested.launched.rpc.request(
      'command',
      { device: unknownDevice ?? id, name: unknownName, deadline: 1 },
      { deadlineMs: timeLimits.answerMs },
    )
    await isRefused(
      answer,
      unknownDevice === undefined ? 'An unknown command' : 'A command to an unknown device',
    )
  }
  await sleep(subject.observeMs)
  assert.deepEqual(commandedState(tested, kind), before, 'A refused command changed a report')
}

export interface ProviderCase {
  readonly title: string
  readonly check: (subject: Subject, kind: ProviderKind) => Promise<void>
}

/** The cases that every provider passes, for all kinds. */
export const providerCases: readonly ProviderCase[] = [
  {
    title: 'its manifest declares that it provides devices of this kind',
    check: assertProvides,
  },
  {
    title: 'registers at least one device by the time it has started, each with a valid id',
    check: async (subject, kind) => {
      const devices = devicesOf(await subject.running(), kind)
      assert.ok(devices.length > 0, `No ${kind} was registered`)
      for (const [id] of devices) assert.ok(deviceId.accepts(id), `"${id}" is not a valid id`)
    },
  },
  {
    title: 'answers a command to an unknown device with an error, and changes no report',
    check: async (subject, kind) => await assertRefusedUnchanged(subject, kind, unknownName),
  },
  {
    title: 'answers an unknown command to a device with an error, and changes no report',
    check: async (subject, kind) => await assertRefusedUnchanged(subject, kind, undefined),
  },
  {
    title: 'reports only on devices that it has registered',
    check: async (subject) => {
      const tested = await subject.running()
      await sleep(subject.observeMs)
      const refused = tested.boat.refused.filter(({ verb }) => verb.startsWith('device/'))
      assert.deepEqual(refused, [])
    },
  },
  {
    title: 'its devices are withdrawn or silent after it has stopped',
    check: async (subject, kind) => {
      const tested = await subject.running()
      // How long it takes is another case.
      await tested.request('stop', {}, timeLimits.startMs)
      const count = (): number =>
        devicesOf(tested, kind).reduce((sum, [, { reports }]) => sum + reports.length, 0)
      const before = count()
      await Promise.race([tested.launched.ended, sleep(timeLimits.stopMs)])
      assert.equal(count(), before, 'A report followed the answer to stop')
    },
  },
]
