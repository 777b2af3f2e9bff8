import type { AlertCall } from '@marinedata/model'

/** A message about a call: its start, or its end. */
export interface Message {
  readonly event: 'alarm' | 'ended'
  readonly call: AlertCall
  /** The whole message as one line. */
  readonly text: string
}

/** What became of a message for one recipient. */
export interface Outcome {
  readonly to: string
  readonly state: 'accepted' | 'failed'
  readonly reason?: string
  /** Whether another attempt may succeed. */
  readonly mayRetry?: boolean
}

/** A service that sends messages. */
export interface Messenger {
  readonly id: string
  readonly label: string
  /** Rejects when no recipient could be reached; another attempt may succeed then. */
  send(message: Message, signal: AbortSignal): Promise<readonly Outcome[]>
}

const titles = { alarm: 'ALARM', emergency: 'EMERGENCY' } as const

const boatOf = ({ boat }: AlertCall): string => (boat === null ? '' : ` aboard ${boat}`)

export const alarmMessage = (call: AlertCall): Message => ({
  event: 'alarm',
  call,
  text: `${call.test ? 'TEST ' : ''}${titles[call.state]}${boatOf(call)}: ${call.message}`,
})

export const endMessage = (call: AlertCall, by: string | undefined): Message => ({
  event: 'ended',
  call,
  text: `${by === undefined ? 'Ended' : `Acknowledged by ${by}`}${boatOf(call)}: ${call.message}`,
})
