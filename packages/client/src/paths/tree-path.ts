import { MarineDataError } from '@marinedata/model'
import { isDotSegment } from '../server-address.ts'

/** A path below the root: `a/b/c` with URL-encoded segments, or the plain segments. */
export type TreePath = string | readonly string[]

/** The path of a part of the tree in a URL. */
export const treeAddress = (path: TreePath): string => {
  const segments = typeof path === 'string' ? path.split('/') : path.map(encodeURIComponent)
  if (segments.some(isDotSegment))
    throw new MarineDataError('invalid-value', `"${segments.join('/')}" must not have a segment "." or ".."`)
  return ['v1', 'api', ...segments.filter((segment) => segment !== '')].join('/')
}
