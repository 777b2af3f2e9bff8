/**
 * Where ports may be: one file, or those files of a folder whose names begin and end so. The text may come from settings, so
 * it never becomes a regular expression.
 */
export interface PortPattern {
  readonly folder: string
  readonly head: string
  /** Undefined when there is no star: the name is the head, and nothing else. */
  readonly tail: string | undefined
}

/** What a pattern looks like: an absolute path with at most one star, in its last part. */
export const patternShape = /^\/(?:[^*]*\/)?[^*/]*\*?[^*/]*$/

/** Reads `/dev/ttyUSB*`, or `/dev/gps`. */
export const patternOf = (text: string): PortPattern => {
  const slash = text.lastIndexOf('/')
  const name = text.slice(slash + 1)
  const star = name.indexOf('*')
  const folder = slash === 0 ? '/' : text.slice(0, slash)
  return star < 0
    ? { folder, head: name, tail: undefined }
    : { folder, head: name.slice(0, star), tail: name.slice(star + 1) }
}

export const fitsName = ({ head, tail }: PortPattern, name: string): boolean =>
  tail === undefined
    ? name === head
    : name.length >= head.length + tail.length && name.startsWith(head) && name.endsWith(tail)

/** Whether a pattern stands for this file. */
export const fitsPath = (pattern: PortPattern, path: string): boolean => {
  const { folder, head: name } = patternOf(path)
  return pattern.folder === folder && fitsName(pattern, name)
}
