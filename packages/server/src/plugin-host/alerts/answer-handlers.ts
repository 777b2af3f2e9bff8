import type { Clock } from '@marinedata/core'
import { MarineDataError } from '@marinedata/model'
import type { AlertAnswer, Capabilities, Handlers, ServerVerbs } from '@marinedata/plugin-api/host'
import { CallLimiter } from './call-limiter.ts'

export interface AnswerHandlersOptions {
  /** The plugin. */
  readonly name: string
  readonly clock: Clock
  readonly capabilities: Pick<Capabilities, 'mayAnswerAlerts'>
  readonly actions: {
    /** Acknowledges or silences one alert in the name of a device of a plugin. */
    answerAlert(plugin: string, answer: AlertAnswer): Promise<unknown>
  }
}

const answersPerSecond = 10

/** Answers to alerts that a plugin passes on from devices. */
export const answerHandlers = ({
  name,
  clock,
  capabilities,
  actions,
}: AnswerHandlersOptions): Pick<Handlers<ServerVerbs>, 'alert/answer'> => {
  const limiter = new CallLimiter(clock, answersPerSecond)
  return {
    'alert/answer': async (answer) => {
      if (!capabilities.mayAnswerAlerts)
        throw new MarineDataError('not-declared', 'The manifest does not declare "answersAlerts"')
      limiter.take('answers to alerts')
      await actions.answerAlert(name, answer)
      return {}
    },
  }
}
