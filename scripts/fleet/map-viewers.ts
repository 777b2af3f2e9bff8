import { isInside, type BoundingBox, type FleetMapLine, type FleetMark } from '@marinedata/model'
import { decodeLive } from '@marinedata/uplink-protocol'
import type { NatsConnection } from '@nats-io/transport-node'
import { tokenOf } from '@marinedata/fleet'
import { get, type ClientRequest } from 'node:http'

interface Sent {
  readonly latitude: number
  readonly longitude: number
  readonly at: number
}

/** What each boat has sent, in the way of its latest values, which is not that of the map: the last two positions. */
export class MapOracle {
  readonly #sentByToken = new Map<string, readonly Sent[]>()

  constructor(connection: NatsConnection) {
    connection.subscribe('md.live.>', {
      callback: (_error, { subject, data }) => {
        const value = decodeLive(data).updates[0]?.values?.[0]?.value as Omit<Sent, 'at'>
        const token = subject.slice(subject.lastIndexOf('.') + 1)
        const before = this.#sentByToken.get(token)?.at(-1)
        const sent = { ...value, at: performance.now() }
        this.#sentByToken.set(token, before === undefined ? [sent] : [before, sent])
      },
    })
  }

  get boats(): number {
    return this.#sentByToken.size
  }

  /** How many boats a window shows wrongly: not as they were at any moment of the last `toleranceMs`. */
  wrongIn(box: BoundingBox, marks: ReadonlyMap<string, FleetMark>, toleranceMs: number): number {
    const since = performance.now() - toleranceMs
    let wrong = 0
    for (const [token, sent] of this.#sentByToken) {
      const isOld = (sent.at(-1)?.at ?? 0) < since
      const allowed = isOld ? sent.slice(-1) : sent
      const mark = marks.get(token)
      const isRight = allowed.some((one) => {
        if (!isInside(box, one)) return mark === undefined
        return mark?.latitude === one.latitude && mark.longitude === one.longitude
      })
      // A boat that has sent its first position only just now may be missing.
      const isNew = allowed.length === 1 && !isOld && mark === undefined
      if (!isRight && !isNew) wrong++
    }
    return wrong
  }
}

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
