import { setTimeout as sleep } from 'node:timers/promises'
import type { Notification } from '@marinedata/model'
import { mountSmallDisk } from '@marinedata/history/testing'
import { exchange } from '@marinedata/testing/exchange'
import { StreamListener } from '@marinedata/testing/stream-listener'
import { historyApi, startRecordedBoat } from './recorded-boat.ts'

export interface FaultFigures {
  readonly fault: 'disk-full' | 'killed' | 'quarantined'
  /** Milliseconds until the crew is notified. */
  readonly alarmMs: number
  /** Whether values reached a client during the fault. */
  readonly isLive: boolean
  /** Whether the history is recorded again. */
  readonly isRecovered: boolean
}

const path = 'environment.depth.belowKeel'
const faultsToQuarantine = 8
const patienceMs = 90_000

const isActive = (value: unknown): boolean => !['normal', 'nominal'].includes((value as Notification).state)

/** Whether a value that a client sends reaches another one. */
const isLive = async (stream: StreamListener, value: number): Promise<boolean> => {
  stream.put(path, value)
  return (
    (await stream.firstValue((received) => received.path === path && received.value === value)) !== undefined
  )
}

/** Whether a value that is sent now is recorded. */
const isRecorded = async (url: string, stream: StreamListener, value: number): Promise<boolean> => {
  for (const end = performance.now() + patienceMs; performance.now() < end; await sleep(500)) {
    stream.put(path, value)
    const { text } = await exchange(url, `${historyApi}/values?paths=${path}:max&duration=PT1H&resolution=1d`)
    if (text.includes(`,${value}]`)) return true
  }
  return false
}

/** H9, first part: the disk of the boat is full, and has room again. */
export const fillDisk = async (): Promise<FaultFigures> => {
  await using stack = new AsyncDisposableStack()
  const disk = stack.use(mountSmallDisk(24))
  const { server } = await startRecordedBoat({ folder: disk.path })
  stack.use(server)
  const stream = stack.use(await StreamListener.open(server.url))
  const alert = 'notifications.history.recording'
  disk.fill()
  const filledAt = performance.now()
  await stream.firstValue((received) => received.path === alert && isActive(received.value))
  const alarmMs = Math.round(performance.now() - filledAt)
  const wasLive = await isLive(stream, 3)
  disk.empty()
  const raised = stream.messages.length
  for (const end = performance.now() + patienceMs; performance.now() < end; await sleep(100)) {
    const cleared = stream.messages
      .slice(raised)
      .some(({ updates = [] }) => JSON.stringify(updates).includes(alert))
    if (cleared) break
  }
  const isRecovered = await isRecorded(server.url, stream, 77)
  return { fault: 'disk-full', alarmMs, isLive: wasLive, isRecovered }
}

/** H9, second part: the recorder is killed once, or until it is quarantined and restarted by the crew. */
export const killRecorder = async (isUntilQuarantine: boolean): Promise<FaultFigures> => {
  const { server, plugins } = await startRecordedBoat({})
  await using _server = server
  await using stream = await StreamListener.open(server.url)
  const alert = 'notifications.plugins.recorder'
  const killedAt = performance.now()
  const told = stream
    .firstValue((received) => received.path === alert && isActive(received.value))
    .then(() => Math.round(performance.now() - killedAt))
  for (let kills = 0; kills < (isUntilQuarantine ? faultsToQuarantine : 1); kills++) {
    const { report } = await plugins.until(
      'recorder',
      ({ state, pid }) => state === 'quarantined' || (state === 'running' && pid !== null),
    )
    if (report.pid === null) break
    process.kill(report.pid, 'SIGKILL')
    await plugins.until('recorder', ({ pid }) => pid !== report.pid)
  }
  const alarmMs = await told
  const wasLive = await isLive(stream, 4)
  if (isUntilQuarantine) {
    await plugins.until('recorder', ({ state }) => state === 'quarantined')
    await plugins.post('recorder', 'restart')
  }
  const isRecovered = await isRecorded(server.url, stream, 78)
  return { fault: isUntilQuarantine ? 'quarantined' : 'killed', alarmMs, isLive: wasLive, isRecovered }
}
