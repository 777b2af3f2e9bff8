import { computed, signal, type ReadonlySignal } from '@preact/signals'
import type { Boat } from '#boat/boat.ts'
import { errorText } from '#boat/error-text.ts'
import type { WordKey } from '#words/screen-words.ts'

const problemMs = 8_000

/** Sends course requests, and shows a refusal for a while. */
export class CourseRequests implements Disposable {
  readonly #problem = signal<string | undefined>(undefined)
  #problemEnds: ReturnType<typeof setTimeout> | undefined

  /** Why the last request was refused. */
  readonly problem: ReadonlySignal<string | undefined> = this.#problem
  /** Why requests are not possible here; undefined if they are. */
  readonly disabledReason: ReadonlySignal<WordKey | undefined>

  constructor({ link, session }: Pick<Boat, 'link' | 'session'>) {
    this.disabledReason = computed(() => {
      if (link.isLost.value) return 'shell.noLink'
      return session.me.value.scopes.includes('course.command') ? undefined : 'chart.mayNot'
    })
  }

  /** Undefined if the request failed. */
  async ask<Answer>(command: () => Promise<Answer>): Promise<Answer | undefined> {
    if (this.disabledReason.peek() !== undefined) return undefined
    try {
      const answer = await command()
      this.#complain(undefined)
      return answer
    } catch (error) {
      this.#complain(errorText(error))
      return undefined
    }
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#problemEnds)
  }

  #complain(message: string | undefined): void {
    clearTimeout(this.#problemEnds)
    this.#problem.value = message
    if (message !== undefined) this.#problemEnds = setTimeout(() => this.#complain(undefined), problemMs)
  }
}
