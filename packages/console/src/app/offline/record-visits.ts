import { effect } from '@preact/signals'
import type { Boat } from '#boat/boat.ts'
import { placeIn, textIn } from '#boat/reading.ts'
import type { VisitStore, Visit } from './visit-store.ts'

const everyMs = 5_000

const visitOf = ({ session, values }: Pick<Boat, 'session' | 'values'>): Visit => ({
  visitor: session.me.peek(),
  boat: textIn(values.of('name').peek()),
  place: placeIn(values.of('navigation.position').peek()),
  seenAt: Date.now(),
})

/** Stores the time of the last contact while the boat is connected. */
export const recordVisits = (
  boat: Pick<Boat, 'link' | 'session' | 'values'>,
  visitStore: VisitStore,
): Disposable => {
  const { link } = boat
  const note = (): void => {
    if (link.state.peek() === 'live') visitStore.save(visitOf(boat))
  }
  const timer = setInterval(note, everyMs)
  const beginning = effect(() => {
    if (link.state.value === 'live') note()
  })
  addEventListener('pagehide', note)
  return {
    [Symbol.dispose]: () => {
      clearInterval(timer)
      beginning()
      removeEventListener('pagehide', note)
    },
  }
}

/** Restores the stored values with their original age. */
export const restoreVisit = ({ values }: Pick<Boat, 'values'>, { boat, place, seenAt }: Visit): void => {
  const received = {
    source: '',
    receivedAt: performance.now() - Math.max(0, Date.now() - seenAt),
    isStale: true,
    staleAfterMs: undefined,
  }
  if (boat !== undefined) values.recall('name', { ...received, value: boat })
  if (place !== undefined) values.recall('navigation.position', { ...received, value: place })
}
