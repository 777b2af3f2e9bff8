import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { degrees, radians } from '@marinedata/model'
import { needs, needsReadingOfMode, writableModes, type PilotCase } from '../pilot-case.ts'
import { PilotTrial } from '../pilot-trial.ts'
import { modeKindRules } from '../server-rules.ts'

const elsewhere = degrees(40)

const isIdle = ({ report }: PilotTrial): boolean =>
  (report.manoeuvre ?? null) === null && report.mode !== 'dodge'

/** Leaves a target that differs from the boat's present heading or angle. */
const leaveTarget = async (trial: PilotTrial, name: string): Promise<void> => {
  const mode = trial.mode(name)
  const present = trial.present(mode)
  if (!trial.can('set-target') || present === undefined || mode.kind === 'rudder') return
  await trial.command({
    name: 'set-target',
    input: { target: modeKindRules[mode.kind].wrap(radians(present + elsewhere)) },
  })
}

/** Engaging and disengaging. */
export const engagingCases: readonly PilotCase[] = [
  {
    title: 'reports that it is engaged, and no other pilot does',
    lacks: needs('steering'),
    check: async (trial) => {
      await trial.engageIn()
      const others = trial.boat.pilots.filter((id) => id !== trial.id)
      for (const id of others)
        assert.ok(!new PilotTrial(id, trial.boat).isSteering, `"${id}" also reports that it steers`)
    },
  },
  {
    title: 'reports the state of set-state',
    each: ({ states }) => states.map(({ name }) => name),
    lacks: needs('set-state'),
    check: async (trial, state) => {
      await trial.disengageAll()
      const isEngaged = trial.details.states.some(({ name, engaged }) => name === state && engaged)
      if (!isEngaged && trial.engaging !== undefined) await trial.engage()
      await trial.command({ name: 'set-state', input: { state } })
    },
  },
  {
    title: 'engaged, it holds the present heading or angle and ignores an old target',
    each: writableModes,
    lacks: needsReadingOfMode('steering', 'sea', 'heading'),
    check: async (trial, mode) => {
      if (trial.details.keepsTarget === true) await trial.setUp(mode)
      else await trial.setUpEngaged(mode)
      await leaveTarget(trial, mode)
      if (trial.isSteering) await trial.setUp(mode)
      trial.assertHoldsPresent(await trial.engage(), 'Engaged')
      await trial.assertGoesStraight('Engaged')
    },
  },
  {
    title: 'reports disengage within half a second, and accepts it twice',
    lacks: needs('steering'),
    check: async (trial) => {
      await trial.engageIn()
      await trial.disengage()
      await trial.disengage()
      assert.ok(isIdle(trial), 'It does not steer, but continues a manoeuvre or dodge')
    },
  },
  {
    title: 'a disengage before the engage was done prevents it',
    lacks: needs('steering'),
    check: async (trial) => {
      await trial.disengageAll()
      const over = new AbortController()
      const engaging = trial.send(trial.engaging ?? assert.fail('It cannot be engaged'), over.signal)
      // Disengage skips the queue: the server cancels the running command and does not wait for it.
      over.abort()
      await trial.disengage()
      await engaging
      const { delay = 0, observeMs = 500 } = trial.boat.options
      await sleep(delay * 1_000 + observeMs)
      assert.ok(!trial.isSteering, 'It engaged after it was disengaged')
    },
  },
]
