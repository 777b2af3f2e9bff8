import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { degrees } from '@marinedata/model'
import { needs, needsReadingOfMode, writableModes, type PilotCase } from '../pilot-case.ts'
import { PilotTrial } from '../pilot-trial.ts'
import { kindLaws } from '../server-laws.ts'

const elsewhere = degrees(40)

const isIdle = ({ report }: PilotTrial): boolean =>
  (report.manoeuvre ?? null) === null && report.mode !== 'dodge'

/** Leaves a target behind that is not where the boat goes. */
const leaveTarget = async (trial: PilotTrial, name: string): Promise<void> => {
  const mode = trial.mode(name)
  const present = trial.present(mode)
  if (!trial.can('set-target') || present === undefined || mode.kind === 'rudder') return
  await trial.tell({
    name: 'set-target',
    input: { target: kindLaws[mode.kind].wrap(present + elsewhere) },
  })
}

/** Taking the wheel, and letting go of it. */
export const engagingCases: readonly PilotCase[] = [
  {
    title: 'engaging is shown by its report, and by that of no other',
    lacks: needs('steering'),
    check: async (trial) => {
      await trial.steer()
      const others = trial.boat.pilots.filter((id) => id !== trial.id)
      for (const id of others)
        assert.ok(!new PilotTrial(id, trial.boat).isSteering, `"${id}" reports that it steers, too`)
    },
  },
  {
    title: 'set-state is shown by its report',
    each: ({ states }) => states.map(({ name }) => name),
    lacks: needs('set-state'),
    check: async (trial, state) => {
      await trial.rest()
      const isEngaged = trial.details.states.some(({ name, engaged }) => name === state && engaged)
      if (!isEngaged && trial.engaging !== undefined) await trial.engage()
      await trial.tell({ name: 'set-state', input: { state } })
    },
  },
  {
    title: 'engaged, it holds what the boat does and chases no target from before',
    each: writableModes,
    lacks: needsReadingOfMode('steering', 'sea', 'heading'),
    check: async (trial, mode) => {
      if (trial.details.keepsTarget === true) await trial.lie(mode)
      else await trial.sail(mode)
      await leaveTarget(trial, mode)
      if (trial.isSteering) await trial.lie(mode)
      trial.holdsPresent(await trial.engage(), 'Engaged')
      await trial.goesStraight('Engaged')
    },
  },
  {
    title: 'disengaging is shown within half a second, and once more does no harm',
    lacks: needs('steering'),
    check: async (trial) => {
      await trial.steer()
      await trial.disengage()
      await trial.disengage()
      assert.ok(isIdle(trial), 'It does not steer, but goes on with something')
    },
  },
  {
    title: 'disengaged before it was engaged, it is not engaged',
    lacks: needs('steering'),
    check: async (trial) => {
      await trial.rest()
      const over = new AbortController()
      const engaging = trial.say(trial.engaging ?? assert.fail('It cannot be engaged'), over.signal)
      // Disengaging jumps the queue: the server takes back what is under way and does not wait for it.
      over.abort()
      await trial.disengage()
      await engaging
      const { delay = 0, observeMs = 500 } = trial.boat.options
      await sleep(delay * 1_000 + observeMs)
      assert.ok(!trial.isSteering, 'It was engaged after it had been disengaged')
    },
  },
]
