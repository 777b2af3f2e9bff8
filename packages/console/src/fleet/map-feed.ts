import type { BoundingBox, FleetCell, FleetMapLine, FleetMark } from '@marinedata/model'
import { signal, type ReadonlySignal } from '@preact/signals'

/** The data received for the visible part of the map. */
export interface MapPicture {
  readonly marks: ReadonlyMap<string, FleetMark>
  /** Numbers of boats instead of marks; undefined while there are few enough of them. */
  readonly cells: readonly FleetCell[] | undefined
}

export const emptyPicture: MapPicture = { marks: new Map(), cells: undefined }

export const pictureAfter = (
  before: MapPicture,
  { isWhole, boats, gone, cells }: FleetMapLine,
): MapPicture => {
  const marks = new Map(isWhole ? [] : before.marks)
  for (const mark of boats) marks.set(mark.vessel, mark)
  for (const vessel of gone) marks.delete(vessel)
  return { marks, cells: isWhole ? cells : before.cells }
}

const widthOf = ({ west, east }: BoundingBox): number => (west <= east ? east - west : 360 - west + east)
/** From -180 to 180 degrees. */
export const wrapped = (longitude: number): number => ((((longitude + 180) % 360) + 360) % 360) - 180

/** A larger window than what is shown, so that a small move needs no other one. */
export const windowAround = (shown: BoundingBox): BoundingBox => {
  const { south, west, north, east } = shown
  const [width, height] = [widthOf(shown), north - south]
  const isAround = width * 1.5 >= 360
  return {
    south: Math.max(-90, south - height / 4),
    north: Math.min(90, north + height / 4),
    west: isAround ? -180 : wrapped(west - width / 4),
    east: isAround ? 180 : wrapped(east + width / 4),
  }
}

const isWithin = (shown: BoundingBox, window: BoundingBox): boolean => {
  if (shown.south < window.south || shown.north > window.north) return false
  if (widthOf(window) >= 360) return true
  const fromWest = (longitude: number): number => (((longitude - window.west) % 360) + 360) % 360
  return fromWest(shown.west) + widthOf(shown) <= widthOf(window)
}

/** Whether a window is good for what is shown: it has all of it, and not much more. */
export const isGoodFor = (window: BoundingBox | undefined, shown: BoundingBox): boolean =>
  window !== undefined && isWithin(shown, window) && widthOf(window) <= 2.5 * Math.max(widthOf(shown), 1e-6)

/** Opens the stream of a window. */
type OpenWindow = (window: BoundingBox, ending: AbortSignal) => Promise<Response>

/** While a finger moves the map, no window is opened. */
const settleMs = 300
const againMs = 2_000

/** Receives the boats of the part of the map that is shown, and opens another window when the map is moved. */
export class MapFeed implements Disposable {
  readonly #open: OpenWindow
  readonly #picture = signal(emptyPicture)
  #window: BoundingBox | undefined
  #ending = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(open: OpenWindow) {
    this.#open = open
  }

  get picture(): ReadonlySignal<MapPicture> {
    return this.#picture
  }

  /** This part of the map is shown now. */
  look(shown: BoundingBox): void {
    if (isGoodFor(this.#window, shown)) return
    this.#window = windowAround(shown)
    this.#restart(settleMs)
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer)
    this.#ending.abort()
  }

  #restart(afterMs: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#follow(), afterMs)
  }

  async #follow(): Promise<void> {
    this.#ending.abort()
    const ending = new AbortController()
    this.#ending = ending
    if (this.#window === undefined) return
    try {
      const { ok, body } = await this.#open(this.#window, ending.signal)
      if (ok && body !== null) await this.#read(body, ending.signal)
    } catch {
      // It is opened again.
    }
    // The server also ends a stream after some minutes.
    if (!ending.signal.aborted) this.#restart(againMs)
  }

  async #read(body: ReadableStream<Uint8Array>, ending: AbortSignal): Promise<void> {
    let rest = ''
    const texts = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    const reader = texts.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done || ending.aborted) return
      const lines = (rest + value).split('\n')
      rest = lines.pop() ?? ''
      let picture = this.#picture.peek()
      for (const line of lines) picture = pictureAfter(picture, JSON.parse(line) as FleetMapLine)
      this.#picture.value = picture
    }
  }
}
