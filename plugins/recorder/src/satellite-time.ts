/** A clock that is this close to the satellites' time is right. The value itself is a little old when it arrives. */
const toleranceMs = 2_000
const dayMs = 86_400_000
/**
 * A computer without a battery continues after its last shutdown, so its clock can be behind by a winter ashore. A larger
 * difference is a receiver's: a forged time, or a date that has rolled over.
 */
const longestRestMs = 400 * dayMs
/** The clock of a computer that has never been set starts long before this. */
const plausibleTime = Date.UTC(2026, 0, 1)

export const isPlausible = (computer: number): boolean => computer > plausibleTime

/** Which clock the recording follows. */
export interface ChosenTime {
  /** The true time; undefined when the time of the satellites is not trusted. */
  readonly time: number | undefined
  /** What is wrong, as a sentence for people. */
  readonly warning: string | undefined
}

const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** Compares the time of the satellites with the clock of the computer, in milliseconds. */
export const chooseTime = (satellites: number, computer: number): ChosenTime => {
  const ahead = satellites - computer
  if (Math.abs(ahead) <= toleranceMs) return { time: computer, warning: undefined }
  if (Math.abs(ahead) <= dayMs || !isPlausible(computer)) return { time: satellites, warning: undefined }
  const dates = `the satellites say ${dateOf(satellites)}, this computer ${dateOf(computer)}`
  return ahead > 0 && ahead <= longestRestMs
    ? { time: satellites, warning: `Recording by the time of the satellites: ${dates}` }
    : { time: undefined, warning: `Recording by the clock of this computer: ${dates}` }
}
