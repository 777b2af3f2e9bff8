import { checkOf, identifierPattern, MarineDataError, Type, type Static, type Check } from '@marinedata/model'
import { layers } from './frames.ts'
import { deadlines, highestNumber, sizes } from './limits.ts'

const strict = { additionalProperties: false } as const
const number = Type.Integer({ minimum: 0, maximum: highestNumber })
const seconds = Type.Integer({ minimum: 1, maximum: 86_400 })
const base64url = (bytes: number) =>
  Type.String({ pattern: `^[A-Za-z0-9_-]{${Math.ceil((bytes * 4) / 3)}}$` })

export const tariffs = ['satellite', 'cellular', 'wifi'] as const
export type Tariff = (typeof tariffs)[number]

/** The first message: what the boat must sign. */
const Challenge = Type.Object({ type: Type.Literal('challenge'), nonce: base64url(32) }, strict)

const Hello = Type.Object(
  {
    type: Type.Literal('hello'),
    vessel: Type.String({ pattern: identifierPattern('vessels'), maxLength: 256 }),
    log: Type.String({
      pattern: '^[A-Za-z0-9-]{1,64}$',
      description: 'identity of the log; a new one starts at 0',
    }),
    head: Type.Object({ events: number, segments: number }, strict),
    tariff: Type.Enum([...tariffs]),
    version: Type.String({ minLength: 1, maxLength: 64, description: 'of the software aboard' }),
    proof: base64url(64),
    console: Type.Optional(
      Type.Literal(true, { description: 'people ashore can open the console of the boat' }),
    ),
  },
  strict,
)
export type Hello = Static<typeof Hello>

const Accept = Type.Object(
  {
    type: Type.Literal('accept'),
    cursor: Type.Object({ events: number, minutes: number, full: number }, strict),
    live: Type.Integer({
      minimum: 0,
      maximum: 3_600_000,
      description: 'milliseconds between live frames; 0: none',
    }),
    batchBytes: Type.Integer({ minimum: 1_024, maximum: sizes.batchBytes }),
  },
  strict,
)
export type Accept = Static<typeof Accept>

export const refusals = ['not-proved', 'unknown-vessel', 'two-boats', 'too-old'] as const

const Refuse = Type.Object(
  {
    type: Type.Literal('refuse'),
    code: Type.Enum([...refusals]),
    detail: Type.String({ minLength: 1, maxLength: 500 }),
  },
  strict,
)
export type Refuse = Static<typeof Refuse>

const Later = Type.Object({ type: Type.Literal('later'), seconds }, strict)

const Rewind = Type.Object(
  { type: Type.Literal('rewind'), layer: Type.Enum([...layers]), to: number },
  strict,
)

/** Someone ashore looks: live frames come more often until this ends. */
const Lease = Type.Object(
  { type: Type.Literal('lease'), period: Type.Integer({ minimum: 100, maximum: 3_600_000 }), seconds },
  strict,
)

const askId = Type.String({ pattern: '^[A-Za-z0-9-]{1,64}$' })

const Ask = Type.Object(
  {
    type: Type.Literal('ask'),
    id: askId,
    name: Type.String({ pattern: '^[a-z]+(?:[/-][a-z]+)*$', maxLength: 64 }),
    input: Type.Unknown(),
    deadline: Type.Integer({ minimum: 1, maximum: deadlines.longestAskMs, description: 'milliseconds' }),
  },
  strict,
)

const Answer = Type.Object({ type: Type.Literal('answer'), id: askId, output: Type.Unknown() }, strict)

const Failure = Type.Object(
  {
    type: Type.Literal('failure'),
    id: askId,
    code: Type.String({ minLength: 1, maxLength: 64 }),
    detail: Type.String({ minLength: 1, maxLength: 500 }),
  },
  strict,
)

/** Bytes since midnight, UTC, by tariff; and what may go by satellite and mobile network in a day, absent without a limit. */
const Usage = Type.Object(
  {
    type: Type.Literal('usage'),
    sent: Type.Object({ satellite: number, cellular: number, wifi: number }, strict),
    budget: Type.Optional(number),
  },
  strict,
)

const BoatMessage = Type.Union([Hello, Usage, Answer, Failure])
const GatewayMessage = Type.Union([Challenge, Accept, Refuse, Later, Rewind, Lease, Ask])
export type BoatMessage = Static<typeof BoatMessage>
export type GatewayMessage = Static<typeof GatewayMessage>

const readerOf =
  <T>(check: Check<T>) =>
  (text: string): T => {
    const message = text.length > sizes.controlBytes ? undefined : parsed(text)
    if (check.accepts(message)) return message
    const [fault] = check.faults(message)
    throw new MarineDataError(
      'invalid-message',
      `Not a message of the uplink: ${fault?.path ?? ''} ${fault?.message ?? 'is not valid'}`,
    )
  }

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** @throws MarineDataError `invalid-message` */
export const readBoatMessage = readerOf(checkOf<BoatMessage>(BoatMessage))

/** @throws MarineDataError `invalid-message` */
export const readGatewayMessage = readerOf(checkOf<GatewayMessage>(GatewayMessage))
