import {
  autopilotOperations,
  degree,
  dodgeMode,
  offlineState,
  type AutopilotDetails,
  type AutopilotOperation,
} from '@marinedata/model'
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { needs, type PilotCase } from '../pilot-case.ts'
import type { PilotTrial, SentCommand } from '../pilot-trial.ts'

const unknownName = 'no-such-thing-aboard'

/** Valid inputs, as far as the details allow. */
const validInputs = ({
  states,
  modes,
  steps = [degree],
}: AutopilotDetails): Readonly<Record<AutopilotOperation, object>> => ({
  'set-state': { state: states.at(-1)?.name ?? unknownName },
  'set-mode': { mode: modes.at(-1)?.name ?? unknownName },
  'set-target': { target: 0.5 },
  step: { change: steps[0] },
  engage: {},
  tack: { direction: 'port' },
  gybe: { direction: 'port' },
  dodge: { change: 0.2 },
})

const invalidInputs: Readonly<Record<AutopilotOperation, readonly unknown[]>> = {
  'set-state': [{}, { state: 1 }, { state: unknownName }, { state: offlineState }],
  'set-mode': [{}, { mode: 1 }, { mode: unknownName }, { mode: dodgeMode }],
  'set-target': [{}, { target: '0.5' }, { target: null }, { target: 100 }],
  step: [{}, { change: '1' }, { change: null }, { change: 0 }, { change: 0.123 }],
  engage: [],
  tack: [{}, { direction: 'up' }, { direction: 1 }],
  gybe: [{}, { direction: 'up' }, { direction: 1 }],
  dodge: [{ change: '0.2' }, { target: 'north' }, { target: null }],
}

const undeclared = (details: AutopilotDetails): readonly SentCommand[] => {
  const inputs = validInputs(details)
  const missing = autopilotOperations.filter((name) => !details.operations.includes(name))
  return [
    ...missing.map((name) => ({ name, input: inputs[name] })),
    ...(missing.includes('dodge') ? [{ name: 'undodge', input: {} }] : []),
  ]
}

/** Declared operations that need an engaged pilot. */
const steeringOnly = (details: AutopilotDetails): readonly SentCommand[] => {
  const inputs = validInputs(details)
  const names = details.operations.filter(
    (name) =>
      name === 'step' ||
      name === 'tack' ||
      name === 'gybe' ||
      name === 'dodge' ||
      (name === 'set-target' && details.keepsTarget !== true),
  )
  return names.map((name) => ({ name, input: inputs[name] }))
}

/** Engages the pilot if it can be: then a wrongly accepted command has a visible effect. */
const engageIfPossible = async (trial: PilotTrial): Promise<void> => {
  if (trial.engaging === undefined) await trial.disengageAll()
  else await trial.engageIn()
}

const tries = 5

/** Cancels a command before the device can carry it out. Returns the answer. */
const cancelCommand = async (trial: PilotTrial, said: SentCommand) => {
  const { delay = 0 } = trial.boat.options
  const abort = new AbortController()
  const answer = trial.send(said, abort.signal)
  if (delay > 0) await sleep((delay * 1_000) / 2)
  abort.abort()
  return await answer
}

/** Commands that must be refused. */
export const refusalCases: readonly PilotCase[] = [
  {
    title: 'refuses operations it does not declare: unsupported-action',
    lacks: ({ details }) => (undeclared(details).length === 0 ? 'it declares every operation' : undefined),
    check: async (trial) => {
      await engageIfPossible(trial)
      await trial.assertAllRefused(undeclared(trial.details), 'unsupported-action')
    },
  },
  {
    title: 'refuses operations that need an engaged pilot while it is not engaged: not-engaged',
    lacks: ({ details }) =>
      steeringOnly(details).length === 0 ? 'it declares no such operation' : undefined,
    check: async (trial) => {
      await trial.disengageAll()
      await trial.assertAllRefused(steeringOnly(trial.details), 'not-engaged')
    },
  },
  {
    title: 'refuses invalid inputs, and nothing changes',
    check: async (trial) => {
      await engageIfPossible(trial)
      await trial.assertAllRefused(
        trial.details.operations.flatMap((name) => invalidInputs[name].map((input) => ({ name, input }))),
      )
    },
  },
  {
    title: 'refuses unknown commands, and nothing changes',
    check: async (trial) => {
      await engageIfPossible(trial)
      await trial.assertAllRefused(
        [unknownName, '', 'Engage', 'toString', '__proto__'].map((name) => ({ name, input: {} })),
      )
    },
  },
  {
    title: 'a command that is cancelled before it was carried out has no effect',
    lacks: needs('steering'),
    check: async (trial) => {
      const engage = trial.engaging ?? assert.fail('It cannot be engaged')
      const { delay = 0, observeMs = 500 } = trial.boat.options
      for (let count = 0; count < tries; count++) {
        await trial.disengageAll()
        const answer = await cancelCommand(trial, engage)
        if (answer === 'done') continue
        await sleep(delay * 1_000 + observeMs)
        // A busy machine may pass on the cancellation only when the time has passed: then the next try counts.
        if (!trial.isSteering) return undefined
      }
      if (delay === 0) return 'the command completes before it can be cancelled; set options.delay'
      return assert.fail(
        `It takes ${delay} s to engage; cancelled half way ${tries} times, it engaged anyway`,
      )
    },
  },
]
