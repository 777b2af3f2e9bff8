import { sep } from 'node:path'

/** Whether a path is the folder or below it. Both are absolute. */
export const isWithin = (folder: string, path: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
