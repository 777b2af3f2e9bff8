import { MarineDataError } from '@marinedata/plugin-api'
import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
const deadlineMs = 2_000
const deviceOption = process.platform === 'linux' ? '-F' : '-f'
/** Eight raw bits, ignoring the modem lines, which stay unchanged when the port is closed. */
const line = ['raw', '-echo', 'clocal', '-hupcl', 'cs8', '-cstopb', '-parenb', '-crtscts']

/**
 * Sets the speed of a port with `stty`, which every machine has: a package for this would need native code.
 * @throws MarineDataError when it fails, or the system error when the port is removed
 */
export const setLine = async (device: string, speed: number): Promise<void> => {
  try {
    await run('stty', [deviceOption, device, ...line, String(speed)], { timeout: deadlineMs })
  } catch (error) {
    // Reports a port that was just unplugged as such.
    await stat(device)
    throw new MarineDataError('rejected-by-device', reasonOf(error), { cause: error })
  }
}

const reasonOf = (error: unknown): string => {
  const { code, stderr } = error as { readonly code?: unknown; readonly stderr?: unknown }
  if (code === 'ENOENT') return '`stty` is not installed: install coreutils'
  const words = typeof stderr === 'string' ? (stderr.trim().split('\n')[0] ?? '') : ''
  return words === '' ? 'its speed could not be set in time' : words
}
