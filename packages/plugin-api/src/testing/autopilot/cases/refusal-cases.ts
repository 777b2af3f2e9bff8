import {
  autopilotOperations,
  dodgeMode,
  offlineState,
  type AutopilotDetails,
  type AutopilotOperation,
} from '@marinedata/model'
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { needs, type PilotCase } from '../pilot-case.ts'
import type { PilotTrial, Said } from '../pilot-trial.ts'

const unlikely = 'no-such-thing-aboard'

/** Inputs that fit, as far as the device has something to fit. */
const rightInputs = ({ states, modes }: AutopilotDetails): Readonly<Record<AutopilotOperation, object>> => ({
  'set-state': { state: states.at(-1)?.name ?? unlikely },
  'set-mode': { mode: modes.at(-1)?.name ?? unlikely },
  'set-target': { target: 0.5 },
  engage: {},
  tack: { direction: 'port' },
  gybe: { direction: 'port' },
  dodge: { change: 0.2 },
})

const wrongInputs: Readonly<Record<AutopilotOperation, readonly unknown[]>> = {
  'set-state': [{}, { state: 1 }, { state: unlikely }, { state: offlineState }],
  'set-mode': [{}, { mode: 1 }, { mode: unlikely }, { mode: dodgeMode }],
  'set-target': [{}, { target: '0.5' }, { target: null }, { target: 100 }],
  engage: [],
  tack: [{}, { direction: 'up' }, { direction: 1 }],
  gybe: [{}, { direction: 'up' }, { direction: 1 }],
  dodge: [{ change: '0.2' }, { target: 'north' }, { target: null }],
}

const undeclared = (details: AutopilotDetails): readonly Said[] => {
  const inputs = rightInputs(details)
  const missing = autopilotOperations.filter((name) => !details.operations.includes(name))
  return [
    ...missing.map((name) => ({ name, input: inputs[name] })),
    ...(missing.includes('dodge') ? [{ name: 'undodge', input: {} }] : []),
  ]
}

/** What it can do, but only while it steers. */
const steeringOnly = (details: AutopilotDetails): readonly Said[] => {
  const inputs = rightInputs(details)
  const names = details.operations.filter(
    (name) =>
      name === 'tack' ||
      name === 'gybe' ||
      name === 'dodge' ||
      (name === 'set-target' && details.keepsTarget !== true),
  )
  return names.map((name) => ({ name, input: inputs[name] }))
}

/** It steers when it can: what is refused then could have had an effect. */
const steerOrRest = async (trial: PilotTrial): Promise<void> => {
  if (trial.engaging === undefined) await trial.rest()
  else await trial.steer()
}

const tries = 5

/** Takes a command back before the device has had the time to carry it out; gives the answer. */
const takeBack = async (trial: PilotTrial, said: Said) => {
  const { delay = 0 } = trial.boat.options
  const taking = new AbortController()
  const answer = trial.say(said, taking.signal)
  if (delay > 0) await sleep((delay * 1_000) / 2)
  taking.abort()
  return await answer
}

/** What it does not do. */
export const refusalCases: readonly PilotCase[] = [
  {
    title: 'what it did not declare is refused with unsupported-action',
    lacks: ({ details }) => (undeclared(details).length === 0 ? 'it declares all there is' : undefined),
    check: async (trial) => {
      await steerOrRest(trial)
      await trial.refusesAll(undeclared(trial.details), 'unsupported-action')
    },
  },
  {
    title: 'what needs a pilot that steers is refused with not-engaged while it does not',
    lacks: ({ details }) =>
      steeringOnly(details).length === 0 ? 'it declares nothing of the kind' : undefined,
    check: async (trial) => {
      await trial.rest()
      await trial.refusesAll(steeringOnly(trial.details), 'not-engaged')
    },
  },
  {
    title: 'wrong inputs are refused, and change nothing',
    check: async (trial) => {
      await steerOrRest(trial)
      await trial.refusesAll(
        trial.details.operations.flatMap((name) => wrongInputs[name].map((input) => ({ name, input }))),
      )
    },
  },
  {
    title: 'commands that it does not know are refused, and change nothing',
    check: async (trial) => {
      await steerOrRest(trial)
      await trial.refusesAll(
        [unlikely, '', 'Engage', 'toString', '__proto__'].map((name) => ({ name, input: {} })),
      )
    },
  },
  {
    title: 'a command that is taken back before it was carried out has no effect',
    lacks: needs('steering'),
    check: async (trial) => {
      const engage = trial.engaging ?? assert.fail('It cannot be engaged')
      const { delay = 0, observeMs = 500 } = trial.boat.options
      for (let count = 0; count < tries; count++) {
        await trial.rest()
        const answer = await takeBack(trial, engage)
        if (answer === 'done') continue
        await sleep(delay * 1_000 + observeMs)
        if (!trial.isSteering) return undefined
        assert.ok(delay === 0, 'It was told to engage, then not to, and engaged all the same')
      }
      if (delay === 0) return 'it is done before it can be taken back; options.delay says how long it takes'
      return assert.fail(`It takes ${delay} s to engage; taken back half way, it engaged all the same`)
    },
  },
]
