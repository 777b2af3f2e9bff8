import { providedResourceLimits } from '@marinedata/model'
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { timeLimits, type Case, type Subject } from './conformance.ts'
import type { TestedProcess } from './tested-process.ts'

const pollMs = 10

const kindsOf = async (subject: Subject): Promise<readonly string[]> =>
  (await subject.found()).manifest.resources ?? []

/** Each process is waited for once: a provider without resources must not hold up every case. */
const missingByProcess = new WeakMap<TestedProcess, Promise<string[]>>()

/** Waits until there is a resource of each kind; resolves with the kinds that have none when the time is up. */
const waitForKinds = async (subject: Subject, tested: TestedProcess): Promise<string[]> => {
  const kinds = await kindsOf(subject)
  const end = performance.now() + timeLimits.startMs
  const missing = (): string[] => kinds.filter((kind) => (tested.boat.resources.get(kind)?.size ?? 0) === 0)
  while (missing().length > 0 && performance.now() < end) await sleep(pollMs)
  // Others of the same kind may follow.
  await sleep(subject.observeMs)
  return missing()
}

const missingKinds = async (subject: Subject): Promise<readonly [TestedProcess, string[]]> => {
  const tested = await subject.running()
  const missing = missingByProcess.get(tested) ?? waitForKinds(subject, tested)
  missingByProcess.set(tested, missing)
  return [tested, await missing]
}

/** The plugin after it has provided its resources. */
const settled = async (subject: Subject): Promise<TestedProcess> => (await missingKinds(subject))[0]

const idsOf = ({ boat }: TestedProcess): string[] =>
  [...boat.resources]
    .flatMap(([kind, itemById]) => [...itemById.keys()].map((id) => `${kind}/${id}`))
    .toSorted()

/** The cases that every provider of resources passes. */
export const resourceCases: readonly Case[] = [
  {
    title: 'its manifest declares the kinds of resources that it provides',
    check: async (subject) => assert.ok((await kindsOf(subject)).length > 0, 'It declares no kind'),
  },
  {
    title: 'provides a resource of each declared kind within 10 s',
    check: async (subject) => assert.deepEqual((await missingKinds(subject))[1], []),
  },
  {
    title: 'each resource has the shape of its kind, and none is refused',
    check: async (subject) => {
      const tested = await settled(subject)
      assert.deepEqual(
        tested.boat.refused.filter(({ verb }) => verb.startsWith('resource/')),
        [],
      )
    },
  },
  {
    title: 'its resources are within the limits of the server',
    check: async (subject) => {
      const tested = await settled(subject)
      const { itemsPerKind, totalLength } = providedResourceLimits
      for (const [kind, { size }] of tested.boat.resources)
        assert.ok(size <= itemsPerKind, `${size} ${kind}; the server takes ${itemsPerKind}`)
      const items = [...tested.boat.resources.values()].flatMap((itemById) => [...itemById.values()])
      const length = items.reduce((sum, item) => sum + JSON.stringify(item).length, 0)
      assert.ok(length <= totalLength, `${length} characters; the server takes ${totalLength}`)
    },
  },
  {
    title: 'sends a resource again only when it has changed',
    check: async (subject) => {
      const tested = await settled(subject)
      assert.equal(tested.boat.resourceCounts.unchanged, 0, 'Resources were sent again without a change')
    },
  },
  {
    title: 'a resource has the same id after a restart',
    check: async (subject) => {
      const before = idsOf(await settled(subject))
      await using again = await subject.started()
      const end = performance.now() + timeLimits.startMs
      while (!isDeepStrictEqual(idsOf(again), before) && performance.now() < end) await sleep(pollMs)
      assert.deepEqual(idsOf(again), before)
    },
  },
  {
    title: 'sends nothing after it has stopped',
    check: async (subject) => {
      const tested = await subject.running()
      // How long it takes is another case.
      await tested.request('stop', {}, timeLimits.startMs)
      const { sent } = tested.boat.resourceCounts
      await Promise.race([tested.launched.ended, sleep(timeLimits.stopMs)])
      assert.equal(tested.boat.resourceCounts.sent, sent, 'A resource followed the answer to stop')
    },
  },
]
