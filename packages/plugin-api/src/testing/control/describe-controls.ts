import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SuiteOptions } from '../conformance.ts'
import { badValues, ControlTrial, goodValues } from './control-trial.ts'

interface ControlCase {
  readonly title: string
  readonly check: (trial: ControlTrial) => Promise<void> | void
}

/** All cases of the suite of controls. Each runs with a plugin that has just been started. */
const controlCases: readonly ControlCase[] = [
  {
    title: 'each control has a path of its own, and reports a value when it has started',
    check: ({ controls }) => {
      const paths = controls.map(({ details }) => details.path)
      assert.deepEqual(
        paths.filter((path, index) => paths.indexOf(path) !== index),
        [],
        'Two controls have the same path',
      )
      for (const { id, value } of controls) assert.notEqual(value, undefined, `"${id}" sent no report`)
    },
  },
  {
    title: 'a report shows the value that was set, within the time that the server waits',
    check: async ({ controls }) => {
      for (const control of controls)
        for (const value of goodValues(control.details.range)) await control.set(value)
    },
  },
  {
    title: 'a report follows a command that changes nothing',
    check: async ({ controls }) => {
      for (const control of controls) {
        const [value = true] = goodValues(control.details.range)
        await control.set(value)
        await control.set(value)
      }
    },
  },
  {
    title: 'refuses a value outside its range, and does not clamp it',
    check: async ({ controls }) => {
      for (const control of controls)
        for (const value of badValues(control.details.range)) await control.assertRefused(value)
    },
  },
  {
    title: 'setting a control changes no other control',
    check: async ({ controls }) => {
      for (const control of controls) {
        const others = controls.filter((other) => other !== control)
        const before = others.map(({ value }) => value)
        for (const value of goodValues(control.details.range)) await control.set(value)
        assert.deepEqual(
          others.map(({ value }) => value),
          before,
          `"${control.id}" changed another control`,
        )
      }
    },
  },
]

/** Runs the cases for the controls that the plugin provides. */
export const describeControls = (place: string | URL, options: SuiteOptions): void =>
  void describe(`the controls at ${String(place)}`, () => {
    for (const { title, check } of controlCases)
      test(title, async () => {
        await using trial = await ControlTrial.start(place, options)
        await check(trial)
      })
  })
