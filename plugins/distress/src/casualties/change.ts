import type { Condition } from '@marinedata/model'

/** An alert to raise or change; without a condition it ends. */
export interface AlertChange {
  readonly path: string
  readonly condition: Condition | undefined
}

/** The members of a published alert that its source needs. */
export interface PublishedAlert {
  readonly id: string | undefined
  readonly status: string | undefined
  readonly episode: number | undefined
}

/** Reads the value of a `notifications` path. */
export const publishedAlert = (value: unknown): PublishedAlert => {
  const { id, status, episode } = Object(value) as Readonly<Record<string, unknown>>
  return {
    id: typeof id === 'string' ? id : undefined,
    status: typeof status === 'string' ? status : undefined,
    episode: typeof episode === 'number' ? episode : undefined,
  }
}

/** Numbers the calls of an alert. Time makes a number unique without a memory of the last one. */
export const nextEpisode = (now: number, before = 0): number => Math.max(before + 1, Math.floor(now / 1_000))
