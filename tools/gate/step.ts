/** A row of the gate's table. */
export interface Step {
  readonly name: string
  /** One sentence, for `--list`. */
  readonly sentence: string
  /** Runs in bash, in the root of the repository. */
  readonly command: string
  /** Steps that must have passed before this one starts. */
  readonly needs?: readonly string[]
  /** Steps that must have ended before this one starts, because they write files that it reads. */
  readonly after?: readonly string[]
  /** Processors that it keeps busy, 1 by default. */
  readonly processors?: 1 | 2
  /** Seconds after which it is ended as hanging: several times what it takes on a quiet machine. */
  readonly limit: number
  /** A step of the kind `tests` fails if it runs no test. */
  readonly kind: 'tests' | 'plain'
}
