import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crashes } from './fault-cases.ts'
import { excessesOf } from './fault-trial.ts'
import { figuresWhenBlocked, runFaults } from './fault-server.ts'

test('crashes of a plugin affect nothing else', { timeout: 330_000 }, (context) =>
  runFaults(context, crashes),
)

test('the checks fail for a server that a crash blocks for 50 ms', { timeout: 120_000 }, async (context) => {
  // On a busy machine the control is slow, too: the planted fault may show only in the second or third try.
  for (let tries = 3; tries > 0; tries--) {
    const figures = await figuresWhenBlocked(crashes.find(({ title }) => title === 'exits')!)
    context.diagnostic(figures.slowness.text)
    if (excessesOf(figures).length > 0) return
  }
  assert.fail('The planted fault was not found')
})
