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

// The server rejects every request that the plugin sends before it is started.
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
  'alert/answer': refuse,
  'resource/put': refuse,
  'resource/remove': refuse,
  'bus/offer': refuse,
  'bus/withdraw': refuse,
  'bus/nodes': refuse,
  'bus/heard': refuse,
  'bus/open': refuse,
  'bus/close': refuse,
  'bus/send': refuse,
  'history/offer': refuse,
  'weather/offer': refuse,
  'course/offer': refuse,
  'log/head': refuse,
  'log/read': refuse,
  'log/events': refuse,
  'log/series': refuse,
  'log/start-epoch': refuse,
  'storage/get': refuse,
  'storage/set': refuse,
  status: () => undefined,
  inputs: () => undefined,
  log: () => undefined,
}

/**
 * Starts a plugin, reads its manifest from the answer to `hello`, and kills it. Aborting the signal kills it at once.
 * @throws MarineDataError `plugin-failed` when the process ends or does not answer,
 *   `invalid-settings` when the manifest is invalid
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
      stderrLine: () => undefined,
    },
  })
  const kill = (): void => plugin.kill()
  signal?.addEventListener('abort', kill)
  const ended = plugin.ended.then(({ code, signal: by, stderrTail }) => {
    const how = `exited with ${by ?? code ?? 'no code'} before it answered "hello"`
    throw new MarineDataError(
      'plugin-failed',
      `${program.entry ?? program.folder} ${how}\n${stderrTail}`.trim(),
    )
  })
  try {
    const server = { name: 'marinedata', version: '0' }
    const hello = plugin.rpc.request('hello', { protocols: [protocolVersion], server }, { deadlineMs })
    const { manifest } = await Promise.race([hello, ended])
    return checkedManifest(manifest, `The manifest from ${program.entry ?? program.folder}`)
  } finally {
    signal?.removeEventListener('abort', kill)
    plugin.kill()
    await ended.catch(() => undefined)
  }
}
