import type { PluginReport } from '@marinedata/model'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { getJson } from '@marinedata/testing/exchange'
import { runCli, startCli, temporaryFolder } from '@marinedata/testing/boats/start-cli'

const limit = { timeout: 300_000 }
const plain = await readFile(join(import.meta.dirname, 'plugins', 'plain.js'), 'utf8')

/** A plugin of one file without packages. */
const pluginOf = (version: string): string =>
  plain.replace(
    'hello: { protocol: 1 }',
    `hello: { protocol: 1, manifest: { name: 'lantern', version: '${version}', description: 'Shines' } }`,
  )

test('writes the manifest from the plugin’s own description', limit, async () => {
  await using folder = await temporaryFolder()
  await writeFile(join(folder.path, 'package.json'), '{"name":"lantern","type":"module","main":"index.js"}')
  await writeFile(join(folder.path, 'index.js'), pluginOf('1.0.0'))
  assert.match((await runCli('plugin', 'manifest', folder.path)).stdout, /wrote the manifest file of lantern/)
  const file = join(folder.path, 'marinedata-plugin.json')
  assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), {
    name: 'lantern',
    version: '1.0.0',
    description: 'Shines',
  })
  assert.match((await runCli('plugin', 'manifest', folder.path)).stdout, /the manifest file is up to date/)
})

interface InspectorMessage {
  readonly id?: number
  readonly method?: string
  readonly result?: { readonly result?: { readonly value?: unknown } }
}

/** A debugger at the address of Node's inspector. */
const debuggerAt = async (address: string) => {
  const socket = new WebSocket(address)
  const messages: InspectorMessage[] = []
  socket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString()) as InspectorMessage))
  await once(socket, 'open')
  let last = 0
  const seen = async (isRight: (message: InspectorMessage) => boolean): Promise<InspectorMessage> => {
    for (let tries = 0; tries < 2_000; tries++) {
      const found = messages.find(isRight)
      if (found !== undefined) return found
      await sleep(20)
    }
    return assert.fail(`not among ${JSON.stringify(messages)}`)
  }
  return {
    seen,
    ask: async (method: string, params: object = {}): Promise<InspectorMessage> => {
      const id = ++last
      socket.send(JSON.stringify({ id, method, params }))
      return await seen((message) => message.id === id)
    },
    [Symbol.dispose]: () => socket.terminate(),
  }
}

test('a plugin runs with a debugger, and no deadline ends it at a breakpoint', limit, async () => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'lantern.js')
  await writeFile(join(folder.path, 'package.json'), '{"type":"module"}')
  await writeFile(file, pluginOf('1.0.0'))
  await using server = await startCli({ words: ['plugin', 'run', file, '--inspect'] })
  const address = await server.printed(/Debugger listening on (ws:\/\/127\.0\.0\.1:\d+\/\S+)/)
  const report = (): Promise<PluginReport> => getJson(server.url, '/marinedata/v2/api/plugins/lantern')
  let before = await report()
  for (let tries = 0; tries < 2_000 && before.state !== 'running'; tries++) {
    await sleep(20)
    before = await report()
  }
  assert.equal(before.state, 'running')
  using inspector = await debuggerAt(address)
  const expression = '`${process.env.MARINEDATA_PLUGIN} ${6 * 7}`'
  const answer = await inspector.ask('Runtime.evaluate', { expression })
  assert.equal(answer.result?.result?.value, 'lantern 42')
  await inspector.ask('Debugger.enable')
  void inspector.ask('Runtime.evaluate', { expression: 'debugger' })
  await inspector.seen(({ method }) => method === 'Debugger.paused')
  // Three times as long as a plugin may leave a ping unanswered.
  await sleep(3_600)
  await inspector.ask('Debugger.resume')
  const after = await report()
  assert.deepEqual([after.state, after.pid, after.restarts], ['running', before.pid, 0])
})

test('a plugin in development is restarted when a file is saved, also after an error', limit, async () => {
  await using folder = await temporaryFolder()
  const home = join(folder.path, 'lantern')
  await mkdir(home)
  const file = join(home, 'lantern.js')
  await writeFile(join(home, 'package.json'), '{"type":"module"}')
  await writeFile(file, pluginOf('1.0.0'))
  await using server = await startCli({ words: ['plugin', 'run', file] })
  const isAt = async (version: string | null): Promise<void> => {
    let seen: PluginReport | undefined
    for (let tries = 0; tries < 100; tries++) {
      seen = await getJson<PluginReport>(server.url, '/marinedata/v2/api/plugins/lantern').catch(
        () => undefined,
      )
      if (seen?.version === version && seen.state === (version === null ? 'unusable' : 'running')) return
      await sleep(50)
    }
    assert.fail(`it is ${seen?.state} at ${seen?.version}, not at ${version}`)
  }
  await isAt('1.0.0')
  await writeFile(file, pluginOf('1.0.1'))
  await isAt('1.0.1')
  await writeFile(file, 'this is not JavaScript')
  await isAt(null)
  await writeFile(file, pluginOf('1.0.2'))
  await isAt('1.0.2')
})
