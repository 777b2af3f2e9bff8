const channelsOf = (hex: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))

/** Mixes a share of the second colour into the first; both as `#rrggbb`. */
export const mixed = (first: string, second: string, share: number): string => {
  const other = channelsOf(second)
  const channels = channelsOf(first).map((value, at) =>
    Math.round(value + ((other[at] ?? value) - value) * share),
  )
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}
