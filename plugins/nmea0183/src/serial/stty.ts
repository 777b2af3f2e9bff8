import { MarineDataError } from '@marinedata/plugin-api'
import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
const deadlineMs = 2_000
const deviceOption = process.platform === 'linux' ? '-F' : '-f'
/** Eight bits as they come, whatever the modem lines say, which stay as they are when the port is closed. */
const line = ['raw', '-echo', 'clocal', '-hupcl', 'cs8', '-cstopb', '-parenb', '-crtscts']

/**
 * Sets how fast a port is read. By `stty`, which is on every machine: a package of our own for this would be native code.
 * @throws MarineDataError when it cannot be done, or the machine's error when the port is gone
 */
export const setLine = async (device: string, speed: number): Promise<void> => {
  try {
    await run('stty', [deviceOption, device, ...line, String(speed)], { timeout: deadlineMs })
  } catch (error) {
    // One that was just pulled out is told as such.
    await stat(device)
    throw new MarineDataError('rejected-by-device', reasonOf(error), { cause: error })
  }
}

const reasonOf = (error: unknown): string => {
  const { code, stderr } = error as { readonly code?: unknown; readonly stderr?: unknown }
  if (code === 'ENOENT') return '`stty` is not there: install coreutils'
  const words = typeof stderr === 'string' ? (stderr.trim().split('\n')[0] ?? '') : ''
  return words === '' ? 'its speed could not be set in time' : words
}
