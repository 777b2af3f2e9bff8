/** States of the boat's end. */
export type BoatState =
  | 'off'
  /** Until it dials again. */
  | 'waiting'
  | 'dialling'
  /** Connected; the shore has not answered the hello. */
  | 'greeting'
  | 'flowing'
  /** The budget of the day is spent: only events are sent. */
  | 'paused'
  /** The shore refused the boat. It waits until its owner changes something. */
  | 'refused'

export type BoatEvent =
  | 'switched-on'
  | 'switched-off'
  | 'settings-changed'
  | 'wait-ended'
  | 'connected'
  | 'accepted'
  | 'refused'
  | 'put-off'
  /** Closed by either side, or a deadline has passed. */
  | 'lost'
  | 'budget-spent'
  | 'budget-renewed'

type BoatRow = Readonly<Record<BoatEvent, BoatState>>

/** The row of a state that changes by these events only. */
const row = (state: BoatState, changes: Partial<BoatRow>): BoatRow => ({
  'switched-on': state,
  'switched-off': 'off',
  'settings-changed': state,
  'wait-ended': state,
  connected: state,
  accepted: state,
  refused: state,
  'put-off': state,
  lost: state,
  'budget-spent': state,
  'budget-renewed': state,
  ...changes,
})

/** Once there is a connection: the end of it, and what the shore may only say while it greets. */
const connected = {
  'settings-changed': 'dialling',
  'put-off': 'waiting',
  refused: 'refused',
  lost: 'waiting',
} as const

/** The next state for every state and event. A message that does not belong into a state ends the connection: `lost`. */
export const boatSteps: Readonly<Record<BoatState, BoatRow>> = {
  off: row('off', { 'switched-on': 'dialling' }),
  waiting: row('waiting', { 'settings-changed': 'dialling', 'wait-ended': 'dialling' }),
  dialling: row('dialling', { connected: 'greeting', lost: 'waiting' }),
  greeting: row('greeting', { ...connected, accepted: 'flowing' }),
  flowing: row('flowing', { ...connected, 'budget-spent': 'paused' }),
  paused: row('paused', { ...connected, 'budget-renewed': 'flowing' }),
  refused: row('refused', { 'settings-changed': 'dialling' }),
}

/** States of the gateway's end of a connection. Its layers have separate states. */
export type GatewayState =
  /** The boat has been sent a nonce. */
  | 'challenged'
  /** The boat has proved who it is; its cursors are being read. */
  | 'reading'
  | 'open'
  | 'closed'

export type GatewayEvent = 'proved' | 'not-proved' | 'cursors-read' | 'cursors-unknown' | 'busy' | 'lost'

export type GatewayAction = 'read-cursors' | 'accept' | 'refuse' | 'put-off' | 'none' | 'close'

type GatewayStep = readonly [next: GatewayState, action: GatewayAction]

/** The next state and the action for every state and event. A second hello ends the connection. */
export const gatewaySteps: Readonly<Record<GatewayState, Readonly<Record<GatewayEvent, GatewayStep>>>> = {
  challenged: {
    proved: ['reading', 'read-cursors'],
    'not-proved': ['closed', 'refuse'],
    'cursors-read': ['challenged', 'none'],
    'cursors-unknown': ['challenged', 'none'],
    busy: ['closed', 'put-off'],
    lost: ['closed', 'none'],
  },
  reading: {
    proved: ['closed', 'close'],
    'not-proved': ['closed', 'close'],
    'cursors-read': ['open', 'accept'],
    'cursors-unknown': ['closed', 'put-off'],
    busy: ['closed', 'put-off'],
    lost: ['closed', 'none'],
  },
  open: {
    proved: ['closed', 'close'],
    'not-proved': ['closed', 'close'],
    'cursors-read': ['open', 'none'],
    'cursors-unknown': ['open', 'none'],
    busy: ['closed', 'put-off'],
    lost: ['closed', 'none'],
  },
  closed: {
    proved: ['closed', 'none'],
    'not-proved': ['closed', 'none'],
    'cursors-read': ['closed', 'none'],
    'cursors-unknown': ['closed', 'none'],
    busy: ['closed', 'none'],
    lost: ['closed', 'none'],
  },
}
