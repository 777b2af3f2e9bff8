import { homedir } from 'node:os'
import { join } from 'node:path'

/** Where a boat keeps what it must not forget, unless it is told otherwise. */
export const usualFolder = (): string => join(homedir(), '.marinedata')
