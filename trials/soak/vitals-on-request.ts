/**
 * Loaded into the server's process before the server. When its parent asks, it collects garbage and answers with the
 * memory in use and the number of timers.
 */
process.on('message', (question) => {
  if (question !== 'vitals') return
  for (let pass = 0; pass < 2; pass++) globalThis.gc?.({ type: 'major', execution: 'sync' })
  const { heapUsed, external, rss } = process.memoryUsage()
  const timers = process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
  process.send?.({ heapUsed, external, rss, timers })
})
// The channel to the parent must not keep the process alive.
process.channel?.unref()
