import { computed, signal, type ReadonlySignal } from '@preact/signals'
import type { Boat } from '#boat/boat.ts'
import { sentenceOf } from '#boat/refusals.ts'
import type { WordKey } from '#words/chart.ts'

const problemMs = 8_000

/** Asks the boat for something about the course, and keeps for a while why it was refused. */
export class CourseAsker implements Disposable {
  readonly #problem = signal<string | undefined>(undefined)
  #problemEnds: ReturnType<typeof setTimeout> | undefined

  /** Why the last wish was refused. */
  readonly problem: ReadonlySignal<string | undefined> = this.#problem
  /** Why nothing can be asked for here; undefined when it can. */
  readonly hindrance: ReadonlySignal<WordKey | undefined>

  constructor({ link, session }: Pick<Boat, 'link' | 'session'>) {
    this.hindrance = computed(() => {
      if (link.isLost.value) return 'chart.noLink'
      return session.me.value.scopes.includes('course.command') ? undefined : 'chart.mayNot'
    })
  }

  /** Undefined when it was not done. */
  async ask<Answer>(command: () => Promise<Answer>): Promise<Answer | undefined> {
    if (this.hindrance.peek() !== undefined) return undefined
    try {
      const answer = await command()
      this.#complain(undefined)
      return answer
    } catch (error) {
      this.#complain(sentenceOf(error))
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
