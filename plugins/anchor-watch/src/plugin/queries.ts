import type { AnchorQuestion, AnchorStays, AnchorTrack } from '@marinedata/model'
import type { DeviceCommand } from '@marinedata/plugin-api'
import type { AnchorWatch } from '#anchor-watch.ts'
import { clockText } from './clock-text.ts'

/** A centimetre. */
const rounded = (degrees: number): number => Number(degrees.toFixed(7))

const trackOf = ({ trail, report: { state } }: AnchorWatch): AnchorTrack => ({
  state,
  track: trail.map(({ at, latitude, longitude }) => [clockText(at), rounded(latitude), rounded(longitude)]),
})

const staysOf = ({ stays }: AnchorWatch): AnchorStays => ({
  stays: stays.map(({ latitude, longitude, depth, begun, ended, radius, farthest }) => ({
    position: { latitude, longitude, ...(depth !== null && { altitude: 0 - depth }) },
    from: clockText(begun),
    to: clockText(ended),
    maxRadius: radius,
    farthest,
  })),
})

const answers: Readonly<Record<AnchorQuestion['name'], (watch: AnchorWatch) => AnchorTrack | AnchorStays>> = {
  track: trackOf,
  stays: staysOf,
}

const isQuestion = (name: string): name is AnchorQuestion['name'] => Object.hasOwn(answers, name)

/** Answers a query about the recorded data; undefined for a command. */
export const answerTo = (
  watch: AnchorWatch,
  { name }: DeviceCommand,
): AnchorTrack | AnchorStays | undefined => (isQuestion(name) ? answers[name](watch) : undefined)
