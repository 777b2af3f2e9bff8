/** A planted fault for the server under test: keeps its event loop busy for 50 ms whenever a child process exits. */
import type { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { processorMs } from './processor-time.ts'

const busyMs = 50

subscribe('child_process', (message) => {
  const { process: child } = message as { readonly process: ChildProcess }
  child.on('exit', () => {
    for (const end = processorMs() + busyMs; processorMs() < end;);
  })
})
