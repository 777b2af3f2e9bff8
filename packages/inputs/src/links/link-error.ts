import { userInfo } from 'node:os'

/** An error of a link, as text for people. */
export interface LinkError {
  /** `lost`: the far end is not present any more. `silent`: it sends nothing. `refused`: the system denies access. */
  readonly state: 'lost' | 'silent' | 'refused'
  readonly message: string
}

const userName = (): string => {
  try {
    return userInfo().username
  } catch {
    // A user without a name, as in a container.
    return '$USER'
  }
}

/** End of file, or an error code for a removed device. */
const removedCodes: ReadonlySet<string> = new Set(['EIO', 'ENOENT', 'ENODEV', 'ENXIO', 'EBADF', 'EOF'])

const lostByCode: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens at this address',
  ECONNRESET: 'the other side closed the connection',
  EPIPE: 'the other side closed the connection',
  EOF: 'the other side closed the connection',
  ETIMEDOUT: 'the other side does not answer',
  EHOSTUNREACH: 'the other side cannot be reached',
  EHOSTDOWN: 'the other side cannot be reached',
  ENETUNREACH: 'there is no network to the other side',
  ENETDOWN: 'the network is down',
  ENOTFOUND: 'the name is unknown in this network',
  EAI_AGAIN: 'the name cannot be resolved now',
}

/** The meaning of a serial port's error, and what to do about it. */
export const portErrorOf = (error: unknown, user: () => string = userName): LinkError => {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === undefined) return { state: 'refused', message }
  if (removedCodes.has(code)) return { state: 'lost', message: 'it was unplugged' }
  if (code === 'EACCES' || code === 'EPERM')
    return {
      state: 'refused',
      message: `permission denied: run \`sudo usermod -aG dialout ${user()}\`, then log in again`,
    }
  if (code === 'EBUSY') return { state: 'refused', message: 'another program has it open' }
  return { state: 'refused', message }
}

/** The meaning of an error of a connection or a program. */
export const connectionErrorOf = (error: unknown): LinkError => {
  const { code = '', name, message } = error as NodeJS.ErrnoException
  if (name === 'TimeoutError') return { state: 'lost', message: 'the other side does not answer' }
  if (code === 'ESILENT') return { state: 'silent', message }
  if (code === 'EADDRINUSE') return { state: 'refused', message: 'another program uses this port' }
  if (code === 'EACCES') return { state: 'refused', message: 'the system does not permit this port' }
  const lost = Object.hasOwn(lostByCode, code) ? lostByCode[code] : undefined
  return lost === undefined ? { state: 'refused', message } : { state: 'lost', message: lost }
}
