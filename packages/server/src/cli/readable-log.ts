import { destination, type DestinationStream } from 'pino'
import { printable } from '../process/printable.ts'

const levelNames: Readonly<Record<number, string>> = {
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'ERROR',
  60: 'ERROR',
}
/** Members of an entry that are not printed, or not as `name=value`. */
const known: ReadonlySet<string> = new Set(['level', 'time', 'pid', 'hostname', 'event', 'msg', 'plugin'])
/** Members that contain the reason; the first that an entry has is used. */
const reasons = ['err', 'fault', 'notice', 'reason'] as const

const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value
  // pino writes an error as an object.
  const { message } = (value ?? {}) as { readonly message?: unknown }
  return typeof message === 'string' ? message : JSON.stringify(value)
}

/** The time of day, in the time zone of this computer. */
export const timeOfDay = (time: Date): string => time.toTimeString().slice(0, 8)

/** One line for a person from an entry of pino: time, level, plugin, message, reason, and the other members. */
export const readableEntry = (text: string): string => {
  // pino writes one line of JSON per entry, with these members.
  const entry = JSON.parse(text) as Record<string, unknown> & {
    readonly level: number
    readonly time: number
  }
  const reason = reasons.find((name) => entry[name] !== undefined)
  const about = [entry['plugin'], entry['msg'], reason && entry[reason]].filter((part) => part !== undefined)
  const others = Object.entries(entry).filter(([name]) => !known.has(name) && name !== reason)
  const line = [
    timeOfDay(new Date(entry.time)),
    levelNames[entry.level] ?? 'debug',
    about.map(textOf).join(': '),
    ...others.map(([name, value]) => `${name}=${textOf(value)}`),
  ].join(' ')
  // Plugins also write into the log, and must not control the terminal.
  return printable(line.replace(/\p{Cc}+/gu, ' '))
}

/** Where the log goes: standard error, readable in a terminal, and one line of JSON per entry for programs otherwise. */
export const logDestination = (): DestinationStream => {
  if (!process.stderr.isTTY) return destination({ dest: 2, sync: true })
  return { write: (text) => void process.stderr.write(`${readableEntry(text)}\n`) }
}
