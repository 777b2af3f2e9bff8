import { isNormal, type Condition, type Severity } from '@marinedata/model'

export interface ConditionNoticeOptions {
  readonly notify: (condition: Condition) => void
  /** Severity of the alert now, possibly raised by an earlier process. */
  readonly activeSeverity: () => Severity | undefined
}

/** Publishes the condition of one alert when it changes. */
export class ConditionNotice {
  readonly #options: ConditionNoticeOptions
  #publishedText: string | undefined

  constructor(options: ConditionNoticeOptions) {
    this.#options = options
  }

  set(condition: Condition): void {
    const text = JSON.stringify(condition)
    if (text === this.#publishedText) return
    this.#publishedText = text
    const active = this.#options.activeSeverity()
    // A normal condition is published only to end an active alert.
    if (!isNormal(condition.state) || (active !== undefined && !isNormal(active)))
      this.#options.notify(condition)
  }
}
