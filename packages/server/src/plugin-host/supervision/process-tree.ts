import { readdirSync, readFileSync } from 'node:fs'

/** Reads the processes of the machine. */
export interface ProcessList {
  pids(): readonly number[]
  /** Undefined when the process has ended. */
  parentOf(pid: number): number | undefined
}

/** New processes that are looked at in one reading: more would delay the server. */
const mostNew = 500

/** The processes of this machine; empty on a system without /proc. */
export const machineProcesses: ProcessList = {
  pids: () => {
    try {
      return readdirSync('/proc').flatMap((name) => (/^[0-9]+$/.test(name) ? [Number(name)] : []))
    } catch {
      return []
    }
  },
  parentOf: (pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    } catch {
      return undefined
    }
  },
}

/**
 * Which process started which. The parent of a process is read once, and again when that parent has ended, so a reading
 * of a machine without new processes costs one list of `/proc`.
 */
export class ProcessTree {
  readonly #list: ProcessList
  readonly #now: () => number
  readonly #maxAgeMs: number
  #parentByPid: ReadonlyMap<number, number> = new Map()
  #childrenByPid: ReadonlyMap<number, readonly number[]> = new Map()
  #readAt = -Infinity

  /** @param maxAgeMs the plugins are measured in one timer tick and share a reading of this age */
  constructor(list: ProcessList, now: () => number, maxAgeMs: number) {
    this.#list = list
    this.#now = now
    this.#maxAgeMs = maxAgeMs
  }

  /** The processes that a process has started, directly or not. */
  below(root: number): readonly number[] {
    if (this.#now() - this.#readAt > this.#maxAgeMs) this.#read()
    const found: number[] = []
    const left = [root]
    for (let pid = left.pop(); pid !== undefined; pid = left.pop()) {
      const children = this.#childrenByPid.get(pid) ?? []
      for (const child of children) {
        found.push(child)
        left.push(child)
      }
    }
    return found
  }

  #read(): void {
    this.#readAt = this.#now()
    const pids = this.#list.pids()
    const present = new Set(pids)
    const parents = new Map<number, number>()
    let read = 0
    for (const pid of pids) {
      const known = this.#parentByPid.get(pid)
      if (known !== undefined && present.has(known)) parents.set(pid, known)
      else if (read++ < mostNew) {
        const parent = this.#list.parentOf(pid)
        if (parent !== undefined) parents.set(pid, parent)
      }
    }
    this.#parentByPid = parents
    this.#childrenByPid = Map.groupBy(parents.keys(), (pid) => parents.get(pid) ?? 0)
  }
}
