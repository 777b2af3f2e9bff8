import { checkOf, DeviceId } from '@marinedata/model'
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProviderKind } from '#protocol/manifest.ts'
import { isRefused, tempo, type Subject } from './conformance.ts'
import type { TestedProcess } from './tested-process.ts'

const unlikely = 'no-such-thing-aboard'
const deviceId = checkOf<string>(DeviceId)

/** What a kind of device reports of itself that only a command changes; the rest may move with the sea. */
const steadyMembers = {
  autopilot: ['state', 'mode', 'target', 'engaged'],
  anchor: ['state', 'position', 'maxRadius', 'rodeLength'],
} as const satisfies Record<ProviderKind, readonly string[]>

const devicesOf = (tested: TestedProcess, kind: ProviderKind) =>
  [...tested.boat.devices].filter(([, device]) => device.kind === kind)

/** The latest report of every device, as far as only commands change it. */
const steadyReports = (tested: TestedProcess, kind: ProviderKind): string[] =>
  devicesOf(tested, kind).map(([id, { reports }]) => {
    const report = reports.at(-1)
    return JSON.stringify([id, report && steadyMembers[kind].map((member) => report[member] ?? null)])
  })

/** Every device has said something by then, or is not going to. */
const firstReports = async (tested: TestedProcess, kind: ProviderKind): Promise<void> => {
  const end = performance.now() + tempo.answerMs
  const isUnheard = (): boolean => devicesOf(tested, kind).some(([, { reports }]) => reports.length === 0)
  while (isUnheard() && performance.now() < end) await sleep(10)
}

const changesNothing = async (
  subject: Subject,
  kind: ProviderKind,
  told: string | undefined,
): Promise<void> => {
  const tested = await subject.running()
  await firstReports(tested, kind)
  const before = steadyReports(tested, kind)
  for (const [id] of devicesOf(tested, kind)) {
    const answer = tested.launched.line.ask(
      'command',
      { device: told ?? id, name: unlikely, deadline: 1 },
      { deadlineMs: tempo.answerMs },
    )
    await isRefused(answer, told === undefined ? 'An unknown command' : 'A command to an unknown device')
  }
  await sleep(subject.observeMs)
  assert.deepEqual(steadyReports(tested, kind), before, 'A refused command changed a report')
}

export interface ProviderCase {
  readonly title: string
  readonly check: (subject: Subject, kind: ProviderKind) => Promise<void>
}

/** What every provider promises. More is added here, once for all kinds. */
export const providerCases: readonly ProviderCase[] = [
  {
    title: 'its manifest says that it provides devices of this kind',
    check: async (subject, kind) => {
      const { provides = [] } = (await subject.found()).manifest
      assert.ok(provides.includes(kind), `It provides ${provides.join(', ') || 'nothing'}`)
    },
  },
  {
    title: 'it registers at least one device by the time it has started, each with a valid id',
    check: async (subject, kind) => {
      const devices = devicesOf(await subject.running(), kind)
      assert.ok(devices.length > 0, `No ${kind} was registered`)
      for (const [id] of devices) assert.ok(deviceId.accepts(id), `"${id}" is not a valid id`)
    },
  },
  {
    title: 'it answers a command to a device that it does not have with an error, and changes no report',
    check: async (subject, kind) => await changesNothing(subject, kind, unlikely),
  },
  {
    title: 'it answers a command that its device does not know with an error, and changes no report',
    check: async (subject, kind) => await changesNothing(subject, kind, undefined),
  },
  {
    title: 'it reports only on devices that it has registered',
    check: async (subject) => {
      const tested = await subject.running()
      await sleep(subject.observeMs)
      const refused = tested.boat.refused.filter(({ verb }) => verb.startsWith('device/'))
      assert.deepEqual(refused, [])
    },
  },
  {
    title: 'its devices are gone or silent once it has stopped',
    check: async (subject, kind) => {
      const tested = await subject.running()
      await tested.ask('stop', {}, tempo.stopMs)
      const count = (): number =>
        devicesOf(tested, kind).reduce((sum, [, { reports }]) => sum + reports.length, 0)
      const before = count()
      await Promise.race([tested.launched.ended, sleep(tempo.stopMs)])
      assert.equal(count(), before, 'A report came behind the answer to stop')
    },
  },
]
