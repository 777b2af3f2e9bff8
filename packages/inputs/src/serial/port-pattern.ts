import { Type } from '@marinedata/model'

/**
 * A path, or the files of a folder with a prefix and a suffix. The text may come from settings, so it is never used as
 * a regular expression.
 */
export interface PortPattern {
  readonly folder: string
  readonly head: string
  /** Undefined when there is no star: the head is the whole name. */
  readonly tail: string | undefined
}

/** An absolute path with at most one star, in its last segment. */
export const patternShape = /^\/(?:[^*]*\/)?[^*/]*\*?[^*/]*$/

/** A list of patterns in the settings of a plugin. Its return type is that of the schema. */
export const portPatterns = (description: string, more: { readonly grants?: 'ports' } = {}) =>
  Type.Array(Type.String({ pattern: patternShape.source, maxLength: 256 }), {
    maxItems: 16,
    default: [],
    description,
    ...more,
  })

/** Parses `/dev/ttyUSB*` or `/dev/gps`. */
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

/** Whether a pattern matches a file. */
export const fitsPath = (pattern: PortPattern, path: string): boolean => {
  const { folder, head: name } = patternOf(path)
  return pattern.folder === folder && fitsName(pattern, name)
}
