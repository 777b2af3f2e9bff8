/**
 * Preloaded into a server process: answers the message "longest callback" with the longest time that one callback kept
 * the event loop since the last such message, in milliseconds of processor time. Time during which the machine ran
 * something else does not count, nor does work that has piled up meanwhile. A stall of a virtual machine's host can count.
 */
import { createHook } from 'node:async_hooks'
import { processorMs } from './processor-time.ts'

let longestMs = 0
/** The processor time at the start of each callback that is running; callbacks can be nested. */
const starts: number[] = []

createHook({
  before: () => void starts.push(processorMs()),
  after: () => {
    const startMs = starts.pop()
    if (startMs !== undefined) longestMs = Math.max(longestMs, processorMs() - startMs)
  },
}).enable()

process.on('message', (question) => {
  if (question !== 'longest callback') return
  process.send?.({ longestCallbackMs: longestMs })
  longestMs = 0
})
// The channel must not keep the process running.
process.channel?.unref()
