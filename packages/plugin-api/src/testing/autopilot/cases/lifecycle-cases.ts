import {
  AutopilotDetails,
  AutopilotReport,
  checkOf,
  dodgeMode,
  offlineState,
  type Fault,
} from '@marinedata/model'
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PilotFaults } from '../options.ts'
import { needs, type PilotCase } from '../pilot-case.ts'
import type { PilotTrial } from '../pilot-trial.ts'
import { isSteering, silenceSeconds } from '../server-rules.ts'

const detailsShape = checkOf<AutopilotDetails>(AutopilotDetails)
const reportShape = checkOf<AutopilotReport>(AutopilotReport)

const describeFaults = (faults: readonly Fault[]): string =>
  faults.map(({ path, message }) => `${path === '' ? '/' : path} ${message}`).join('; ')

const assertUnique = (names: readonly string[], what: string): void =>
  assert.equal(new Set(names).size, names.length, `It declares ${what} twice: ${names.join(', ')}`)

const assertSteps = ({ operations, steps }: AutopilotDetails): void => {
  assert.equal(
    operations.includes('step'),
    steps !== undefined,
    'It must declare the operation "step" and its steps, or neither',
  )
  for (const step of steps ?? []) {
    assert.ok(step !== 0, 'A step of 0 changes nothing')
    assert.ok(steps?.includes(-step), `It declares a step of ${step} rad, but not the one to the other side`)
  }
}

const assertDetails = (details: AutopilotDetails): void => {
  const { states, modes, operations, steps = [] } = details
  assertSteps(details)
  assertUnique(steps.map(String), 'a step')
  const stateNames = states.map(({ name }) => name)
  const modeNames = modes.map(({ name }) => name)
  assertUnique(stateNames, 'a state')
  assertUnique(modeNames, 'a mode')
  assertUnique(operations, 'an operation')
  assert.ok(
    !stateNames.includes(offlineState),
    `"${offlineState}" cannot be set, so it must not be declared as a state`,
  )
  assert.ok(
    !modeNames.includes(dodgeMode),
    `"${dodgeMode}" cannot be set, so it must not be declared as a mode`,
  )
  assert.ok(
    states.some(({ engaged }) => !engaged),
    'It declares no state in which it does not steer',
  )
  const needsWheel = operations.some((name) => name !== 'set-state' && name !== 'set-mode')
  assert.ok(!needsWheel || states.some(({ engaged }) => engaged), 'It declares no state in which it steers')
}

const reportFault = (details: AutopilotDetails, report: AutopilotReport): string | undefined => {
  const faults = reportShape.faults(report)
  if (faults.length > 0) return describeFaults(faults)
  const { state, mode } = report
  if (state !== offlineState && !details.states.some(({ name }) => name === state))
    return `its state "${state}" was not declared`
  if (mode !== null && mode !== dodgeMode && !details.modes.some(({ name }) => name === mode))
    return `its mode "${mode}" was not declared`
  return undefined
}

const assertNotSteering = (trial: PilotTrial, reports: readonly AutopilotReport[]): void => {
  assert.ok(reports.length > 0, 'It has sent no report since it started')
  const steering = reports.find((report) => isSteering(trial.details, report))
  assert.equal(steering, undefined, 'It steers without a command')
}

const needsFault =
  (...names: readonly (keyof PilotFaults)[]) =>
  (trial: PilotTrial): string | undefined => {
    const missing = names.find((name) => trial.boat.options.faults?.[name] === undefined)
    return missing === undefined ? needs('steering')(trial) : `options.faults.${missing} is not given`
  }

/** Clears the fault and waits until the pilot reports as usual. Returns those reports. */
const clearFault = async (trial: PilotTrial): Promise<readonly AutopilotReport[]> => {
  const { length: seen } = trial.reports
  await trial.boat.options.faults?.mend?.(trial.boat.plugin, trial.id)
  const end = performance.now() + silenceSeconds(trial.details) * 1_000
  while (trial.reports.length === seen || trial.report.state === offlineState) {
    assert.ok(performance.now() < end, 'It sent no report after the fault was cleared')
    await sleep(20)
  }
  return trial.reports.slice(seen)
}

/** Runs with a fault, and clears it afterwards. */
const withFault = async (
  trial: PilotTrial,
  fault: Exclude<keyof PilotFaults, 'mend'>,
  during: () => Promise<void>,
): Promise<void> => {
  const { boat, id } = trial
  const { faults = {} } = boat.options
  await boat.withoutMeasuring(async () => {
    await faults[fault]?.(boat.plugin, id)
    try {
      await during()
    } finally {
      if (faults.mend === undefined) await boat.restart()
      else await clearFault(trial)
    }
  })
}

