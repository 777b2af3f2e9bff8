import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { t } from '#words/screen-words.ts'
import { roomFor, type HistoryModel } from '../state/history-model.ts'
import { panned, zoomed } from '../state/time-window.ts'

/** Pixels that a finger may move in a tap. */
const tapPixels = 6
const wheelRate = 0.0015

interface Pressed {
  x: number
  readonly startX: number
}

/** Moves and zooms the time by finger, mouse and wheel. */
class Gestures {
  readonly #model: HistoryModel
  readonly #pressed = new Map<number, Pressed>()
  #isTap = false

  constructor(model: HistoryModel) {
    this.#model = model
  }

  press({ pointerId, clientX, currentTarget }: Pick<PointerEvent, 'pointerId' | 'clientX'> & Placed): void {
    currentTarget.setPointerCapture(pointerId)
    this.#pressed.set(pointerId, { x: clientX, startX: clientX })
    this.#isTap = this.#pressed.size === 1
  }

  move({ pointerId, clientX, pointerType, currentTarget }: PointerMove): void {
    const finger = this.#pressed.get(pointerId)
    if (finger === undefined) {
      if (pointerType === 'mouse') this.#model.cursor.value = this.#timeAt(currentTarget, clientX)
      return
    }
    if (Math.abs(clientX - finger.startX) > tapPixels) this.#isTap = false
    if (this.#isTap) return
    const other = [...this.#pressed].find(([id]) => id !== pointerId)?.[1]
    if (other === undefined) this.#pan(currentTarget, clientX - finger.x)
    else this.#pinch(currentTarget, { from: finger.x, to: clientX, other: other.x })
    finger.x = clientX
  }

  release({ pointerId, clientX, currentTarget }: Pick<PointerEvent, 'pointerId' | 'clientX'> & Placed): void {
    if (!this.#pressed.delete(pointerId) || !this.#isTap) return
    this.#isTap = false
    this.#model.cursor.value = this.#timeAt(currentTarget, clientX)
  }

  cancel({ pointerId }: Pick<PointerEvent, 'pointerId'>): void {
    this.#pressed.delete(pointerId)
    this.#isTap = false
  }

  wheel(event: WheelEvent, place: HTMLElement): void {
    event.preventDefault()
    const { deltaX, deltaY, shiftKey, clientX } = event
    const isSideways = shiftKey || Math.abs(deltaX) > Math.abs(deltaY)
    if (isSideways) this.#pan(place, -(Math.abs(deltaX) > Math.abs(deltaY) ? deltaX : deltaY))
    else this.#zoom(Math.exp(deltaY * wheelRate), this.#timeAt(place, clientX))
  }

  #timeAt(place: HTMLElement, clientX: number): number {
    const { left, width } = place.getBoundingClientRect()
    const { from, to } = this.#model.window.peek()
    return from + ((clientX - left) / width) * (to - from)
  }

  #pan(place: HTMLElement, pixels: number): void {
    const { view, now } = this.#model
    const ms = (pixels / place.clientWidth) * view.peek().span
    view.value = panned(view.peek(), -ms, now.peek())
  }

  #pinch(place: HTMLElement, { from, to, other }: Readonly<Record<'from' | 'to' | 'other', number>>): void {
    const [before, after] = [Math.abs(from - other), Math.abs(to - other)]
    // Two fingers side by side would zoom without limit.
    if (before < tapPixels || after < tapPixels) return
    this.#zoom(before / after, this.#timeAt(place, other))
  }

  #zoom(factor: number, at: number): void {
    const { view, now } = this.#model
    view.value = zoomed(view.peek(), { factor, at }, now.peek())
  }
}

interface Placed {
  readonly currentTarget: HTMLElement
}
type PointerMove = Pick<PointerEvent, 'pointerId' | 'clientX' | 'pointerType'> & Placed

/** The line of the scrubber. */
const CursorLine = ({ model }: { readonly model: HistoryModel }): JSX.Element => {
  const { from, to } = model.window.value
  const share = (model.moment.value - from) / (to - from)
  return (
    <i class="history-cursor" style={{ left: `${(share * 100).toFixed(3)}%` }} data-testid="history-cursor" />
  )
}

/** Lies over all graphs: a drag moves the time, a pinch or the wheel zooms it, a tap places the scrubber. */
export const TimeSurface = ({ model }: { readonly model: HistoryModel }): JSX.Element => {
  const place = useRef<HTMLDivElement>(null)
  const gestures = useRef<Gestures | undefined>(undefined)
  gestures.current ??= new Gestures(model)
  const current = gestures.current
  useEffect(() => {
    const surface = place.current
    if (surface === null) return undefined
    const turnWheel = (event: WheelEvent): void => current.wheel(event, surface)
    // Not passive: the wheel must not scroll the page.
    surface.addEventListener('wheel', turnWheel, { passive: false })
    const sizing = new ResizeObserver(() => {
      model.room.value = roomFor(surface.clientWidth)
    })
    sizing.observe(surface)
    return () => {
      surface.removeEventListener('wheel', turnWheel)
      sizing.disconnect()
    }
  }, [])
  return (
    <div
      ref={place}
      class="history-surface"
      role="img"
      aria-label={t('history.surface')}
      data-testid="history-surface"
      onPointerDown={(event) => event.button === 0 && current.press(event)}
      onPointerMove={(event) => current.move(event)}
      onPointerUp={(event) => current.release(event)}
      onPointerCancel={(event) => current.cancel(event)}
    >
      <CursorLine model={model} />
    </div>
  )
}
