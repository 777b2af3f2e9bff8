import type { Step } from './step.ts'

const predecessors = ({ needs = [], after = [] }: Step): readonly string[] => [...needs, ...after]

/** The named steps and the steps that they need, in the order of the table. */
export const withNeeds = (steps: readonly Step[], names: readonly string[]): Step[] => {
  const chosen = new Set<string>()
  const choose = (name: string): void => {
    const step = steps.find((each) => each.name === name)
    if (step === undefined)
      throw new Error(
        `There is no step "${name}". The steps are ${steps.map((each) => each.name).join(', ')}`,
      )
    chosen.add(name)
    for (const need of step.needs ?? []) choose(need)
  }
  for (const name of names) choose(name)
  return steps.filter(({ name }) => chosen.has(name))
}

/** Sums the limits of the longest chain of steps that starts with each step. */
const chainSeconds = (steps: readonly Step[]): ReadonlyMap<string, number> => {
  const known = new Map<string, number>()
  const secondsFrom = (step: Step): number => {
    const seconds = known.get(step.name)
    if (seconds !== undefined) return seconds
    const followers = steps.filter((each) => predecessors(each).includes(step.name))
    const sum = step.limit + Math.max(0, ...followers.map(secondsFrom))
    known.set(step.name, sum)
    return sum
  }
  for (const step of steps) secondsFrom(step)
  return known
}

/** Decides which step starts next: of those whose needs have passed, the one with the longest chain behind it. */
export class Schedule {
  readonly #waiting: Step[]
  readonly #running = new Map<string, Step>()
  readonly #passed = new Set<string>()
  readonly #failed = new Set<string>()
  readonly #processors: number

  constructor(steps: readonly Step[], processors: number) {
    const chains = chainSeconds(steps)
    this.#waiting = steps.toSorted((a, b) => (chains.get(b.name) ?? 0) - (chains.get(a.name) ?? 0))
    this.#processors = processors
  }

  /** Removes and returns the steps that start now. */
  start(): Step[] {
    const started: Step[] = []
    for (;;) {
      const index = this.#waiting.findIndex((step) => this.#isReady(step))
      const step = this.#waiting[index]
      // A step that needs two processors keeps its turn: shorter ones would otherwise delay it again and again.
      if (step === undefined || !this.#hasRoomFor(step)) return started
      this.#waiting.splice(index, 1)
      this.#running.set(step.name, step)
      started.push(step)
    }
  }

  end(name: string, hasPassed: boolean): void {
    this.#running.delete(name)
    ;(hasPassed ? this.#passed : this.#failed).add(name)
  }

  /** Steps that have not started, each with the steps that keep it from starting. */
  get notStarted(): readonly { readonly name: string; readonly missing: readonly string[] }[] {
    return this.#waiting.map(({ name, needs = [] }) => ({
      name,
      missing: needs.filter((need) => !this.#passed.has(need)),
    }))
  }

  #isReady({ needs = [], after = [] }: Step): boolean {
    return (
      needs.every((need) => this.#passed.has(need)) &&
      // A step that was not chosen, or cannot start any more, is not waited for.
      after.every((name) => !this.#running.has(name) && !this.#waiting.some((step) => step.name === name))
    )
  }

  #hasRoomFor({ processors = 1 }: Step): boolean {
    const used = [...this.#running.values()].reduce((sum, step) => sum + (step.processors ?? 1), 0)
    return used === 0 || used + processors <= this.#processors
  }
}
