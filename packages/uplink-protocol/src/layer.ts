import { MarineDataError } from '@marinedata/model'
import type { Range } from './frames.ts'

/** How a batch continues what is stored: it is the next one, it is stored already, or it does not fit. */
export type Continuation = 'next' | 'repeat' | 'gap'

/** @param cursor the last number that is stored */
export const continuationOf = (cursor: number, { from, to }: Range): Continuation => {
  if (to <= cursor) return 'repeat'
  return from === cursor ? 'next' : 'gap'
}

/** States of the gateway for a layer of a boat. At most one batch is in flight. */
export type GatewayLayerState = 'ready' | 'publishing' | 'rereading' | 'closed'

export type GatewayLayerEvent =
  /** A batch of the boat, by how it continues what is stored. */
  | `batch-${Continuation}`
  | 'stored'
  /** Neither stored nor refused: no answer in time, or another gateway has written in between. */
  | 'outcome-unknown'
  /** Relation of the last stored batch of the layer to ours. */
  | `found-${Continuation}`
  /** The last batch cannot be read. */
  | 'read-failed'
  | 'connection-lost'

export type GatewayLayerAction = 'publish' | 'acknowledge' | 'rewind' | 'read' | 'close' | 'none'

type Step = readonly [next: GatewayLayerState, action: GatewayLayerAction]

const gone = {
  'read-failed': ['closed', 'close'],
  'connection-lost': ['closed', 'none'],
} as const satisfies Partial<Record<GatewayLayerEvent, Step>>

/** A boat that sends a batch before the last one is acknowledged breaks the protocol. */
const secondBatch = {
  'batch-next': ['closed', 'close'],
  'batch-repeat': ['closed', 'close'],
  'batch-gap': ['closed', 'close'],
} as const satisfies Partial<Record<GatewayLayerEvent, Step>>

const ignored = (state: GatewayLayerState): Step => [state, 'none']

/**
 * The next state and the action for every state and event. A batch with an unknown outcome is published again only after the last
 * stored batch was read, so it is stored once. A late answer is also valid.
 */
export const gatewayLayerSteps: Readonly<
  Record<GatewayLayerState, Readonly<Record<GatewayLayerEvent, Step>>>
> = {
  ready: {
    'batch-next': ['publishing', 'publish'],
    'batch-repeat': ['ready', 'acknowledge'],
    'batch-gap': ['ready', 'rewind'],
    stored: ignored('ready'),
    'outcome-unknown': ignored('ready'),
    'found-next': ignored('ready'),
    'found-repeat': ignored('ready'),
    'found-gap': ignored('ready'),
    ...gone,
  },
  publishing: {
    ...secondBatch,
    stored: ['ready', 'acknowledge'],
    'outcome-unknown': ['rereading', 'read'],
    'found-next': ignored('publishing'),
    'found-repeat': ignored('publishing'),
    'found-gap': ignored('publishing'),
    ...gone,
  },
  rereading: {
    ...secondBatch,
    stored: ['ready', 'acknowledge'],
    'outcome-unknown': ignored('rereading'),
    'found-next': ['publishing', 'publish'],
    'found-repeat': ['ready', 'acknowledge'],
    'found-gap': ['closed', 'close'],
    ...gone,
  },
  closed: {
    'batch-next': ignored('closed'),
    'batch-repeat': ignored('closed'),
    'batch-gap': ignored('closed'),
    stored: ignored('closed'),
    'outcome-unknown': ignored('closed'),
    'found-next': ignored('closed'),
    'found-repeat': ignored('closed'),
    'found-gap': ignored('closed'),
    'read-failed': ignored('closed'),
    'connection-lost': ignored('closed'),
  },
}

/**
 * A layer at the boat's end: what was acknowledged, and the batch that is on its way. The boat stores neither: the shore
 * says where it is at every connection, also when that is lower than what it had acknowledged.
 */
export class BoatLayer {
  #cursor: number
  #sent: number | undefined

  /** @param cursor the last number that the shore has, of its acceptance */
  constructor(cursor: number) {
    this.#cursor = cursor
  }

  get cursor(): number {
    return this.#cursor
  }

  get isIdle(): boolean {
    return this.#sent === undefined
  }

  /** @throws MarineDataError `invalid-message` when a batch is on its way */
  send(to: number): Range {
    if (this.#sent !== undefined || to <= this.#cursor) return breach(`a batch up to ${to}`)
    this.#sent = to
    return { from: this.#cursor, to }
  }

  /** @throws MarineDataError `invalid-message` when this was not sent: the connection must be closed */
  acknowledged(to: number): void {
    if (to !== this.#sent) return breach(`an acknowledgement of ${to}`)
    this.#cursor = to
    this.#sent = undefined
  }

  /** @throws MarineDataError `invalid-message` when the shore cannot have this: the connection must be closed */
  rewound(to: number): void {
    if (to > (this.#sent ?? this.#cursor)) return breach(`a rewind to ${to}`)
    this.#cursor = to
    this.#sent = undefined
  }
}

const breach = (what: string): never => {
  throw new MarineDataError('invalid-message', `The uplink does not expect ${what} now`)
}
