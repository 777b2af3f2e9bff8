import { userInfo } from 'node:os'

/** An error of a port, as text for people. */
export interface PortError {
  /** `lost`: the port is not present any more. `refused`: it is present but cannot be read. */
  readonly state: 'lost' | 'refused'
  readonly message: string
}

/** End of file, or an error code for a removed device. */
const goneCodes: ReadonlySet<string> = new Set(['EIO', 'ENOENT', 'ENODEV', 'ENXIO', 'EBADF', 'EOF'])

const userName = (): string => {
  try {
    return userInfo().username
  } catch {
    // A user without a name, as in a container.
    return '$USER'
  }
}

/** The meaning of a port's error, and what to do about it. */
export const portErrorOf = (error: unknown, user: () => string = userName): PortError => {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === undefined) return { state: 'refused', message }
  if (goneCodes.has(code)) return { state: 'lost', message: 'it was unplugged' }
  if (code === 'EACCES' || code === 'EPERM')
    return {
      state: 'refused',
      message: `permission denied: run \`sudo usermod -aG dialout ${user()}\`, then log in again`,
    }
  if (code === 'EBUSY') return { state: 'refused', message: 'another program has it open' }
  return { state: 'refused', message }
}
