/** Maps numbers to positions along one side of a panel. */
export interface Scale {
  readonly least: number
  readonly most: number
  readonly ticks: readonly number[]
  place(value: number): number
}

const steps = [1, 2, 5, 10, 15, 20, 30, 45, 60, 90, 100, 200, 500]

/** A scale that includes these values, with about this many ticks at round numbers. */
export const scaleOver = (
  values: readonly number[],
  [from, to]: readonly [from: number, to: number],
  wished = 5,
): Scale => {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const step = steps.find((size) => (high - low) / size <= wished) ?? 1_000
  const [least, most] = [Math.floor(low / step) * step, Math.ceil(high / step) * step]
  const count = Math.round((most - least) / step)
  return {
    least,
    most,
    ticks: Array.from({ length: count + 1 }, (_, index) => least + index * step),
    place: (value) => from + ((value - least) / (most - least)) * (to - from),
  }
}
