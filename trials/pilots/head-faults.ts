import type { CommandFault } from './wires/pilot-wire.ts'

/** The faults of a simulated pilot. They affect the commands of the server, not those of its control head. */
export class HeadFaults<Fault extends CommandFault> {
  readonly #pilot: { fault(name: Fault, isOn: boolean): void }
  readonly #known: readonly Fault[]
  readonly #on = new Set<Fault>()

  constructor(pilot: { fault(name: NoInfer<Fault>, isOn: boolean): void }, known: readonly Fault[]) {
    this.#pilot = pilot
    this.#known = known
  }

  set(name: CommandFault, isOn: boolean): void {
    const fault = this.#known.find((one) => one === name)
    if (fault === undefined) throw new Error(`The simulator has no fault "${name}"`)
    if (isOn) this.#on.add(fault)
    else this.#on.delete(fault)
    this.#pilot.fault(fault, isOn)
  }

  /** Does what the control head does. */
  without(run: () => void): void {
    for (const fault of this.#on) this.#pilot.fault(fault, false)
    run()
    for (const fault of this.#on) this.#pilot.fault(fault, true)
  }
}
