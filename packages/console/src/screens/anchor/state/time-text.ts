const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Hours and minutes: `03:12`, with days in front if any. */
export const timeSpanText = (ms: number): string => {
  const minutes = Math.max(0, Math.floor(ms / minuteMs))
  const hours = Math.floor(minutes / 60)
  const clock = `${String(hours % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  return hours < 24 ? clock : `${Math.floor(hours / 24)} d ${clock}`
}

/** Hours, to the nearest half. */
export const hoursText = (ms: number): string => {
  const hours = ms / hourMs
  return hours < 10 ? String(Math.round(hours * 2) / 2) : String(Math.round(hours))
}
