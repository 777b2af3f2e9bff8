import type { RAL } from 'vscode-jsonrpc'

/**
 * What the library needs of Node. Its own entry for Node brings sockets and cryptography along: 1.3 MB and some milliseconds for every
 * plugin, and nothing of it is used here.
 */
export const runtime = {
  console,
  timer: {
    setTimeout: (run: (...words: unknown[]) => void, ms: number, ...words: unknown[]) => {
      const timer = setTimeout(run, ms, ...words)
      return { dispose: () => clearTimeout(timer) }
    },
    setImmediate: (run: (...words: unknown[]) => void, ...words: unknown[]) => {
      const timer = setImmediate(run, ...words)
      return { dispose: () => clearImmediate(timer) }
    },
    setInterval: (run: (...words: unknown[]) => void, ms: number, ...words: unknown[]) => {
      const timer = setInterval(run, ms, ...words)
      return { dispose: () => clearInterval(timer) }
    },
  },
  // The rest is for the library's own readers and writers; ours bring what they need.
} as unknown as RAL