/** Waits until the server would count it as offline: it reports so, or is silent for long enough. */
const waitUntilOffline = async (trial: PilotTrial): Promise<void> => {
  const silenceMs = silenceSeconds(trial.details) * 1_000
  let seen = trial.reports.length
  let lastReportAt = performance.now()
  const end = lastReportAt + 2 * silenceMs
  while (trial.report.state !== offlineState && performance.now() - lastReportAt < silenceMs) {
    assert.ok(performance.now() < end, 'It is unreachable, but is still reported as online')
    if (trial.reports.length > seen) lastReportAt = performance.now()
    seen = trial.reports.length
    await sleep(20)
  }
}

/** Whether the declared details are readable. */
export const hasDetails = ({ details }: PilotTrial): boolean => detailsShape.accepts(details)

/** Cases about the start. */
export const firstCases: readonly PilotCase[] = [
  {
    title: 'its details match the schema and are consistent',
    check: async ({ details }) => {
      assert.ok(detailsShape.accepts(details), describeFaults(detailsShape.faults(details)))
      assertDetails(details)
    },
  },
  {
    title: 'does not steer after the start',
    check: async (trial) => assertNotSteering(trial, trial.boat.reportsAtStart(trial.id)),
  },
  {
    title: 'a restart while it was steering does not engage it',
    lacks: needs('steering'),
    check: async (trial) => {
      const { state } = await trial.engageIn()
      await trial.boat.restart()
      if (trial.boat.options.outlives !== true)
        return assertNotSteering(trial, trial.boat.reportsAtStart(trial.id))
      assert.equal(trial.report.state, state, 'The device kept steering, but is reported otherwise')
      await trial.disengage()
      await trial.boat.restart()
      return assertNotSteering(trial, trial.boat.reportsAtStart(trial.id))
    },
  },
]

/** Cases with faults, and cases about all reports of the test. */
export const lastCases: readonly PilotCase[] = [
  {
    title: 'offline, it is reported as offline or not at all, and ignores commands',
    lacks: needsFault('offline'),
    check: async (trial) => {
      await trial.disengageAll()
      await withFault(trial, 'offline', async () => {
        await waitUntilOffline(trial)
        await trial.send(trial.engaging ?? assert.fail('It cannot be engaged'))
        await sleep(trial.boat.options.observeMs ?? 500)
        assert.ok(!trial.isSteering, 'It engaged while it was offline')
      })
    },
  },
  {
    title: 'back online, it reports again and does not steer',
    lacks: needsFault('offline', 'mend'),
    check: async (trial) => {
      await trial.disengageAll()
      await withFault(trial, 'offline', async () => {
        await waitUntilOffline(trial)
        await trial.send(trial.engaging ?? assert.fail('It cannot be engaged'))
        assertNotSteering(trial, await clearFault(trial))
      })
    },
  },
  {
    title: 'refuses to engage without the input it steers by: input-stale',
    lacks: needsFault('staleInput'),
    check: async (trial) => {
      await trial.disengageAll()
      await withFault(trial, 'staleInput', async () => {
        await trial.assertRefused(trial.engaging ?? assert.fail('It cannot be engaged'), 'input-stale')
      })
    },
  },
  {
    title: 'reports a refusal of the device as rejected-by-device, but always disengages',
    lacks: needsFault('refuses'),
    check: async (trial) => {
      const engage = trial.engaging ?? assert.fail('It cannot be engaged')
      await trial.engageIn()
      await withFault(trial, 'refuses', async () => {
        await trial.disengage()
        await trial.assertRefused(engage, 'rejected-by-device')
      })
    },
  },
  {
    title: 'every report matches the schema and names a declared state and mode',
    check: async ({ id, details, boat }) => {
      for (const report of boat.allReports(id)) {
        const fault = reportFault(details, report)
        assert.equal(fault, undefined, `${JSON.stringify(report)}: ${fault ?? ''}`)
      }
    },
  },
  {
    title: 'reports at least twice within its silence limit',
    check: async ({ id, details, boat }) => {
      const silenceMs = silenceSeconds(details) * 1_000
      await sleep(Math.max(silenceMs - boat.measuredMs, 0))
      const longest = boat.longestSilence(id)
      assert.ok(
        longest <= silenceMs / 2,
        `It was silent for ${(longest / 1_000).toFixed(1)} s; its silence limit is ${silenceMs / 1_000} s`,
      )
    },
  },
]
