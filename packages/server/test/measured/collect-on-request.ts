/**
 * Preloaded into a server process: collects garbage on request of the parent and responds with the resident memory in
 * bytes. A gentle collection keeps compiled code.
 */
const collect = (isGentle: boolean): void => {
  for (let pass = 0; pass < 3; pass++)
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: isGentle ? 'regular' : 'last-resort' })
}

process.on('message', (how) => {
  if (how !== 'collect' && how !== 'collect gently') return
  collect(how === 'collect gently')
  // The allocator returns pages gradually.
  setTimeout(() => process.send?.(process.memoryUsage.rss()), 500)
})
// The channel must not keep the process running.
process.channel?.unref()
