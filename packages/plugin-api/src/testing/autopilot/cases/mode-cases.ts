import assert from 'node:assert/strict'
import { allModes, needs, needsReadingOfMode, writableModes, type PilotCase } from '../pilot-case.ts'
import type { PilotTrial } from '../pilot-trial.ts'

/** A mode to come from. */
const otherMode = ({ details, firstMode }: PilotTrial, mode: string): string =>
  (firstMode.name === mode ? details.modes.find(({ name }) => name !== mode)?.name : undefined) ??
  firstMode.name

/** What it steers by. */
export const modeCases: readonly PilotCase[] = [
  {
    title: 'a mode that is chosen before it steers is the one that it steers in',
    each: allModes,
    lacks: needs('set-mode', 'modes'),
    check: async (trial, mode) => {
      await trial.rest(otherMode(trial, mode))
      const { state } = trial.report
      const report = await trial.tell({ name: 'set-mode', input: { mode } })
      assert.equal(report.state, state, 'Choosing a mode changed its state')
      if (trial.engaging === undefined) return
      assert.equal((await trial.engage()).mode, mode, 'Engaged, it is in another mode')
    },
  },
  {
    title: 'a mode that is chosen while it steers is shown by its report, and it goes on steering',
    each: allModes,
    lacks: needs('set-mode', 'modes', 'steering'),
    check: async (trial, mode) => {
      const { state } = await trial.steer(otherMode(trial, mode))
      const report = await trial.tell({ name: 'set-mode', input: { mode } })
      assert.equal(report.state, state, 'Choosing a mode changed its state')
    },
  },
  {
    title: 'a mode that is chosen while it steers begins with what the boat does',
    each: writableModes,
    lacks: (trial, mode) =>
      needs('modes')(trial) ?? needsReadingOfMode('set-mode', 'steering', 'sea', 'heading')(trial, mode),
    check: async (trial, mode) => {
      await trial.sail(otherMode(trial, mode))
      trial.holdsPresent(await trial.tell({ name: 'set-mode', input: { mode } }), 'In its new mode')
      await trial.goesStraight('In its new mode')
    },
  },
]
