import { effect } from '@preact/signals'
import type { Boat } from '#boat/boat.ts'
import { placeIn, textIn } from '#boat/reading.ts'
import type { Keepsake, Visit } from './keepsake.ts'

const everyMs = 5_000

const visitOf = ({ session, values }: Pick<Boat, 'session' | 'values'>): Visit => ({
  visitor: session.me.peek(),
  boat: textIn(values.of('name').peek()),
  place: placeIn(values.of('navigation.position').peek()),
  seenAt: Date.now(),
})

/** Notes that the boat was heard, for as long as it is. */
export const rememberVisits = (
  boat: Pick<Boat, 'link' | 'session' | 'values'>,
  keepsake: Keepsake,
): Disposable => {
  const { link } = boat
  const note = (): void => {
    if (link.state.peek() === 'live') keepsake.keep(visitOf(boat))
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

/** Knows again what was last known of the boat, as old as it is. */
export const recallVisit = ({ values }: Pick<Boat, 'values'>, { boat, place, seenAt }: Visit): void => {
  const heard = {
    source: '',
    heardAt: performance.now() - Math.max(0, Date.now() - seenAt),
    isStale: true,
    staleAfterMs: undefined,
  }
  if (boat !== undefined) values.recall('name', { ...heard, value: boat })
  if (place !== undefined) values.recall('navigation.position', { ...heard, value: place })
}
