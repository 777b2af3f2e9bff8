import type { Link, Peer } from '#links/link.ts'

/** What a reader reports. */
export interface ReaderEvents {
  /** A valid message arrived. The text is shown to people; a function makes it only when someone looks. */
  message(text: string | (() => string)): void
  /** The far end answered: it is there, and understood, but this is no message. */
  answered(): void
  /** Bytes arrived that are no message: a wrong checksum, or half a line. */
  damaged(): void
  /** A message was sent. The text is shown to people, as above. */
  sent(text: string | (() => string)): void
  /** The device speaks another protocol, by its name for people. */
  foreign(protocol: string): void
}

/** Reads the bytes of one open link, in pieces of any size. */
export interface Reader {
  read(bytes: Buffer, from?: Peer): void
  /** Called when the link is closed or given to another reader. */
  close?(): void
}

/** Why a link is open. */
export interface ReadPurpose {
  /** The input that the link belongs to. */
  readonly id: string
  /** True while the speed of a serial port is searched: messages count, but their content is not used. */
  readonly isProbe: boolean
}

/** How a plugin reads its inputs. */
export interface Protocol {
  /** Name for people: `NMEA 0183`. */
  readonly name: string
  /** Baud rates to try on a serial port, the most likely first. */
  readonly speeds: readonly number[]
  /** The far end of a network connection always sends: a connection that is silent for 10 s is dead. */
  readonly alwaysSends: boolean
  /** Whether messages are sent to this input; default no. */
  sends?(id: string): boolean
  /** Makes a reader for a link that was opened, or whose speed has changed. It may write to the link. */
  open(link: Link, events: ReaderEvents, purpose: ReadPurpose): Reader
}
