import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

const enoughBytes = 32_000_000
const lookEveryMs = 50

const youngBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0

/**
 * Stops the space for short-lived objects from growing past what serves a boat. Left alone it grows to suit machines
 * with far more memory: 50,000 vessels then take 270 MB instead of 215, and nothing gets faster.
 */
export const boundYoungSpace = (): void => {
  const timer = setInterval(() => {
    if (youngBytes() < enoughBytes) return
    setFlagsFromString('--semi-space-growth-factor=1')
    clearInterval(timer)
  }, lookEveryMs)
  timer.unref()
}
