import { MarineDataError } from '@marinedata/model'
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PluginEnd } from '#host/launch.ts'
import { checkedManifest } from '#host/program.ts'
import { settingMembers } from '#host/setting-members.ts'
import { settledSettings } from '#host/settled-settings.ts'
import { isRefused, tempo, type Case } from './conformance.ts'
import type { TestedProcess } from './tested-process.ts'
import { greeting, unknownVersion } from './tested-program.ts'

const unlikely = 'no-such-thing-aboard'
/** What a process may need beyond the protocol's times to be seen gone by a busy machine. */
const toleranceMs = 250

const endWithin = async (tested: TestedProcess, ms: number): Promise<PluginEnd | undefined> =>
  await Promise.race([tested.launched.ended, sleep(ms + toleranceMs, undefined)])

const stop = async (tested: TestedProcess): Promise<void> => {
  const asked = tested.launched.line.ask('stop', {}, { deadlineMs: tempo.stopMs })
  // What counts is how it ends.
  asked.catch(() => undefined)
  const end = await endWithin(tested, tempo.stopMs)
  if (end === undefined) return assert.fail(`It did not stop within ${tempo.stopMs / 1000} s`)
  assert.deepEqual([end.code, end.signal], [0, null], `It did not end with code 0: ${end.lastWords}`)
}

const wrongValues = [null, 'wrong', -1e300, 0.5, true, {}, []]

/** Settings that the schema refuses. */
const wrongSettings = (schema: object): Readonly<Record<string, unknown>> | undefined => {
  const candidates = settingMembers(schema).flatMap(([name]) =>
    wrongValues.map((value) => ({ [name]: value })),
  )
  return candidates.find((settings) => {
    try {
      settledSettings(schema, settings)
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
  await tested.launched.line.ask(
    'command',
    { ...params, deadline: 1 },
    { deadlineMs: tempo.answerMs, ...(signal && { signal }) },
  )

/** What every plugin promises, in whatever language it is written. */
export const pluginCases: readonly Case[] = [
  {
    title: 'its manifest is acceptable',
    check: async (subject) => void checkedManifest((await subject.found()).manifest, 'The manifest'),
  },
  {
    title: 'it says so when it speaks no version that is offered',
    check: async (subject) => {
      await using tested = await subject.launched()
      await isRefused(
        tested.ask('hello', greeting([unknownVersion]), tempo.startMs),
        'hello with an unknown version',
      )
    },
  },
  {
    title: 'it tells the manifest of its file, chooses a version of the protocol, and starts within 5 s',
    check: async (subject) => void (await subject.running()),
  },
  {
    title: 'it answers pings while it runs',
    check: async (subject) => {
      const tested = await subject.running()
      for (let count = 0; count < 5; count++) {
        await tested.ask('ping', {}, tempo.answerMs)
        await sleep(subject.observeMs / 10)
      }
    },
  },
  {
    title: 'it answers an unknown verb as unknown, and goes on',
    check: async (subject) => {
      const tested = await subject.running()
      const unknown = tested.launched.line.ask(unlikely as 'ping', {}, { deadlineMs: tempo.answerMs })
      await assert.rejects(
        unknown,
        (error) => error instanceof MarineDataError && error.code === 'unknown-verb',
      )
      tested.launched.line.tell(unlikely as 'deltas', { deltas: [] })
      await tested.ask('ping', {}, tempo.answerMs)
    },
  },
  {
    title: 'it answers a command that it does not know with an error',
    check: async (subject) => {
      const tested = await subject.running()
      await isRefused(command(tested, { name: unlikely }), 'An unknown action')
      await isRefused(command(tested, { device: unlikely, name: unlikely }), 'A command to an unknown device')
    },
  },
  {
    title: 'it answers a command that is taken back',
    check: async (subject) => {
      const tested = await subject.running()
      const taking = new AbortController()
      const answer = command(tested, { name: unlikely }, taking.signal)
      taking.abort()
      await isRefused(answer, 'A command that was taken back')
    },
  },
  {
    title: 'it does only what it declared, and nothing of it is refused',
    check: async (subject) => {
      const tested = await subject.running()
      await sleep(subject.observeMs)
      assert.deepEqual(tested.boat.refused, [])
    },
  },
  {
    title: 'it keeps stdout for the protocol',
    check: async (subject) => {
      const tested = await subject.running()
      assert.equal(tested.noise.toString('latin1'), '')
      assert.equal(tested.badMessages, 0, 'Messages that are too long or none')
    },
  },
  {
    title: 'its schema refuses wrong settings',
    check: async (subject, t) => {
      const { settings } = (await subject.found()).manifest
      if (settings === undefined || settingMembers(settings).length === 0) return t.skip('it has no settings')
      assert.ok(wrongSettings(settings), `Every setting takes each of ${JSON.stringify(wrongValues)}`)
    },
  },
  {
    title: 'it stops within 1.5 s, with code 0',
    check: async (subject) => await stop(await subject.running()),
  },
  {
    title: 'it can be started again, and ends by itself when the server goes away',
    check: async (subject) => {
      await using tested = await subject.started()
      await tested.ask('ping', {}, tempo.answerMs)
      tested.launched.hangUp()
      const end = await endWithin(tested, tempo.abandonedMs)
      assert.ok(end, `It was still there ${tempo.abandonedMs / 1000} s after its stdin was closed`)
      assert.equal(end.signal, null, end.lastWords)
    },
  },
]
