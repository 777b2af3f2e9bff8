import {
  BusId,
  BusKind,
  busLimits,
  BusName,
  BusNode,
  BusState,
  BusTopic,
  HeardPayload,
  SentPayload,
  Type,
  type Static,
} from '@marinedata/model'

const strict = { additionalProperties: false } as const
const nothing = Type.Object({}, strict)

const Opening = Type.Integer({
  minimum: 0,
  maximum: 0x7fffffff,
  description: 'a number that the user of the bus chose; everything about the opening carries it',
})
const Offer = Type.Integer({
  minimum: 0,
  maximum: 0x7fffffff,
  description:
    'the number of the offer. It grows whenever a lost bus is back: a message that was decided on before that is refused',
})
const Receiver = Type.Union([BusName, Type.Null()], {
  description: 'the NAME of the receiver; `null` for all devices',
})
const Priority = Type.Integer({ minimum: 0, maximum: 7, description: '0 is the highest' })

/** A received message: topic, NAME of the sender, NAME of the receiver, priority, milliseconds since 1970, payload. */
export const HeardMessage = Type.Tuple([
  BusTopic,
  Type.Union([BusName, Type.Null()]),
  Type.Union([BusName, Type.Null()]),
  Priority,
  Type.Number({ minimum: 0 }),
  HeardPayload,
])
export type HeardMessage = Static<typeof HeardMessage>

const messages = Type.Array(HeardMessage, {
  maxItems: busLimits.messagesPerBatch,
  description:
    'each an array: topic, NAME of the sender or `null`, NAME of the receiver or `null`, priority, milliseconds since 1970, payload in base64',
})

const nodeChange = {
  nodes: Type.Array(BusNode, {
    maxItems: busLimits.nodesPerMessage,
    description: 'devices that appeared or changed, each with all its members',
  }),
  gone: Type.Array(BusName, {
    maxItems: busLimits.nodes,
    description: 'devices that are not there any more',
  }),
}

const sentMessage = {
  topic: BusTopic,
  to: Receiver,
  priority: Priority,
  payload: SentPayload,
  addressAt: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: busLimits.sentBytes - 1,
      description:
        'for messages to all devices that contain the address of one: the owner writes the present address of `to` into this byte of the payload',
    }),
  ),
  urgent: Type.Optional(
    Type.Boolean({
      description: 'true: it goes before all messages that are not urgent, such as "standby" to a pilot',
    }),
  ),
}

const topicList = (description: string) => Type.Array(BusTopic, { description })

/** Verbs about buses that the server calls in a plugin. */
export const busPluginVerbs = {
  'bus/wanted': {
    kind: 'notification',
    scope: 'plugin',
    summary:
      'To the owner of a bus: the topics that its users want to receive, all together. The owner reports no others.',
    params: Type.Object(
      {
        bus: BusId,
        topics: topicList('the wanted topics'),
        urgent: topicList('those of them that are sent on at once, without waiting for a batch'),
      },
      { $id: 'BusWantedParams' },
    ),
  },
  'bus/send': {
    kind: 'request',
    scope: 'plugin',
    summary:
      'To the owner of a bus: write a message to the wire. The answer means that it was written. `$/cancelRequest` cancels it. After the deadline it must not be written.',
    params: Type.Object(
      {
        bus: BusId,
        user: Type.String({ description: 'the plugin that sends it' }),
        ...sentMessage,
        deadline: Type.Number({ description: 'seconds from now' }),
      },
      { $id: 'BusWriteParams' },
    ),
    result: nothing,
  },
  'bus/offered': {
    kind: 'notification',
    scope: 'plugin',
    summary: 'To a user of a bus: the bus is available, or its state has changed.',
    params: Type.Object({ opening: Opening, offer: Offer, bus: BusState }, { $id: 'BusOfferedParams' }),
  },
  'bus/heard': {
    kind: 'notification',
    scope: 'plugin',
    summary:
      'To a user of a bus: received messages of its topics. A user that reads slowly loses the oldest batches.',
    params: Type.Object({ opening: Opening, messages }, { $id: 'BusHeardMessages' }),
  },
  'bus/nodes': {
    kind: 'notification',
    scope: 'plugin',
    summary: 'To a user of a bus: changes of the devices on it. After `bus/offered` all of them are sent.',
    params: Type.Object({ opening: Opening, ...nodeChange }, { $id: 'BusNodeChanges' }),
  },
  'bus/lost': {
    kind: 'notification',
    scope: 'plugin',
    summary:
      'To a user of a bus: the bus is not available any more. The opening stays: `bus/offered` follows when the same bus is back.',
    params: Type.Object({ opening: Opening }, { $id: 'BusLostParams' }),
  },
} as const

