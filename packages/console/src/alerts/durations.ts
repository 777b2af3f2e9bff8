const two = (count: number): string => String(count).padStart(2, '0')

/** A duration as on a clock: `00:14`, `1:02:03`. */
export const durationText = (ms: number): string => {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  const hours = Math.floor(seconds / 3_600)
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  return hours === 0 ? rest : `${hours}:${rest}`
}
