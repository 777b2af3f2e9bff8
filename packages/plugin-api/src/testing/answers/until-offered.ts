import { setTimeout as sleep } from 'node:timers/promises'
import { timeLimits, type Subject } from '../conformance.ts'
import type { TestedProcess } from '../tested-process.ts'
import type { TestOffers } from './test-offers.ts'

const pollMs = 10

/** The plugin, after it has offered answers or the time is up. */
export const untilOffered = async (
  subject: Subject,
  isOffered: (offers: TestOffers) => boolean,
  limitMs: number,
): Promise<TestedProcess> => {
  const tested = await subject.running()
  const end = performance.now() + Math.min(timeLimits.startMs, limitMs)
  while (!isOffered(tested.boat.offers) && performance.now() < end) await sleep(pollMs)
  return tested
}
