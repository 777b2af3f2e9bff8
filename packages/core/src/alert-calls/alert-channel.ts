import type { AlertCall, AlertChannelView, AlertQuiet } from '@marinedata/model'

/** A way to call people: a sounder, a phone, an e-mail address. */
export interface AlertChannel extends Readonly<AlertChannelView> {
  /** The person, address or loudspeaker, until the channel reports its own receipts. */
  readonly to: string
  /** Passes a call on. Rejects when the channel cannot take it now. Receipts come in with `AlertCalls.receive`. */
  call(call: AlertCall): Promise<void>
  /** Ends a call: no sound, no further attempts. */
  quiet(quiet: AlertQuiet): Promise<void>
}
