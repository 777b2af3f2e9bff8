import { encodeEvents, encodeSegments, type Layer, type Range } from '@marinedata/uplink-protocol'

const numbersIn = ({ from, to }: Range): number[] =>
  Array.from({ length: to - from }, (_, index) => from + 1 + index)

const startedAt = Date.now()

const times = (number: number) => ({ wall: startedAt + number * 1_000, mono: number * 1_000 })

/** A body as a boat sends it, whose content follows from the numbers. */
export const segmentBody = (layer: Layer, range: Range): Uint8Array => {
  if (layer === 'events')
    return encodeEvents({
      events: numbersIn(range).map((number) => ({
        number,
        segment: number,
        ...times(number),
        kind: 'value',
        context: 'vessels.self',
        path: 'design.note',
        source: 'trial',
        json: String(number),
      })),
      open: [],
    })
  return encodeSegments({
    series: [],
    segments: numbersIn(range).map((number) => ({
      number,
      boot: 1,
      ...times(number),
      trust: 'none',
      blob: Buffer.from(`${layer} ${number}`),
    })),
  })
}
