/** One line for the person who imports. */
export interface Finding {
  /** `taken`: it is imported. `kept`: this boat has it already, and it stays. `not-taken`: it has to be done by hand. */
  readonly outcome: 'taken' | 'kept' | 'not-taken'
  /** The part, such as `Vessel`. */
  readonly part: string
  readonly text: string
}

/** The findings, in order. */
export class Findings {
  readonly list: Finding[] = []

  taken(part: string, text: string): void {
    this.list.push({ outcome: 'taken', part, text })
  }

  kept(part: string, text: string): void {
    this.list.push({ outcome: 'kept', part, text })
  }

  notTaken(part: string, text: string): void {
    this.list.push({ outcome: 'not-taken', part, text })
  }
}
