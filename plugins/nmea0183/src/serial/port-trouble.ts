import { userInfo } from 'node:os'

/** What is wrong with a port, for people. */
export interface PortTrouble {
  /** `lost`: it is not there any more. `refused`: it is, and cannot be read. */
  readonly state: 'lost' | 'refused'
  readonly message: string
}

/** The port's own end of file, or the machine's word that it is gone. */
const goneCodes: ReadonlySet<string> = new Set(['EIO', 'ENOENT', 'ENODEV', 'ENXIO', 'EBADF', 'EOF'])

const userName = (): string => {
  try {
    return userInfo().username
  } catch {
    // A user without a name, as in a container.
    return '$USER'
  }
}

/** What a port's error means, and what to do about it. */
export const troubleOf = (error: unknown, user: () => string = userName): PortTrouble => {
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
