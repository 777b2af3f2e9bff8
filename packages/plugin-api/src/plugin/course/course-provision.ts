import { MarineDataError, type CourseAnswer, type CourseQuestion } from '@marinedata/model'
import { OpenAnswers } from '../answers/open-answers.ts'
import type { CommandControl } from '../devices/device-kinds.ts'
import type { ServerConnection } from '../server-connection.ts'

/**
 * Computes the course for one moment. `control.signal` is aborted when the server no longer waits for the answer.
 * @throws MarineDataError when it cannot be computed; the server computes it then
 */
export type CourseHandler = (
  question: CourseQuestion,
  control: CommandControl,
) => CourseAnswer | Promise<CourseAnswer>

/** The courses that the plugin computes. */
export class CourseProvision {
  readonly #server: ServerConnection
  readonly #answers: OpenAnswers
  #handler: CourseHandler | undefined

  constructor(server: ServerConnection, stopping: AbortSignal) {
    this.#server = server
    this.#answers = new OpenAnswers(stopping)
  }

  /** @throws MarineDataError `not-declared` */
  async offer(handler: CourseHandler): Promise<void> {
    // A question may arrive before the response.
    this.#handler = handler
    await this.#server.request('course/offer', {})
  }

  async answer(
    { deadline, ...question }: CourseQuestion & { readonly deadline: number },
    cancelled: AbortSignal,
  ): Promise<CourseAnswer> {
    const handler = this.#handler
    if (handler === undefined)
      throw new MarineDataError('no-provider', 'The plugin does not compute the course')
    return await this.#answers.run({ name: 'course/compute', deadline, cancelled }, (control) =>
      handler(question, control),
    )
  }
}
