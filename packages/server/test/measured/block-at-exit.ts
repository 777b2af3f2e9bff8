/** A planted fault for the server under test: blocks its event loop for 50 ms whenever a child process exits. */
import type { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'

const blockedMs = 50

subscribe('child_process', (message) => {
  const { process: child } = message as { readonly process: ChildProcess }
  child.on('exit', () => {
    for (const end = performance.now() + blockedMs; performance.now() < end;);
  })
})
