import type { Pixel } from '#screens/chart/geo/frame.ts'

const pressMs = 550
/** A finger on a moving boat is never quite still. */
const mostDrift = 10

export interface LongPress<Spot> {
  /** What lies under the finger when it comes down: what is on the page may move while it stays. */
  readonly spotAt: (at: Pixel) => Spot
  readonly heed: (spot: Spot) => void
}

/**
 * Tells where someone presses and stays, by finger or with the right button.
 * @returns ends it
 */
export const onLongPress = <Spot>(element: HTMLElement, { spotAt, heed }: LongPress<Spot>): (() => void) => {
  const listening = new AbortController()
  const { signal } = listening
  let timer: ReturnType<typeof setTimeout> | undefined
  let from: Pixel = [0, 0]
  const spotOf = ({ clientX, clientY }: MouseEvent): Spot => {
    const { left, top } = element.getBoundingClientRect()
    return spotAt([clientX - left, clientY - top])
  }
  const stop = (): void => clearTimeout(timer)
  const begin = (event: PointerEvent): void => {
    stop()
    if (!event.isPrimary || event.button !== 0) return
    from = [event.clientX, event.clientY]
    const spot = spotOf(event)
    timer = setTimeout(() => heed(spot), pressMs)
  }
  const move = ({ isPrimary, clientX, clientY }: PointerEvent): void => {
    if (!isPrimary || Math.hypot(clientX - from[0], clientY - from[1]) > mostDrift) stop()
  }
  element.addEventListener('pointerdown', begin, { signal })
  element.addEventListener('pointermove', move, { signal })
  for (const name of ['pointerup', 'pointercancel', 'pointerleave', 'wheel'] as const)
    element.addEventListener(name, stop, { signal, passive: true })
  element.addEventListener(
    'contextmenu',
    (event) => {
      event.preventDefault()
      // A finger that stays also asks for a menu, in some browsers before our own time is over.
      if (event.button === 2) heed(spotOf(event))
    },
    { signal },
  )
  return () => {
    stop()
    listening.abort()
  }
}
