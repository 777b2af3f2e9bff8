import { MarineDataError } from '@marinedata/model'
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PluginEnd } from '#host/launch.ts'
import { checkedManifest, checkSchemas } from '#host/program.ts'
import { settingMembers } from '#host/setting-members.ts'
import { resolveSettings } from '#host/resolve-settings.ts'
import { isRefused, timeLimits, type Case } from './conformance.ts'
import type { TestedProcess } from './tested-process.ts'
import { greeting, startPatienceMs, unknownVersion } from './tested-program.ts'

const unknownName = 'no-such-thing-aboard'
/** Extra time for a busy machine to notice the end of a process. */
const toleranceMs = 250

const endWithin = async (tested: TestedProcess, ms: number): Promise<PluginEnd | undefined> =>
  await Promise.race([tested.launched.ended, sleep(ms + toleranceMs, undefined)])

const stop = async (tested: TestedProcess): Promise<void> => {
  const asked = tested.launched.rpc.request('stop', {}, { deadlineMs: timeLimits.stopMs })
  // Only the exit matters.
  asked.catch(() => undefined)
  const end = await endWithin(tested, timeLimits.stopMs)
  if (end === undefined) return assert.fail(`It did not stop within ${timeLimits.stopMs / 1000} s`)
  assert.deepEqual([end.code, end.signal], [0, null], `It did not exit with code 0: ${end.stderrTail}`)
}

const wrongValues = [null, 'wrong', -1e300, 0.5, true, {}, []]

/** Settings that the schema rejects. */
const wrongSettings = (schema: object): Readonly<Record<string, unknown>> | undefined => {
  const candidates = settingMembers(schema).flatMap(([name]) =>
    wrongValues.map((value) => ({ [name]: value })),
  )
  return candidates.find((settings) => {
    try {
      resolveSettings(schema, settings)
      return false
    } catch (error) {
      return error instanceof MarineDataError
    }
  })
}

const command = async (
  tested: TestedProcess,
  params: { device?: string; name: string },
  signal?: AbortSignal,
) =>
  await tested.launched.rpc.request(
    'command',
    { ...params, deadline: 1 },
    { deadlineMs: timeLimits.answerMs, ...(signal && { signal }) },
  )

/** The cases that every plugin passes, in any language. */
export const pluginCases: readonly Case[] = [
  {
    title: 'its manifest is valid',
    check: async (subject) => {
      const { manifest } = await subject.found()
      checkSchemas(checkedManifest(manifest, 'The manifest'), 'The manifest')
    },
  },
  {
    title: 'rejects a hello without a supported protocol version',
    check: async (subject) => {
      await using tested = await subject.launched()
      await isRefused(
        tested.request('hello', greeting([unknownVersion]), startPatienceMs),
        'hello with an unknown version',
      )
    },
  },
  {
    title: 'reports the manifest of its file, chooses a protocol version, and starts within 10 s',
    check: async (subject) => {
      // One slow start may be due to a busy machine. A slow plugin is slow every time.
      for (let tries = 0; ; tries++) {
        const startedAt = performance.now()
        if (tries === 0) await subject.running()
        else await (await subject.started())[Symbol.asyncDispose]()
        const ms = performance.now() - startedAt
        if (ms <= timeLimits.startMs) return
        assert.ok(tries < 2, `It took ${(ms / 1_000).toFixed(1)} s to start`)
      }
    },
  },
  {
    title: 'answers pings while it runs',
    check: async (subject) => {
      const tested = await subject.running()
      for (let count = 0; count < 5; count++) {
        await tested.request('ping', {}, timeLimits.answerMs)
        await sleep(subject.observeMs / 10)
      }
    },
  },
  {
    title: 'answers an unknown verb as unknown, and keeps running',
    check: async (subject) => {
      const tested = await subject.running()
      const unknown = tested.launched.rpc.request(
        unknownName as 'ping',
        {},
        { deadlineMs: timeLimits.answerMs },
      )
      await assert.rejects(
        unknown,
        (error) => error instanceof MarineDataError && error.code === 'unknown-verb',
      )
      tested.launched.rpc.notify(unknownName as 'deltas', { deltas: [] })
      await tested.request('ping', {}, timeLimits.answerMs)
    },
  },
  {
    title: 'answers an unknown command with an error',
    check: async (subject) => {
      const tested = await subject.running()
      await isRefused(command(tested, { name: unknownName }), 'An unknown action')
      await isRefused(
        command(tested, { device: unknownName, name: unknownName }),
        'A command to an unknown device',
      )
    },
  },
  {
    title: 'answers a cancelled command',
    check: async (subject) => {
      const tested = await subject.running()
      const abort = new AbortController()
      const answer = command(tested, { name: unknownName }, abort.signal)
      abort.abort()
      await isRefused(answer, 'A cancelled command')
    },
  },
  {
    title: 'does only what it declares, and nothing is refused',
    check: async (subject) => {
      const tested = await subject.running()
      await sleep(subject.observeMs)
      assert.deepEqual(tested.boat.refused, [])
    },
  },
  {
    title: 'writes nothing but messages to stdout',
    check: async (subject) => {
      const tested = await subject.running()
      assert.equal(tested.noise.toString('latin1'), '')
      assert.equal(tested.badMessages, 0, 'Messages that are too long or malformed')
    },
  },
  {
    title: 'its schema rejects wrong settings',
    check: async (subject, t) => {
      const { settings } = (await subject.found()).manifest
      if (settings === undefined || settingMembers(settings).length === 0) return t.skip('it has no settings')
      assert.ok(wrongSettings(settings), `Every setting accepts each of ${JSON.stringify(wrongValues)}`)
    },
  },
  {
    title: 'its pages begin with an index.html',
    check: async (subject, t) => {
      const { program, manifest } = await subject.found()
      if (manifest.pages === undefined) return t.skip('it has no pages')
      const first = join(program.folder, manifest.pages, 'index.html')
      assert.ok(existsSync(first), `There is no ${first}`)
    },
  },
  {
    title: 'stops within 1.5 s with exit code 0',
    check: async (subject) => await stop(await subject.running()),
  },
  {
    title: 'can be started again, and exits when the server closes stdin',
    check: async (subject) => {
      await using tested = await subject.started()
      await tested.request('ping', {}, timeLimits.answerMs)
      tested.launched.closeStdin()
      const end = await endWithin(tested, timeLimits.abandonedMs)
      assert.ok(end, `It was still running ${timeLimits.abandonedMs / 1000} s after its stdin was closed`)
      assert.equal(end.signal, null, end.stderrTail)
    },
  },
]
