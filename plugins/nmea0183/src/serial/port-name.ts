import { basename, dirname } from 'node:path'

/** Where the machine lists ports by what is plugged in: the same name in whichever socket, and after every start. */
export const byIdFolder = '/dev/serial/by-id'
const deviceFolder = '/dev'
const longestId = 64

export interface PortName {
  /** Also the name of the source that its data has. */
  readonly id: string
  /** For people. */
  readonly name: string
}

/** What comes last tells ports apart: a serial number, a file's name. */
const idFrom = (text: string): string =>
  text
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .slice(-longestId)
    .replace(/^[^A-Za-z0-9]+/, '') || 'port'

/** Most adapters have one interface with one port, which says nothing. */
const withoutFirsts = (file: string): string =>
  file
    .replace(/^usb-/, '')
    .replace(/-port0$/, '')
    .replace(/-if00(?=-|$)/, '')

/** What the port at a path is called. */
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
