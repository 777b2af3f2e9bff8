import assert from 'node:assert/strict'
import { allModes, needs, needsReadingOfMode, writableModes, type PilotCase } from '../pilot-case.ts'
import type { PilotTrial } from '../pilot-trial.ts'

/** Another mode to start from. */
const otherMode = ({ details, firstMode }: PilotTrial, mode: string): string =>
  (firstMode.name === mode ? details.modes.find(({ name }) => name !== mode)?.name : undefined) ??
  firstMode.name

/** Cases about modes. */
export const modeCases: readonly PilotCase[] = [
  {
    title: 'steers in the mode that was set before it was engaged',
    each: allModes,
    lacks: needs('set-mode', 'modes'),
    check: async (trial, mode) => {
      await trial.disengageAll(otherMode(trial, mode))
      const { state } = trial.report
      const report = await trial.command({ name: 'set-mode', input: { mode } })
      assert.equal(report.state, state, 'set-mode changed the state')
      if (trial.engaging === undefined) return
      assert.equal((await trial.engage()).mode, mode, 'It is engaged in another mode')
    },
  },
  {
    title: 'reports a mode that is set while it steers, and keeps steering',
    each: allModes,
    lacks: needs('set-mode', 'modes', 'steering'),
    check: async (trial, mode) => {
      const { state } = await trial.engageIn(otherMode(trial, mode))
      const report = await trial.command({ name: 'set-mode', input: { mode } })
      assert.equal(report.state, state, 'set-mode changed the state')
    },
  },
  {
    title: 'a mode that is set while it steers starts with the present heading or angle',
    each: writableModes,
    lacks: (trial, mode) =>
      needs('modes')(trial) ?? needsReadingOfMode('set-mode', 'steering', 'sea', 'heading')(trial, mode),
    check: async (trial, mode) => {
      await trial.setUpEngaged(otherMode(trial, mode))
      trial.assertHoldsPresent(await trial.command({ name: 'set-mode', input: { mode } }), 'After set-mode')
      await trial.assertGoesStraight('After set-mode')
    },
  },
]
