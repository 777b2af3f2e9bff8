import { sep } from 'node:path'

/** Whether a path is that folder or anything below it; both are absolute. */
export const isWithin = (folder: string, path: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
