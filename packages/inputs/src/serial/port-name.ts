import { basename, dirname } from 'node:path'

/** The system lists ports here by adapter: the same name in every socket and after every start. */
export const byIdFolder = '/dev/serial/by-id'
const deviceFolder = '/dev'
const longestId = 64

export interface PortName {
  /** Also the name of the source of its data. */
  readonly id: string
  /** Shown to people. */
  readonly name: string
}

/** Keeps the end, which distinguishes ports: a serial number or a file name. */
const idFrom = (text: string): string =>
  text
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .slice(-longestId)
    .replace(/^[^A-Za-z0-9]+/, '') || 'port'

/** Removes the interface and port number that most adapters share. */
const withoutFirsts = (file: string): string =>
  file
    .replace(/^usb-/, '')
    .replace(/-port0$/, '')
    .replace(/-if00(?=-|$)/, '')

/** The id and name of the port at a path. */
export const portNameOf = (path: string): PortName => {
  const file = basename(path)
  switch (dirname(path)) {
    case byIdFolder: {
      const short = withoutFirsts(file)
      return { id: idFrom(short), name: short.replaceAll(/_+/g, ' ').trim() || file }
    }
    case deviceFolder:
      return { id: idFrom(file), name: file }
    default:
      return { id: idFrom(path.slice(1)), name: file }
  }
}
