import { MarineDataError } from '@marinedata/model'
import { accessSync, constants, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'

/** The places of data folders. */
export interface DataFolderPlaces {
  /** The value of `MARINEDATA_DATA`. */
  readonly configured?: string | undefined
  /** The folder of this user. */
  readonly own: string
  /** The folder of the service. */
  readonly service: string
}

const places = (): DataFolderPlaces => ({
  configured: env['MARINEDATA_DATA'],
  own: join(homedir(), '.marinedata'),
  service: '/var/lib/marinedata',
})

const isFolder = (path: string): boolean => {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

const isUsable = (folder: string): boolean => {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * The data folder used without --data: `MARINEDATA_DATA`, else the user's folder, else the service's where it exists.
 * @throws MarineDataError when this user may not use the folder of the service
 */
export const defaultDataFolder = ({ configured, own, service } = places()): string => {
  if (configured !== undefined && configured !== '') return configured
  if (isFolder(own) || !isFolder(service)) return own
  if (isUsable(service)) return service
  throw new MarineDataError(
    'invalid-settings',
    `${service} is the data folder of the service, and this user may not use it. ` +
      'Run "sudo -u marinedata marinedata …", or use another data folder with --data',
  )
}
