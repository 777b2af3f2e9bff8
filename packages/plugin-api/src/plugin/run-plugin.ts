import { once } from 'node:events'
import { FramedReader } from '#rpc/framed-reader.ts'
import { FramedWriter } from '#rpc/framed-writer.ts'
import type { Plugin } from './define-plugin.ts'
import { releaseStartMemory } from './release-start-memory.ts'
import { reserveStdout } from './reserve-stdout.ts'
import { PluginSession } from './plugin-session.ts'

/** The plugin trusts the server; this only bounds an accident. */
const messageBytes = 16_777_216
/** How long the last messages may take to be flushed. */
const flushMs = 200
/** How long stopping may take when the server is gone. */
const abandonedMs = 1_000

const ignoredEvents = { noise: () => undefined, tooLarge: () => undefined, malformed: () => undefined }

const within = async (ms: number, work: Promise<void>): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  setTimeout(resolve, ms)
  await Promise.race([work, promise])
}

/** Resolves when the responses of this turn of the event loop have been written. */
const endOfTurn = async (): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  setImmediate(resolve)
  await promise
}

/**
 * Runs a plugin on stdin and stdout until the server stops it or closes stdin, then exits the process. It never
 * returns:
 * call it last, as `if (import.meta.main) await runPlugin(plugin)`.
 */
export const runPlugin = async (plugin: Plugin): Promise<never> => {
  const { name } = plugin.manifest
  if (process.stdin.isTTY)
    process.stderr.write(
      `"${name}" is a plugin. Do not run it yourself: the server starts it and writes to its stdin.\n`,
    )
  const writer = new FramedWriter(reserveStdout())
  const reader = new FramedReader(process.stdin, { messageBytes, events: ignoredEvents })
  const session = new PluginSession(plugin, { reader, writer })
  releaseStartMemory()
  const abandoned = once(process.stdin, 'end').then(() => within(abandonedMs, session.abandon()))
  const hasStopped = await Promise.race([session.stopped, abandoned]).then(
    () => true,
    () => false,
  )
  await endOfTurn()
  await within(flushMs, writer.flushed())
  process.exit(hasStopped ? 0 : 1)
}
