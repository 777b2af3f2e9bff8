import type { Pixel } from '#screens/chart/geo/frame.ts'

const pressMs = 550
/** Tolerance in pixels: a finger on a moving boat is never still. */
const mostDrift = 10

export interface LongPress<Spot> {
  /** The item below the finger at pointer down: the page may move afterwards. */
  readonly spotAt: (at: Pixel) => Spot
  readonly heed: (spot: Spot) => void
}

/**
 * Reports a long press by finger, or a right click.
 * @returns stops it
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
      // Some browsers open a context menu for a long press, too, and earlier than ours.
      if (event.button === 2) heed(spotOf(event))
    },
    { signal },
  )
  return () => {
    stop()
    listening.abort()
  }
}
