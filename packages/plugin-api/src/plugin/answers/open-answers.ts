import { MarineDataError } from '@marinedata/model'
import { rpcLimits } from '#protocol/limits.ts'
import type { CommandControl } from '../devices/device-kinds.ts'
import { runCommand } from '../devices/run-command.ts'

const openQuestions = 32
/** What surrounds an answer in its message. */
const headBytes = 256

export interface AskedQuestion {
  /** The verb. */
  readonly name: string
  /** Seconds. */
  readonly deadline: number
  /** Aborted when the server cancels the question. */
  readonly cancelled: AbortSignal
}

/** Runs the handlers of questions: a bounded number at once, each with a deadline. */
export class OpenAnswers {
  readonly #stopping: AbortSignal
  #open = 0

  constructor(stopping: AbortSignal) {
    this.#stopping = stopping
  }

  /** @throws MarineDataError `too-many-requests`, `too-large`, and the errors of the handler */
  async run<Answer>(
    question: AskedQuestion,
    handler: (control: CommandControl) => Answer | Promise<Answer>,
  ): Promise<Answer> {
    if (this.#open >= openQuestions)
      throw new MarineDataError('too-many-requests', `At most ${openQuestions} questions at once`)
    this.#open++
    try {
      const answer = (await runCommand({ ...question, stopping: this.#stopping }, handler)) as Answer
      checkLength(answer)
      return answer
    } finally {
      this.#open--
    }
  }
}

/** The server drops a longer message, and would wait for the answer in vain. */
const checkLength = (answer: unknown): void => {
  const length = Buffer.byteLength(JSON.stringify(answer) ?? '')
  const most = rpcLimits.messageBytes - headBytes
  if (length > most)
    throw new MarineDataError('too-large', `An answer has at most ${most} bytes, not ${length}`)
}
