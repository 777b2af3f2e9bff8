/**
 * Loaded into a server's process before the server itself: collects garbage when its parent asks, and answers with the
 * bytes that are then in use, on the heap and in buffers.
 */
process.on('message', (question) => {
  if (question !== 'memory') return
  for (let pass = 0; pass < 2; pass++) globalThis.gc?.({ type: 'major', execution: 'sync' })
  const { heapUsed, external } = process.memoryUsage()
  process.send?.({ heapUsed, external })
})
// The parent may ask as long as the server runs, which is no reason for it to run on.
process.channel?.unref()
