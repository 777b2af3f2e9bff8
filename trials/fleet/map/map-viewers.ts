import type { BoundingBox, FleetMapLine, FleetMark } from '@marinedata/model'
import { tokenOf } from '@marinedata/fleet'
import { get, type ClientRequest } from 'node:http'

export interface MapViewerOptions {
  readonly token: string
  /** Ports of the readers. */
  readonly readers: readonly number[]
  /** Which reader is asked first. */
  readonly first: number
}

/** Someone who looks at a window of the map. Goes to another reader when the connection ends. */
export class MapViewer implements Disposable {
  readonly box: BoundingBox
  readonly #options: MapViewerOptions
  readonly marks = new Map<string, FleetMark>()
  /** Boats in cells; undefined when boats are shown one by one. */
  counted: number | undefined
  /** Milliseconds from the gateway to here, of changes. */
  readonly delays: number[] = []
  hasPicture = false
  connections = 0
  #request: ClientRequest | undefined
  #attempts: number
  #isEnded = false

  constructor(box: BoundingBox, options: MapViewerOptions) {
    this.box = box
    this.#options = options
    this.#attempts = options.first
    this.#connect()
  }

  [Symbol.dispose](): void {
    this.#isEnded = true
    this.#request?.destroy()
  }

  #connect(): void {
    if (this.#isEnded) return
    this.hasPicture = false
    this.connections++
    const { readers, token } = this.#options
    const port = readers[this.#attempts++ % readers.length]
    const { south, west, north, east } = this.box
    const query = `south=${south}&west=${west}&north=${north}&east=${east}`
    const url = `http://127.0.0.1:${port}/marinedata/v2/api/fleet/map?${query}`
    let rest = ''
    this.#request = get(url, { headers: { authorization: `Bearer ${token}` }, agent: false }, (response) => {
      response.setEncoding('utf8')
      response.on('data', (text: string) => {
        const lines = (rest + text).split('\n')
        rest = lines.pop() ?? ''
        for (const line of lines) this.#take(JSON.parse(line) as FleetMapLine)
      })
      response.on('error', () => undefined)
    })
    this.#request.on('error', () => undefined)
    this.#request.on('close', () => setTimeout(() => this.#connect(), Math.random() * 500))
  }

  #take({ isWhole, boats, gone, cells }: FleetMapLine): void {
    if (isWhole) {
      this.marks.clear()
      this.hasPicture = true
      this.counted = cells?.reduce((sum, { count }) => sum + count, 0)
    }
    const now = Date.now()
    for (const mark of boats) {
      if (!isWhole) this.delays.push(now - mark.at)
      this.marks.set(tokenOf(mark.vessel) ?? '', mark)
    }
    for (const vessel of gone) this.marks.delete(tokenOf(vessel) ?? '')
  }
}