/** Verbs about buses that a plugin calls in the server. */
export const busServerVerbs = {
  'bus/offer': {
    kind: 'request',
    scope: 'plugin',
    summary: `Offer a bus to other plugins, or change its state. At most ${busLimits.buses} on a boat. It is withdrawn when the plugin stops.`,
    params: Type.Object({ bus: BusState }, { $id: 'BusOfferParams', ...strict }),
    result: nothing,
  },
  'bus/withdraw': {
    kind: 'request',
    scope: 'plugin',
    summary: 'Withdraw a bus. Its users get `bus/lost`.',
    params: Type.Object({ bus: BusId }, { $id: 'BusWithdrawParams', ...strict }),
    result: nothing,
  },
  'bus/nodes': {
    kind: 'request',
    scope: 'plugin',
    summary: `Report changes of the devices on an offered bus, at most ${busLimits.nodes} devices, once a second.`,
    params: Type.Object({ bus: BusId, ...nodeChange }, { $id: 'BusNodesParams', ...strict }),
    result: nothing,
  },
  'bus/heard': {
    kind: 'request',
    scope: 'plugin',
    summary:
      'Report messages that an offered bus received, in batches of at most 8 ms. A message of an urgent topic is reported at once. Wait for the response before sending many more.',
    params: Type.Object({ bus: BusId, messages }, { $id: 'BusHeardParams', ...strict }),
    result: nothing,
  },
  'bus/open': {
    kind: 'request',
    scope: 'plugin',
    summary:
      'Use a bus of a kind that the manifest declares in `buses`. It is answered at once; `bus/offered` follows as soon as such a bus is available.',
    params: Type.Object(
      {
        opening: Opening,
        kind: BusKind,
        bus: Type.Optional(BusId),
        urgent: Type.Optional(
          Type.Array(BusTopic, {
            maxItems: busLimits.topics,
            description: 'topics that are passed on at once, without waiting for a batch',
          }),
        ),
      },
      { $id: 'BusOpenParams', ...strict },
    ),
    result: nothing,
  },
  'bus/close': {
    kind: 'request',
    scope: 'plugin',
    summary: 'End the use of a bus. Messages of the plugin that are not written yet are cancelled.',
    params: Type.Object({ opening: Opening }, { $id: 'BusCloseParams', ...strict }),
    result: nothing,
  },
  'bus/send': {
    kind: 'request',
    scope: 'plugin',
    summary: `Send a message on a bus. It is answered when the message is written to the wire. At most ${busLimits.sendsPerSecond} a second, and ${busLimits.urgentSendsPerSecond} urgent ones in addition.`,
    params: Type.Object(
      {
        opening: Opening,
        offer: Offer,
        ...sentMessage,
        deadline: Type.Optional(
          Type.Number({
            exclusiveMinimum: 0,
            maximum: busLimits.maxDeadlineSeconds,
            description: `seconds after which it is not written any more; default ${busLimits.defaultDeadlineSeconds}`,
          }),
        ),
      },
      { $id: 'BusSendParams', ...strict },
    ),
    result: nothing,
  },
} as const
