import type { AskLimits, WeatherProvider, WeatherProviders } from '@marinedata/core'
import {
  MarineDataError,
  type WeatherQuestion,
  type WeatherQuestionOf,
  type WeatherSubject,
} from '@marinedata/model'
import type { Capabilities, Handlers, ServerVerbs } from '@marinedata/plugin-api/host'
import { ProcessPort } from './process-port.ts'

/** One process of a plugin, as a provider of weather. */
export class WeatherPort extends ProcessPort implements WeatherProvider {
  subjects: readonly WeatherSubject[] = []

  async ask<Subject extends WeatherSubject>(
    subject: Subject,
    question: WeatherQuestion<Subject>,
    { deadlineMs, signal }: AskLimits,
  ): Promise<unknown> {
    // The compiler does not see that the question belongs to the subject.
    const asked = question as WeatherQuestionOf['observations'] & WeatherQuestionOf['forecast']
    const params = { ...asked, deadline: deadlineMs / 1_000 }
    return await this.connected.request(`weather/${subject}`, params, { deadlineMs, signal })
  }
}

export interface WeatherHandlersOptions {
  readonly name: string
  readonly capabilities: Capabilities
  readonly weather: WeatherProviders
  readonly weatherPort: WeatherPort
}

/** The handler of the verb with which a plugin provides weather. */
export const weatherHandlers = ({
  name,
  capabilities,
  weather,
  weatherPort,
}: WeatherHandlersOptions): Pick<Handlers<ServerVerbs>, 'weather/offer'> => ({
  'weather/offer': ({ subjects }) => {
    if (!capabilities.provides('weather'))
      throw new MarineDataError('not-declared', 'The manifest does not declare "weather" in "provides"')
    weatherPort.subjects = subjects
    weather.add(name, weatherPort)
    return {}
  },
})
