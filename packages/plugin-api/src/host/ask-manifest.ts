import type { PluginManifest } from '#protocol/manifest.ts'
import { protocolVersion } from '#protocol/limits.ts'
import { MarineDataError } from '@marinedata/model'
import { LaunchedPlugin, type LaunchOptions } from './launch.ts'
import { checkedManifest, type Program } from './program.ts'
import type { Sandbox } from './sandbox/find-sandbox.ts'

const deadlineMs = 10_000

const refuse = (): never => {
  throw new MarineDataError('not-declared', 'The plugin has not been started yet')
}

// Nothing may be asked of the server before the start.
const refusals: LaunchOptions['handlers'] = {
  publish: refuse,
  subscribe: refuse,
  unsubscribe: refuse,
  'device/register': refuse,
  'device/report': refuse,
  'device/notify': refuse,
  'device/withdraw': refuse,
  'notification/raise': refuse,
  'notification/clear': refuse,
  'storage/get': refuse,
  'storage/set': refuse,
  status: () => undefined,
  inputs: () => undefined,
  log: () => undefined,
}

/**
 * Runs a plugin just long enough to be told its manifest; ends it at once when the signal says so.
 * @throws MarineDataError `plugin-failed` when it ends or does not answer, `invalid-settings` when the manifest is not acceptable
 */
export const askManifest = async (
  program: Program,
  sandbox: Sandbox,
  signal?: AbortSignal,
): Promise<PluginManifest> => {
  signal?.throwIfAborted()
  const plugin = new LaunchedPlugin({
    name: 'unknown',
    program,
    manifest: {},
    chosen: {},
    place: { sandbox },
    handlers: refusals,
    events: {
      noise: () => undefined,
      tooLarge: () => undefined,
      malformed: () => undefined,
      complaint: () => undefined,
    },
  })
  const end = (): void => plugin.kill()
  signal?.addEventListener('abort', end)
  const ended = plugin.ended.then(({ code, signal: by, lastWords }) => {
    const how = `ended with ${by ?? code ?? 'nothing'} before it answered`
    throw new MarineDataError(
      'plugin-failed',
      `${program.entry ?? program.folder} ${how}\n${lastWords}`.trim(),
    )
  })
  try {
    const server = { name: 'marinedata', version: '0' }
    const hello = plugin.line.ask('hello', { protocols: [protocolVersion], server }, { deadlineMs })
    const { manifest } = await Promise.race([hello, ended])
    return checkedManifest(manifest, `What ${program.entry ?? program.folder} says of itself`)
  } finally {
    signal?.removeEventListener('abort', end)
    plugin.kill()
    await ended.catch(() => undefined)
  }
}
