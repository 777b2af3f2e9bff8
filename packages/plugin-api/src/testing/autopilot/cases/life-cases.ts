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
import { isSteering, silenceSeconds } from '../server-laws.ts'

const detailsShape = checkOf<AutopilotDetails>(AutopilotDetails)
const reportShape = checkOf<AutopilotReport>(AutopilotReport)

const inLines = (faults: readonly Fault[]): string =>
  faults.map(({ path, message }) => `${path === '' ? '/' : path} ${message}`).join('; ')

const assertUnique = (names: readonly string[], what: string): void =>
  assert.equal(new Set(names).size, names.length, `It declares ${what} twice: ${names.join(', ')}`)

const assertDetails = ({ states, modes, operations }: AutopilotDetails): void => {
  const stateNames = states.map(({ name }) => name)
  const modeNames = modes.map(({ name }) => name)
  assertUnique(stateNames, 'a state')
  assertUnique(modeNames, 'a mode')
  assertUnique(operations, 'an operation')
  assert.ok(!stateNames.includes(offlineState), `"${offlineState}" cannot be chosen, so it is no state`)
  assert.ok(!modeNames.includes(dodgeMode), `"${dodgeMode}" cannot be chosen, so it is no mode`)
  assert.ok(
    states.some(({ engaged }) => !engaged),
    'It has no state in which it does not steer',
  )
  const needsWheel = operations.some((name) => name !== 'set-state' && name !== 'set-mode')
  assert.ok(!needsWheel || states.some(({ engaged }) => engaged), 'It has no state in which it steers')
}

const reportFault = (details: AutopilotDetails, report: AutopilotReport): string | undefined => {
  const faults = reportShape.faults(report)
  if (faults.length > 0) return inLines(faults)
  const { state, mode } = report
  if (state !== offlineState && !details.states.some(({ name }) => name === state))
    return `its state "${state}" was not declared`
  if (mode !== null && mode !== dodgeMode && !details.modes.some(({ name }) => name === mode))
    return `its mode "${mode}" was not declared`
  return undefined
}

const assertAtEase = (trial: PilotTrial, reports: readonly AutopilotReport[]): void => {
  assert.ok(reports.length > 0, 'It has reported nothing since it was started')
  const steering = reports.find((report) => isSteering(trial.details, report))
  assert.equal(steering, undefined, 'It steers, and nobody asked it to')
}

const needsFault =
  (...names: readonly (keyof PilotFaults)[]) =>
  (trial: PilotTrial): string | undefined => {
    const missing = names.find((name) => trial.boat.options.faults?.[name] === undefined)
    return missing === undefined ? needs('steering')(trial) : `options.faults.${missing} is not given`
  }

/** Mends it, and waits until it reports as usual; gives those reports. */
const mend = async (trial: PilotTrial): Promise<readonly AutopilotReport[]> => {
  const { length: known } = trial.reports
  await trial.boat.options.faults?.mend?.(trial.boat.plugin, trial.id)
  const end = performance.now() + silenceSeconds(trial.details) * 1_000
  while (trial.reports.length === known || trial.report.state === offlineState) {
    assert.ok(performance.now() < end, 'It was mended, and has not been heard of since')
    await sleep(20)
  }
  return trial.reports.slice(known)
}

/** Runs with something broken, and mends it. */
const withFault = async (
  trial: PilotTrial,
  fault: Exclude<keyof PilotFaults, 'mend'>,
  during: () => Promise<void>,
): Promise<void> => {
  const { boat, id } = trial
  const { faults = {} } = boat.options
  await boat.withoutListening(async () => {
    await faults[fault]?.(boat.plugin, id)
    try {
      await during()
    } finally {
      if (faults.mend === undefined) await boat.restart()
      else await mend(trial)
    }
  })
}

