import type { Boat } from '#boat/boat.ts'
import type { Console } from '#page/console-context.ts'

const holdMs = 600
/** Pixels that a finger may move. */
const stillPixels = 10

const values = '.readout[data-path], .tile-place[data-path]'

/** The value that an element belongs to: one of the helm, or a tile that is not being edited. */
const valueOf = (target: EventTarget | null): HTMLElement | undefined => {
  if (!(target instanceof Element)) return undefined
  const value = target.closest<HTMLElement>(values)
  return value?.closest('[data-editing="true"]') === null && value.dataset['path'] !== '' ? value : undefined
}

/** The dial, whose drags set the target, and other controls. */
const controls = '.dial, button, a, input, select'

/** The value under a pointer. Those in the corners of the dial let events pass, so they are found by their place. */
const valueUnder = ({ target, clientX, clientY }: MouseEvent): HTMLElement | undefined => {
  const direct = valueOf(target)
  if (direct !== undefined || !(target instanceof Element) || target.closest(controls) !== null) return direct
  return [...document.querySelectorAll<HTMLElement>('.helm-readouts .readout[data-path]')].find((value) => {
    const { left, right, top, bottom } = value.getBoundingClientRect()
    return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
  })
}

/** Opens the last day of a value on a long press, a right click, or Enter. One at a time, and not while locked. */
class ValueHistoryOpener {
  readonly #boat: Boat
  readonly #here: Console
  #holding:
    | { readonly timer: ReturnType<typeof setTimeout>; readonly x: number; readonly y: number }
    | undefined

  constructor(boat: Boat, here: Console) {
    this.#boat = boat
    this.#here = here
  }

  press(event: PointerEvent): void {
    this.release()
    const { button, clientX, clientY } = event
    const value = valueUnder(event)
    if (value === undefined || button !== 0) return
    const timer = setTimeout(() => this.#open(value), holdMs)
    this.#holding = { timer, x: clientX, y: clientY }
  }

  move({ clientX, clientY }: PointerEvent): void {
    const from = this.#holding
    if (from !== undefined && Math.hypot(clientX - from.x, clientY - from.y) > stillPixels) this.release()
  }

  release(): void {
    clearTimeout(this.#holding?.timer)
    this.#holding = undefined
  }

  /** Touch screens also send this event for a long press. */
  ask(event: Event, value: HTMLElement | undefined): void {
    if (value === undefined) return
    event.preventDefault()
    this.release()
    this.#open(value)
  }

  #open(value: HTMLElement): void {
    const { openSheets, lock, urgent } = this.#here
    const path = value.dataset['path']
    if (path === undefined || openSheets.peek() > 0 || lock.peek() || urgent.peek() !== undefined) return
    void import('./value-sheet.tsx').then(({ showValueSheet }) =>
      showValueSheet({ path, boat: this.#boat, here: this.#here }),
    )
  }
}

/** Offers the last day of every value on the screen. */
export const offerValueHistory = (boat: Boat, here: Console): void => {
  const opener = new ValueHistoryOpener(boat, here)
  addEventListener('pointerdown', (event) => opener.press(event))
  addEventListener('pointermove', (event) => opener.move(event))
  for (const name of ['pointerup', 'pointercancel', 'scroll'] as const)
    addEventListener(name, () => opener.release(), { capture: true })
  addEventListener('contextmenu', (event) => opener.ask(event, valueUnder(event)))
  addEventListener('keydown', (event) => {
    // Only the focused value itself: Enter belongs to the controls in it.
    const value = valueOf(event.target)
    if (event.key === 'Enter' && event.target === value) opener.ask(event, value)
  })
}
