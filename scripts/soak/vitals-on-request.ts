/**
 * Loaded into the server's process before the server: when its parent asks, it collects garbage and answers with the
 * memory in use and the number of timers.
 */
process.on('message', (question) => {
  if (question !== 'vitals') return
  for (let pass = 0; pass < 2; pass++) globalThis.gc?.({ type: 'major', execution: 'sync' })
  const { heapUsed, external, rss } = process.memoryUsage()
  const timers = process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
  process.send?.({ heapUsed, external, rss, timers })
})
// The parent may ask as long as the server runs, which is no reason for it to run on.
process.channel?.unref()
