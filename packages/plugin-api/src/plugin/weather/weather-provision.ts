import {
  MarineDataError,
  weatherSubjects,
  type WeatherAnswer,
  type WeatherQuestion,
  type WeatherSubject,
} from '@marinedata/model'
import { OpenAnswers } from '../answers/open-answers.ts'
import type { ServerConnection } from '../server-connection.ts'
import type { WeatherHandler, WeatherHandlers } from './weather-handlers.ts'

/** The answers of the plugin to questions about the weather. */
export class WeatherProvision {
  readonly #server: ServerConnection
  readonly #answers: OpenAnswers
  #handlers: WeatherHandlers = {}

  constructor(server: ServerConnection, stopping: AbortSignal) {
    this.#server = server
    this.#answers = new OpenAnswers(stopping)
  }

  /** @throws MarineDataError `not-declared`, `invalid-message` when there is no handler */
  async offer(handlers: WeatherHandlers): Promise<void> {
    // A question may arrive before the response.
    this.#handlers = handlers
    const subjects = weatherSubjects.filter((subject) => handlers[subject] !== undefined)
    await this.#server.request('weather/offer', { subjects })
  }

  async answer<Subject extends WeatherSubject>(
    subject: Subject,
    { deadline, ...question }: WeatherQuestion<Subject> & { readonly deadline: number },
    cancelled: AbortSignal,
  ): Promise<WeatherAnswer<Subject>> {
    const handler: WeatherHandler<Subject> | undefined = this.#handlers[subject]
    if (handler === undefined)
      throw new MarineDataError('no-provider', `The plugin does not provide ${subject} of the weather`)
    const name = `weather/${subject}`
    // What is left of the question without its deadline is the question of this subject.
    const asked = question as unknown as WeatherQuestion<Subject>
    return await this.#answers.run({ name, deadline, cancelled }, (control) => handler(asked, control))
  }
}
