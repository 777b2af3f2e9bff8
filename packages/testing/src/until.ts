import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { inspect } from 'node:util'

export interface UntilOptions {
  /** Names the awaited event in the message of a failure. */
  readonly what?: string | (() => string)
  /** Default 75 s: a process that starts from source takes long on a busy machine. */
  readonly timeoutMs?: number
}

/** The pauses grow: reads in quick succession would use the processors that the awaited event needs. */
const pauseMs = { first: 1, growth: 1.5, longest: 50 }

const messageOf = (seen: unknown, { what = 'a condition', timeoutMs = 0 }: UntilOptions): string => {
  const name = typeof what === 'string' ? what : what()
  const last = inspect(seen, { depth: 6, breakLength: Infinity, maxStringLength: 2_000 })
  return `Timed out after ${timeoutMs / 1_000} s waiting for ${name}; last seen: ${last}`
}

/** The values that `Boolean` accepts. */
type Truthy<Seen> = Exclude<Seen, undefined | null | false | 0 | ''>

interface Until {
  <Seen>(
    read: () => Seen | Promise<Seen>,
    isRight: BooleanConstructor,
    options?: UntilOptions,
  ): Promise<Truthy<Seen>>
  <Seen, Right extends Seen>(
    read: () => Seen | Promise<Seen>,
    isRight: (seen: Seen) => seen is Right,
    options?: UntilOptions,
  ): Promise<Right>
  <Seen>(
    read: () => Seen | Promise<Seen>,
    isRight: (seen: Seen) => boolean,
    options?: UntilOptions,
  ): Promise<Seen>
}

/**
 * Reads until the value is right, and returns it. A read that takes longer than the timeout ends the wait when it returns.
 * @throws AssertionError with what was last seen
 */
export const until: Until = async <Seen>(
  read: () => Seen | Promise<Seen>,
  isRight: (seen: Seen) => boolean,
  { what, timeoutMs = 75_000 }: UntilOptions = {},
): Promise<Seen> => {
  const end = performance.now() + timeoutMs
  for (let pause = pauseMs.first; ; pause = Math.min(pause * pauseMs.growth, pauseMs.longest)) {
    const seen = await read()
    if (isRight(seen)) return seen
    if (performance.now() >= end)
      assert.fail(messageOf(seen, { timeoutMs, ...(what !== undefined && { what }) }))
    await sleep(pause)
  }
}
