import { setTimeout as sleep } from 'node:timers/promises'
import type { PlayedChange } from '@marinedata/history'
import { openLog, TrialClock } from '../../packages/history/testing/trial-log.ts'
import { exchange } from '@marinedata/testing/exchange'
import { temporaryFolder } from '@marinedata/testing/boats/start-cli'
import { StreamListener, type ReceivedValue } from '@marinedata/testing/stream-listener'
import { logFolder, startRecordedBoat } from './recorded-boat.ts'

export interface PlayedFigures {
  readonly rate: number
  readonly recorded: number
  readonly received: number
  /** Changes that differ from the recorded ones, or came in another order. */
  readonly wrong: number
  /** Milliseconds by which a change came too early or too late after the first one. */
  readonly worstMs: number
  readonly isTreeUnchanged: boolean
  readonly isDeltaRefused: boolean
}

const start = Date.UTC(2026, 5, 1, 12)
const paths = ['environment.depth.belowKeel', 'navigation.speedOverGround', 'environment.wind.speedApparent']

const record = (folder: string, minutes: number, tier: 'full' | 'minute'): PlayedChange[] => {
  const clock = new TrialClock(start)
  const log = openLog(folder, clock)
  log.trustTime('gnss', clock.wall())
  for (let second = 0; second < minutes * 60; second++) {
    for (const [at, path] of paths.entries())
      log.record({
        context: 'vessels.self',
        path,
        source: 'simulated',
        at: clock.wall(),
        value: 5 + at + (second % 100) / 10,
      })
    clock.advance(1_000)
    log.tick()
  }
  log.close()
  clock.restart()
  using again = openLog(folder, clock)
  again.trustTime('gnss', clock.wall())
  return [...again.play(start, { tier, context: 'vessels.self', to: start + minutes * 60_000 })].flatMap(
    (page) => page ?? [],
  )
}

const compared = (
  recorded: readonly PlayedChange[],
  received: readonly ReceivedValue[],
  lateMs: (at: number, index: number) => number,
): Pick<PlayedFigures, 'wrong' | 'worstMs'> => {
  const wrong = recorded.filter(({ path, value, at }, index) => {
    const one = received[index]
    return one?.path !== path || one.value !== value || Date.parse(one.timestamp) !== at
  }).length
  return { wrong, worstMs: Math.round(Math.max(0, ...recorded.map(({ at }, index) => lateMs(at, index)))) }
}

/** H10: a recording is played, and compared with what was recorded. */
export const playRecording = async (minutes: number, rate: number): Promise<PlayedFigures> => {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await temporaryFolder()).path
  const recorded = record(logFolder(folder), minutes, rate > 20 ? 'minute' : 'full')
  const { server } = await startRecordedBoat({ folder })
  stack.use(server)
  /** Whether the tree has a played value. The server itself publishes no such path. */
  const isPresent = async (): Promise<boolean> => {
    const { text } = await exchange(server.url, '/marinedata/v1/api')
    return text.includes('simulated')
  }
  const query = `?startTime=${new Date(start).toISOString()}&playbackRate=${rate}&subscribe=none`
  const player = stack.use(await StreamListener.open(server.url, query, { kind: 'playback' }))
  const isDeltaRefused = (await player.ask({ updates: [] })).code === 'forbidden'
  const arrivals: number[] = []
  player.socket.on('message', (data) => {
    const { updates = [] } = JSON.parse((data as Buffer).toString()) as {
      updates?: { values: unknown[] }[]
    }
    for (const { values } of updates) arrivals.push(...values.map(() => performance.now()))
  })
  const startedAt = performance.now()
  player.send({ subscribe: [{ path: '*' }] })
  player.send({ playback: { seek: new Date(start).toISOString() } })
  const end = startedAt + (minutes * 60_000) / rate + 10_000
  while (performance.now() < end && arrivals.length < recorded.length) await sleep(50)
  const received = player.values
  const [firstArrival = Infinity] = arrivals
  const [first] = recorded
  return {
    rate,
    recorded: recorded.length,
    received: received.length,
    ...compared(recorded, received, (at, index) =>
      Math.abs((arrivals[index] ?? Infinity) - firstArrival - (at - (first?.at ?? 0)) / rate),
    ),
    isTreeUnchanged: !(await isPresent()),
    isDeltaRefused,
  }
}