/** Waits until the server would have it for off-line: it says so, or says nothing for long enough. */
const goesOffline = async (trial: PilotTrial): Promise<void> => {
  const silenceMs = silenceSeconds(trial.details) * 1_000
  let known = trial.reports.length
  let heardAt = performance.now()
  const end = heardAt + 2 * silenceMs
  while (trial.report.state !== offlineState && performance.now() - heardAt < silenceMs) {
    assert.ok(performance.now() < end, 'It cannot be reached, but goes on reporting as if it could')
    if (trial.reports.length > known) heardAt = performance.now()
    known = trial.reports.length
    await sleep(20)
  }
}

/** Whether what it declared can be read at all. */
export const hasDetails = ({ details }: PilotTrial): boolean => detailsShape.accepts(details)

/** How it begins. */
export const firstCases: readonly PilotCase[] = [
  {
    title: 'its details fit their schema and contradict nothing',
    check: async ({ details }) => {
      assert.ok(detailsShape.accepts(details), inLines(detailsShape.faults(details)))
      assertDetails(details)
    },
  },
  {
    title: 'it does not steer when it has been started',
    check: async (trial) => assertAtEase(trial, trial.boat.reportsAtStart(trial.id)),
  },
  {
    title: 'started again while it was steering, it is not engaged by that',
    lacks: needs('steering'),
    check: async (trial) => {
      const { state } = await trial.steer()
      await trial.boat.restart()
      if (trial.boat.options.outlives !== true)
        return assertAtEase(trial, trial.boat.reportsAtStart(trial.id))
      assert.equal(trial.report.state, state, 'The device went on by itself, but is reported otherwise')
      await trial.disengage()
      await trial.boat.restart()
      return assertAtEase(trial, trial.boat.reportsAtStart(trial.id))
    },
  },
]

/** When something is wrong, and what is to be said of the whole trial. */
export const lastCases: readonly PilotCase[] = [
  {
    title: 'off-line, it is reported so or not at all, and does nothing that it is told',
    lacks: needsFault('offline'),
    check: async (trial) => {
      await trial.rest()
      await withFault(trial, 'offline', async () => {
        await goesOffline(trial)
        await trial.say(trial.engaging ?? assert.fail('It cannot be engaged'))
        await sleep(trial.boat.options.observeMs ?? 500)
        assert.ok(!trial.isSteering, 'It was off-line, and engaged')
      })
    },
  },
  {
    title: 'back from being off-line, it reports again and does not steer',
    lacks: needsFault('offline', 'mend'),
    check: async (trial) => {
      await trial.rest()
      await withFault(trial, 'offline', async () => {
        await goesOffline(trial)
        await trial.say(trial.engaging ?? assert.fail('It cannot be engaged'))
        assertAtEase(trial, await mend(trial))
      })
    },
  },
  {
    title: 'it does not engage without what it steers by: input-stale',
    lacks: needsFault('staleInput'),
    check: async (trial) => {
      await trial.rest()
      await withFault(trial, 'staleInput', async () => {
        await trial.refuses(trial.engaging ?? assert.fail('It cannot be engaged'), 'input-stale')
      })
    },
  },
  {
    title: 'what the device refuses is told as rejected-by-device, but it always lets go',
    lacks: needsFault('refuses'),
    check: async (trial) => {
      const engage = trial.engaging ?? assert.fail('It cannot be engaged')
      await trial.steer()
      await withFault(trial, 'refuses', async () => {
        await trial.disengage()
        await trial.refuses(engage, 'rejected-by-device')
      })
    },
  },
  {
    title: 'every report fits its schema and names a state and a mode that it declared',
    check: async ({ id, details, boat }) => {
      for (const report of boat.allReports(id)) {
        const fault = reportFault(details, report)
        assert.equal(fault, undefined, `${JSON.stringify(report)}: ${fault ?? ''}`)
      }
    },
  },
  {
    title: 'it reports at least twice in the time after which it counts as off-line',
    check: async ({ id, details, boat }) => {
      const silenceMs = silenceSeconds(details) * 1_000
      await sleep(Math.max(silenceMs - boat.listenedMs, 0))
      const longest = boat.longestSilence(id)
      assert.ok(
        longest <= silenceMs / 2,
        `It was silent for ${(longest / 1_000).toFixed(1)} s; its silence is ${silenceMs / 1_000} s`,
      )
    },
  },
]
