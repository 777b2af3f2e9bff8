import type { AskLimits, CourseProvider, CourseProviders } from '@marinedata/core'
import { MarineDataError, type CourseQuestion } from '@marinedata/model'
import type { Capabilities, Handlers, ServerVerbs } from '@marinedata/plugin-api/host'
import { ProcessPort } from './process-port.ts'

/** One process of a plugin, as a provider of the course. */
export class CoursePort extends ProcessPort implements CourseProvider {
  async ask(question: CourseQuestion, { deadlineMs, signal }: AskLimits): Promise<unknown> {
    const params = { ...question, deadline: deadlineMs / 1_000 }
    return await this.connected.request('course/compute', params, { deadlineMs, signal })
  }
}

export interface CourseHandlersOptions {
  readonly name: string
  readonly capabilities: Capabilities
  readonly courseProviders: CourseProviders
  readonly coursePort: CoursePort
}

/** The handler of the verb with which a plugin offers to compute the course. */
export const courseHandlers = ({
  name,
  capabilities,
  courseProviders,
  coursePort,
}: CourseHandlersOptions): Pick<Handlers<ServerVerbs>, 'course/offer'> => ({
  'course/offer': () => {
    if (!capabilities.provides('course'))
      throw new MarineDataError('not-declared', 'The manifest does not declare "course" in "provides"')
    courseProviders.add(name, coursePort)
    return {}
  },
})
