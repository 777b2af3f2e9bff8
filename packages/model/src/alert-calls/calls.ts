import { Type, type Static } from '#schema-language.ts'

const strict = { additionalProperties: false } as const
const Timestamp = Type.String({ maxLength: 32 })

/** Limits of calls. All lists are bounded: calls must work while everything else fails. */
export const alertCallLimits = { calls: 16, receipts: 24, channels: 64, pushDevices: 32 } as const

/** Seconds without an answer after which a channel is called. */
export const CallDelay = Type.Integer({
  minimum: 0,
  maximum: 3_600,
  description: 'seconds without an answer after which this channel is called; 0 calls it at once',
})

/** What a plugin declares about a channel on which it calls people. */
export const AlertChannelDetails = Type.Object(
  {
    label: Type.String({ minLength: 1, maxLength: 64, description: 'shown to people' }),
    after: Type.Optional(CallDelay),
    sounds: Type.Optional(
      Type.Boolean({ description: 'whether it makes a sound aboard without any other device' }),
    ),
  },
  { $id: 'AlertChannelDetails', ...strict },
)
export type AlertChannelDetails = Static<typeof AlertChannelDetails>

/** A call has the id of its alert. */
export const CallId = Type.String({ minLength: 1, maxLength: 64, description: 'id of the alert' })

const call = {
  id: CallId,
  path: Type.String({ maxLength: 256 }),
  state: Type.Enum(['alarm', 'emergency']),
  message: Type.String({ maxLength: 1024 }),
  repeat: Type.Integer({
    minimum: 0,
    description: 'counts the calls for the same alert: after a silence, or with a higher severity',
  }),
  test: Type.Boolean({ description: 'whether it is a test alarm' }),
}

/** A call of people for one alert, as sent to a channel. */
export const AlertCall = Type.Object(
  {
    ...call,
    boat: Type.Union([Type.String({ maxLength: 128 }), Type.Null()], {
      description: 'name of the boat; null when unknown',
    }),
    raisedAt: Timestamp,
  },
  { $id: 'AlertCall', ...strict },
)
export type AlertCall = Static<typeof AlertCall>

/** The end of a call: the alert is silenced, acknowledged or over. */
export const AlertQuiet = Type.Object(
  { id: CallId, by: Type.Optional(Type.String({ maxLength: 256, description: 'who acknowledged it' })) },
  { $id: 'AlertQuiet', ...strict },
)
export type AlertQuiet = Static<typeof AlertQuiet>

/** Commands to a channel. Both are answered at once; the channel reports the delivery when it knows it. */
export const AlertChannelCommand = Type.Union(
  [
    Type.Object({ name: Type.Literal('call'), input: AlertCall }),
    Type.Object({ name: Type.Literal('quiet'), input: AlertQuiet }),
  ],
  { $id: 'AlertChannelCommand' },
)
export type AlertChannelCommand = Static<typeof AlertChannelCommand>

const receipt = {
  to: Type.String({ maxLength: 128, description: 'the person, address or loudspeaker' }),
  reason: Type.Optional(Type.String({ maxLength: 256, description: 'why it failed' })),
}

/** A report of a channel: what became of a call to one person, address or loudspeaker. */
export const AlertChannelReport = Type.Object(
  { call: CallId, ...receipt, state: Type.Enum(['accepted', 'delivered', 'failed']) },
  { $id: 'AlertChannelReport', ...strict },
)
export type AlertChannelReport = Static<typeof AlertChannelReport>

export const AlertReceiptState = Type.Enum(['waiting', 'calling', 'accepted', 'delivered', 'failed'], {
  $id: 'AlertReceiptState',
  description:
    'waiting: called later, if nobody answers. calling: passed to the channel. accepted: a service has taken the message. delivered: the device has received it or sounds. failed: see `reason`',
})
export type AlertReceiptState = Static<typeof AlertReceiptState>

/** What became of a call on one channel, for one person, address or loudspeaker. */
export const AlertReceipt = Type.Object(
  {
    channel: Type.String({ maxLength: 128 }),
    label: Type.String({ maxLength: 64 }),
    ...receipt,
    state: AlertReceiptState,
    seconds: Type.Number({ description: 'from the start of the call to this state' }),
  },
  { $id: 'AlertReceipt' },
)
export type AlertReceipt = Static<typeof AlertReceipt>

/** A call and all of its receipts. */
export const AlertCallReport = Type.Object(
  {
    ...call,
    startedAt: Timestamp,
    endedAt: Type.Union([Timestamp, Type.Null()], { description: 'null while it calls' }),
    receipts: Type.Array(AlertReceipt, { maxItems: alertCallLimits.receipts }),
  },
  { $id: 'AlertCallReport' },
)
export type AlertCallReport = Static<typeof AlertCallReport>

/** The latest calls, newest first. */
export const AlertCallList = Type.Array(AlertCallReport, { $id: 'AlertCallList' })
export type AlertCallList = Static<typeof AlertCallList>

/** A channel on which people are called. */
export const AlertChannelView = Type.Object(
  {
    id: Type.String({ maxLength: 128 }),
    label: Type.String({ maxLength: 64 }),
    after: CallDelay,
    sounds: Type.Boolean(),
  },
  { $id: 'AlertChannel' },
)
export type AlertChannelView = Static<typeof AlertChannelView>

export const AlertChannelList = Type.Array(AlertChannelView, { $id: 'AlertChannelList' })
export type AlertChannelList = Static<typeof AlertChannelList>
