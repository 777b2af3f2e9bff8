import { Position, Type, checkOf, severityOf, type Condition, type Static } from '@marinedata/model'

export const distressRoot = 'notifications.distress'

const Milliseconds = Type.Number({ minimum: 0 })

/** A casualty or a doubtful signal, as it is saved. Times are milliseconds since 1970. */
export const Casualty = Type.Object(
  {
    mmsi: Type.String({ pattern: '^[0-9]{9}$' }),
    context: Type.String({ maxLength: 320 }),
    kind: Type.Enum(['active', 'test', 'bare', 'ship', 'call']),
    state: Type.Enum(['alert', 'warn', 'alarm', 'emergency']),
    /** The message without the answer. */
    message: Type.String({ maxLength: 900 }),
    nature: Type.Optional(Type.Number()),
    answeredBy: Type.Optional(Type.String({ maxLength: 9 })),
    episode: Type.Integer({ minimum: 0 }),
    /** The last message of any kind. */
    heardAt: Milliseconds,
    /** The last message of a beacon in use. */
    activeAt: Type.Optional(Milliseconds),
    stamp: Type.String({ maxLength: 64 }),
    position: Type.Union([Position, Type.Null()]),
    /** The place in the alert, and when it was changed last. */
    shownPosition: Type.Union([Position, Type.Null()]),
    shownAt: Milliseconds,
    alertId: Type.Optional(Type.String({ maxLength: 64 })),
    isAcknowledged: Type.Boolean(),
    /** A person has ended the alert: the number is quiet until it was silent for a while. */
    isResolved: Type.Boolean(),
  },
  { $id: 'Casualty', additionalProperties: false },
)
export type Casualty = Static<typeof Casualty>

const casualtyCheck = checkOf<Casualty>(Casualty)

export const isCasualty = (value: unknown): value is Casualty => casualtyCheck.accepts(value)

export const pathOf = ({ mmsi }: Pick<Casualty, 'mmsi'>): string => `${distressRoot}.${mmsi}`

export const methodOf = (state: Condition['state']): Condition['method'] =>
  severityOf(state) >= severityOf('alarm') ? ['visual', 'sound'] : ['visual']

const place = /, (?:position unknown|[0-9.]+ NM(?: [0-9]{3}° T)?)$/

/** The answer belongs to the call, so it is before the place. */
const withAnswer = (message: string, answeredBy: string | undefined): string => {
  if (answeredBy === undefined) return message
  const at = place.exec(message)?.index ?? message.length
  return `${message.slice(0, at)}, answered by ${answeredBy}${message.slice(at)}`
}

export const conditionOf = (casualty: Casualty): Condition => {
  const { state, message, answeredBy, episode, context, shownPosition } = casualty
  return {
    state,
    method: methodOf(state),
    message: withAnswer(message, answeredBy),
    episode,
    context,
    position: shownPosition,
    endable: true,
  }
}
