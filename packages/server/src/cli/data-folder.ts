import { homedir } from 'node:os'
import { join } from 'node:path'

/** The data folder used without --data. */
export const defaultDataFolder = (): string => join(homedir(), '.marinedata')
