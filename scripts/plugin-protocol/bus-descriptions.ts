const meanings = {
  bus: 'the id of the bus',
  topic: 'the topic of the message',
  'messages[]': 'one message',
}
const pilot = 'c0788c00e7e04312'
const nodes = [
  {
    name: pilot,
    address: 204,
    manufacturer: 'Raymarine',
    model: 'EV-1 Course Computer',
    serialNumber: '0180123',
    softwareVersion: '3.02',
    function: 'Autopilot',
    lastHeard: '2026-06-01T12:00:00.000Z',
  },
]
const state = { id: 'can0', kind: 'nmea2000', canSend: true, name: 'c0509a0022a00dc3', address: 35 }
const standby = 'AWP/APgE/Ls='
const heard: [string, string | null, string | null, number, number, string][] = [
  ['65379', pilot, null, 7, 1_780_315_200_125, 'O59AAAAAAP8='],
]

/** What the page says about the verbs of buses that the server calls. */
export const busPluginDescriptions = {
  'bus/wanted': {
    notes: [
      'It is sent after every `bus/offer` of a new bus and after every change, so that the owner filters at the source. Messages of other topics are not passed on.',
    ],
    meanings,
    params: { bus: 'can0', topics: ['65345', '65379'], urgent: ['65379'] },
  },
  'bus/send': {
    notes: [
      'Find the address of the NAME at the moment of writing: a device may have moved since the last message. Answer `device-not-found` when no device has the NAME, `not-claimed` when the own address is not claimed, `busy` when too many messages wait.',
      'Messages of the same priority are written in order. An urgent message goes before all others.',
    ],
    meanings,
    params: {
      bus: 'can0',
      user: 'pilot-raymarine',
      topic: '126208',
      to: pilot,
      priority: 3,
      payload: standby,
      deadline: 1,
    },
    result: {},
  },
  'bus/offered': {
    notes: [
      'An opening without an id gets the first bus of its kind, and from then on only that one: after `bus/lost` it waits until the same bus is back.',
    ],
    meanings: { bus: 'its id, kind and state' },
    params: { opening: 1, offer: 1, bus: state },
  },
  'bus/heard': {
    meanings,
    params: { opening: 1, messages: heard },
  },
  'bus/nodes': {
    params: { opening: 1, nodes, gone: [] },
  },
  'bus/lost': {
    notes: [
      'It is sent when the owner stops, crashes or withdraws the bus. Forget all devices of the bus. A message that was not answered may have been written: its outcome is unknown.',
    ],
    params: { opening: 1 },
  },
}

/** What the page says about the verbs of buses that a plugin calls. */
export const busServerDescriptions = {
  'bus/offer': {
    notes: [
      'The manifest’s `offers.buses` must name the kind. The id is unique on the boat; another plugin gets `name-taken`. Offer a bus with `canSend: false` until its own address is claimed. Send it again when its state changes.',
    ],
    meanings: { bus: 'its id, kind and state' },
    params: { bus: state },
    result: {},
  },
  'bus/withdraw': { meanings, params: { bus: 'can0' }, result: {} },
  'bus/nodes': {
    notes: [
      'The devices are part of the plugin’s report. A device with a `source` is also described in `sources` of the root object. `source` is the name of a source within the plugin, which the manifest’s `writes.sources` must declare.',
    ],
    meanings,
    params: { bus: 'can0', nodes: nodes.map((node) => ({ ...node, source: `can0.${pilot}` })), gone: [] },
    result: {},
  },
  'bus/heard': {
    notes: ['The payload is that of the whole message, not of a frame.'],
    meanings,
    params: { bus: 'can0', messages: heard },
    result: {},
  },
  'bus/open': {
    notes: [
      'The plugin then receives the topics in `hears` of its manifest, and may send those in `sends`. Without `bus` it uses the first bus of the kind.',
    ],
    meanings: {
      kind: 'a kind that the manifest declares',
      bus: 'the id of the bus; default the first of the kind',
    },
    params: { opening: 1, kind: 'nmea2000', urgent: ['65379'] },
    result: {},
  },
  'bus/close': { params: { opening: 1 }, result: {} },
  'bus/send': {
    notes: [
      'Errors: `not-declared` for a topic that is not in `sends`, `too-many-requests`, `bus-unavailable` while there is no such bus, `not-claimed` while it cannot send, `device-not-found` when no device has the NAME, `busy`. `unconfirmed` and an outcome `unknown` mean that the message may have been written. The server never repeats a message.',
    ],
    meanings,
    params: { opening: 1, offer: 1, topic: '126208', to: pilot, priority: 3, payload: standby },
    result: {},
  },
}

/** What the members of the shapes of buses mean, where the schema itself does not say. */
export const busShapeMeanings = {
  BusNode: { name: 'its NAME', lastHeard: 'when it last sent a message' },
  BusState: {
    id: 'unique on the boat',
    kind: 'what topics and payloads mean',
    name: 'the own NAME on the bus',
  },
}

export const busTextMeanings = {
  BusId: 'the id of a bus, such as `can0`',
  BusKind: 'the kind of a bus, such as `nmea2000`',
  BusTopic: 'the topic of a message: on NMEA 2000 its PGN, on NMEA 0183 the sentence formatter',
  BusName: 'the NAME of a device on a bus, in hexadecimal digits; unlike its address it never changes',
}
