import { setImmediate as nextTurn } from 'node:timers/promises'
import { BenchError } from '../bench-error.ts'
import type { DeltaMaker } from './deltas.ts'
import { textFrame, type RawWebSocket } from '../sockets/raw-websocket.ts'
import type { SendClock } from './send-clock.ts'

export const deltasPerChunk = 500
// Enough to keep the target busy, but far less than a window.
const chunksUnderWay = 8
const answerLimitMs = 10_000

/** Frames of deltas, prepared before the measurement. */
export const makeChunks = (count: number, make: DeltaMaker, clock: SendClock): readonly Buffer[] =>
  Array.from({ length: Math.ceil(count / deltasPerChunk) }, (_, chunk) => {
    const size = Math.min(deltasPerChunk, count - chunk * deltasPerChunk)
    const frames = Array.from({ length: size }, (_delta, at) =>
      textFrame(make(chunk * deltasPerChunk + at, clock.next())),
    )
    return Buffer.concat(frames)
  })

/**
 * Sends chunks, each followed by a ping, as fast as the target accepts them while `next` returns one. Ends when all are
 * answered.
 */
export const flood = async (socket: RawWebSocket, next: () => Buffer | undefined): Promise<void> => {
  let heardAt = performance.now()
  let answered = socket.pongs
  let isOver = false
  while (!isOver || socket.pongs < socket.pings) {
    while (!isOver && socket.pings - socket.pongs < chunksUnderWay) {
      const chunk = next()
      if (chunk === undefined) isOver = true
      else {
        socket.sendFrames(chunk)
        socket.ping()
      }
    }
    await nextTurn()
    if (socket.isClosed) throw new BenchError('The target closed the connection that sends deltas')
    if (socket.pongs > answered) {
      answered = socket.pongs
      heardAt = performance.now()
    } else if (performance.now() - heardAt > answerLimitMs) {
      throw new BenchError(`The target accepted no delta for ${answerLimitMs} ms`)
    }
  }
}
