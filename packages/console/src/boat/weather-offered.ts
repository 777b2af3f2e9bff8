import type { WeatherSubject } from '@marinedata/model'
import { useEffect, useState } from 'preact/hooks'
import { useBoat, type Boat } from './boat.ts'
import { Resource } from './requests.ts'

/**
 * The questions about the weather that plugins of this boat answer. A browser reports every refused request as a fault
 * of the page, so these are looked for first.
 */
export const weatherSubjectsOf = async (client: Boat['client']): Promise<ReadonlySet<WeatherSubject>> =>
  new Set(Object.values(await client.call('GET weather/_providers')).flatMap(({ subjects }) => subjects))

/** Whether a plugin of this boat answers questions about the weather; false until that is known. */
export const useHasWeather = (): boolean => {
  const { client } = useBoat()
  const [subjects] = useState(() => new Resource(() => weatherSubjectsOf(client)))
  useEffect(() => void subjects.refresh(), [])
  return (subjects.value.value?.size ?? 0) > 0
}
