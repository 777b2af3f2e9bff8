/** A planted fault for the server under test: its core is blocked for 50 ms whenever a process that it started ends. */
import type { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'

const blockedMs = 50

subscribe('child_process', (message) => {
  const { process: child } = message as { readonly process: ChildProcess }
  child.on('exit', () => {
    for (const end = performance.now() + blockedMs; performance.now() < end;);
  })
})
