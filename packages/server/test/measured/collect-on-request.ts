/**
 * Loaded into a server's process before the server itself: collects garbage when its parent asks, and answers with the
 * resident memory in bytes. Asked to do it gently it leaves compiled code where it is.
 */
const collect = (isGentle: boolean): void => {
  for (let pass = 0; pass < 3; pass++)
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: isGentle ? 'regular' : 'last-resort' })
}

process.on('message', (how) => {
  collect(how === 'collect gently')
  // Pages are given back by and by.
  setTimeout(() => process.send?.(process.memoryUsage.rss()), 500)
})
// Whoever might ask is no reason to stay.
process.channel?.unref()
