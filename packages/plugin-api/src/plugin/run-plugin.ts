import { once } from 'node:events'
import { FramedReader } from '#line/framed-reader.ts'
import { FramedWriter } from '#line/framed-writer.ts'
import type { Plugin } from './define-plugin.ts'
import { ownStdout } from './own-stdout.ts'
import { PluginSession } from './plugin-session.ts'

/** The server is believed, so this only bounds an accident. */
const messageBytes = 16_777_216
/** How long the last words may take. */
const farewellMs = 200
/** How long stopping may take when nobody waits for it any more. */
const abandonedMs = 1_000

const unheard = { noise: () => undefined, tooLarge: () => undefined, malformed: () => undefined }

const within = async (ms: number, work: Promise<void>): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  setTimeout(resolve, ms)
  await Promise.race([work, promise])
}

/** Resolves when the answers that are due in this turn have been written. */
const endOfTurn = async (): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  setImmediate(resolve)
  await promise
}

/**
 * Runs a plugin on stdin and stdout until the server stops it or goes away; then the process ends. It never returns: put
 * it last, as `if (import.meta.main) await runPlugin(plugin)`.
 */
export const runPlugin = async (plugin: Plugin): Promise<never> => {
  const { name } = plugin.manifest
  if (process.stdin.isTTY)
    process.stderr.write(`"${name}" is a plugin: the server runs it and talks to it on stdin.\n`)
  const writer = new FramedWriter(ownStdout())
  const reader = new FramedReader(process.stdin, { messageBytes, events: unheard })
  const session = new PluginSession(plugin, { reader, writer })
  const abandoned = once(process.stdin, 'end').then(() => within(abandonedMs, session.abandon()))
  const hasStopped = await Promise.race([session.stopped, abandoned]).then(
    () => true,
    () => false,
  )
  await endOfTurn()
  await within(farewellMs, writer.written())
  process.exit(hasStopped ? 0 : 1)
}
