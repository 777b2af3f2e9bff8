/**
 * Preloaded into a server process: collects garbage on request of the parent and responds with the bytes in use, on the
 * heap and in buffers.
 */
process.on('message', (question) => {
  if (question !== 'memory') return
  for (let pass = 0; pass < 2; pass++) globalThis.gc?.({ type: 'major', execution: 'sync' })
  const { heapUsed, external } = process.memoryUsage()
  process.send?.({ heapUsed, external })
})
// The channel must not keep the process running.
process.channel?.unref()
