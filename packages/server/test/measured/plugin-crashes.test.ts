import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crashes } from './fault-cases.ts'
import { excessesOf, longestCallbackOf } from './fault-trial.ts'
import { figuresWhenBlocked, runFaults } from './fault-server.ts'

test('crashes of a plugin affect nothing else', { timeout: 330_000 }, (context) =>
  runFaults(context, crashes),
)

test('the checks fail for a server that a crash blocks for 50 ms', { timeout: 300_000 }, async (context) => {
  const figures = await figuresWhenBlocked(crashes.find(({ title }) => title === 'exits')!)
  context.diagnostic(
    `longest callback ${longestCallbackOf(figures.trials).toFixed(1)} ms; ${figures.slowness.text}`,
  )
  assert.match(excessesOf(figures).join('; '), /a callback took/)
})
