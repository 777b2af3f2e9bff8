import type { RAL } from 'vscode-jsonrpc'

/**
 * The runtime that vscode-jsonrpc needs. Its own Node entry point also loads sockets and cryptography, which costs
 * every
 * plugin 1.3 MB and some milliseconds and is not used here.
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
  // The remaining members serve the library's own readers and writers, which are not used.
} as unknown as RAL
