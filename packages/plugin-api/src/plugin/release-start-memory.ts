/** By then a plugin has loaded its code and made its first connections. */
const afterMs = 10_000

const collect = (): void => globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })

/**
 * Collects once all that only the start needed, and returns the memory to the system: 1.5 to 2 MB in each plugin, which
 * an idle heap would keep. The command line of the server allows it with `--expose-gc`; without it this does nothing.
 */
export const releaseStartMemory = (): void => {
  setTimeout(collect, afterMs).unref()
}
