import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Figures, Job } from './tried-row.ts'

/** What a job has shown. */
export interface JobResult {
  readonly cases: number
  readonly failures: readonly string[]
  readonly figures: Figures
  /** Of the machine in the last minute of the job: processes that run or wait for a core. */
  readonly load: number
}

export type BoatMessage = { readonly progress: string } | { readonly result: JobResult }

const boat = new URL('./boat-process.ts', import.meta.url).pathname
const limitMs = 3_600_000
const progressMs = 15_000

/** A boat is a group of processes: itself, its server and the plugins. */
const endGroup = (pid: number | undefined): void => {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // The group has ended already.
  }
}

const titleOf = ({ pilot, gateway, parts }: Job): string => `${pilot}/${gateway} ${parts.join(' ')}`

/** Runs jobs, each with a server and a simulator in processes of their own: they mostly wait. */
export class BoatPool {
  readonly #running = new Map<Job, string>()
  #done = 0

  /** @param ended called with each result, in the order in which jobs end */
  async run(
    jobs: readonly Job[],
    { boats }: { readonly boats: number },
    ended: (job: Job, result: JobResult) => void,
  ): Promise<void> {
    const waiting = [...jobs]
    this.#done = 0
    const shown = setInterval(() => this.#show(jobs.length), progressMs)
    const work = async (): Promise<void> => {
      for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
        this.#running.set(job, '')
        const result = await this.#runOne(job)
        this.#running.delete(job)
        this.#done++
        const { failures, cases } = result
        process.stderr.write(`${titleOf(job)}: ${failures.length} of ${cases} failed\n`)
        for (const failure of failures) process.stderr.write(`  ${failure}\n`)
        ended(job, result)
      }
    }
    try {
      await Promise.all(Array.from({ length: boats }, work))
    } finally {
      clearInterval(shown)
    }
  }

  async #runOne(job: Job): Promise<JobResult> {
    const child = fork(boat, [JSON.stringify(job)], {
      execArgv: ['--conditions=@marinedata/source'],
      detached: true,
    })
    const end = (): void => endGroup(child.pid)
    process.once('exit', end)
    let result: JobResult | undefined
    child.on('message', (message: BoatMessage) => {
      if ('result' in message) result = message.result
      else this.#running.set(job, message.progress)
    })
    const deadline = setTimeout(end, limitMs)
    await once(child, 'exit')
    clearTimeout(deadline)
    process.off('exit', end)
    end()
    const why = `${titleOf(job)}: its process ended with ${child.exitCode ?? child.signalCode}`
    return result ?? { cases: 1, failures: [why], figures: {}, load: 0 }
  }

  #show(count: number): void {
    const running = [...this.#running].map(([{ pilot, gateway, parts }, progress]) =>
      [`${pilot}/${gateway}`, progress === '' ? parts.join(' ') : progress].join(' '),
    )
    process.stderr.write(`${this.#done} of ${count} jobs done; ${running.join(', ')}\n`)
  }
}
