import { AisSentenceWriter, encodeMessage, type AisMessageName } from '@marinedata/ais'
import { BusReader, DeviceDirectory, ManualTimer } from '@marinedata/nmea2000'
import { parseSentence, SentenceDecoder, type Sentence } from '@marinedata/nmea0183'
import { mock } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { readAnalyzedMessages } from '../../packages/nmea2000/testing/corpus.ts'
import { ownMmsi, TrialBoat } from './trial-boat.ts'
import type { TrialCase, TrialResult } from './trial-case.ts'

const minuteMs = 60_000
const quickHours = 1
const hours = 24

interface Station {
  readonly mmsi: number
  readonly message: AisMessageName
  readonly state?: string
}

const several = (count: number, station: Station): Station[] =>
  Array.from({ length: count }, (_, index) => ({ ...station, mmsi: station.mmsi + index }))

/** Ships, net buoys with numbers of MOB and SART beacons, and net markers. */
const stations: readonly Station[] = [
  ...several(150, { mmsi: 211_000_000, message: 'positionA', state: 'motoring' }),
  ...several(150, { mmsi: 232_000_000, message: 'positionB' }),
  ...several(8, { mmsi: 972_009_911, message: 'positionB' }),
  ...several(8, { mmsi: 972_010_911, message: 'positionA', state: 'motoring' }),
  ...several(4, { mmsi: 970_009_911, message: 'positionB' }),
  ...several(5, { mmsi: 979_009_904, message: 'positionA', state: 'default' }),
]

const sentencesOf = ({ mmsi, message, state }: Station, index: number): Sentence[] => {
  const values = {
    'navigation.position': { latitude: 50.3 + (index % 20) / 100, longitude: -4.2 + index / 3_000 },
    'navigation.speedOverGround': 2,
    ...(state !== undefined && { 'navigation.state': state }),
  }
  const payload = encodeMessage(message, String(mmsi), values)
  if (payload === undefined) throw new Error(`${mmsi} cannot be encoded`)
  return new AisSentenceWriter().write(payload).map((line) => {
    const sentence = parseSentence(line)
    if ('fault' in sentence) throw new Error(`${line}: ${sentence.fault}`)
    return sentence
  })
}

/** Every station sends once a minute. The clock of the process is simulated. */
const busyCoast = async (simulatedHours: number): Promise<TrialResult> => {
  const sentences = stations.flatMap((station, index) => sentencesOf(station, index))
  mock.timers.enable({ apis: ['Date', 'setTimeout', 'setInterval'], now: Date.now() })
  try {
    await using boat = await TrialBoat.start()
    const decoder = new SentenceDecoder({ now: () => Date.now() }, { ownMmsi })
    let messages = 0
    for (let minute = 0; minute < simulatedHours * 60; minute++) {
      for (const sentence of sentences)
        for (const { context = 'vessels.self', values } of decoder.decode(sentence)) {
          messages++
          boat.publish(context, values)
        }
      for (let step = 0; step < 4; step++) {
        mock.timers.tick(minuteMs / 4)
        await turn()
      }
    }
    const states = Map.groupBy(boat.alerts.values(), ({ state }) => state)
    const listed = Object.fromEntries([...states].map(([state, { length }]) => [state, length]))
    return {
      case: 'false-busy-coast',
      pass: boat.sounds === 0 && messages === simulatedHours * 60 * stations.length,
      hours: simulatedHours,
      messages,
      sounds: boat.sounds,
      listed,
    }
  } finally {
    mock.timers.reset()
  }
}

const flushMs = 200

/** Messages of real buses, as canboat has them, whose PGNs the database knows. */
const corpus = async (): Promise<TrialResult> => {
  await using boat = await TrialBoat.start()
  const timer = new ManualTimer()
  const directory = new DeviceDirectory({ timer })
  const reader = new BusReader({ directory, timer, ownMmsi })
  const overboard: string[] = []
  const calls = new Set<string>()
  const messages = readAnalyzedMessages()
  for (const { pgn, payload } of messages) {
    const packet = { pgn, payload, priority: 6, source: 3, destination: 255 }
    directory.handle(packet)
    timer.advance(1)
    reader.handle(packet)
    const { updates, alerts } = reader.take()
    for (const { path, condition } of alerts)
      if (path.includes('.manOverboard.')) overboard.push(condition.state)
    for (const { context, values } of updates) {
      if (context === undefined) continue
      if (values.some(({ path }) => path === 'communication.dscCall')) calls.add(context)
      boat.publish(context, Object.fromEntries(values.map(({ path, value }) => [path, value])))
    }
  }
  await new Promise((resolve) => void setTimeout(resolve, flushMs))
  const alerts = [...boat.alerts].map(([path, { state, message }]) => `${path} ${state}: ${message}`)
  return {
    case: 'false-corpus',
    pass: alerts.length === 1 && calls.size === 1 && overboard.join() === 'emergency,normal',
    messages: messages.length,
    alerts,
    overboard,
  }
}

/** A coast without a casualty, and recordings of real buses: nothing sounds that should not. */
export const falseCase: TrialCase = async function* ({ isQuick }) {
  yield await busyCoast(isQuick ? quickHours : hours)
  yield await corpus()
}
