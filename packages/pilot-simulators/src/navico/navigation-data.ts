import { numberAt } from '../bus/bus-pilot.ts'
import { pgns } from './navico-wire.ts'

/** Navigation data are sent once a second. */
const lifeMs = 5_000
const noNumber = 0xff_ff
const isTerminated = 0x40

/** The course that a chart plotter sends: 129283 and 129284 with the same number of the moment, both valid. */
export class NavigationData {
  #crossTrackSid: number | undefined
  #data: { readonly sid: number; readonly bearing: number } | undefined
  #pair: { readonly at: number; readonly bearing: number } | undefined

  take(pgn: number, payload: Uint8Array, now: number): void {
    const [sid = 0, mode = 0] = payload
    if (pgn === pgns.crossTrack) this.#crossTrackSid = (mode & 0xc0) === isTerminated ? undefined : sid
    else if (pgn === pgns.navigation) {
      // Bearing from the position to the destination.
      const bearing = numberAt(payload, 14)
      this.#data = bearing === noNumber ? undefined : { sid, bearing }
    } else return
    const [cross, data] = [this.#crossTrackSid, this.#data]
    if (cross === undefined || data === undefined) this.#pair = undefined
    else if (cross === data.sid) this.#pair = { at: now, bearing: data.bearing }
  }

  /** The bearing to the waypoint, in steps of the wire; undefined without valid data. */
  bearing(now: number): number | undefined {
    return this.#pair !== undefined && now - this.#pair.at < lifeMs ? this.#pair.bearing : undefined
  }
}
