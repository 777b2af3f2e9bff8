import type { PluginReport } from '@marinedata/model'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { exchange, getJson, type Exchange } from '#exchange.ts'

const base = '/marinedata/v2/api/plugins'
const pollMs = 10
const patienceMs = 120_000

/** A report of a plugin, and when it was read. */
export interface Sighting {
  readonly report: PluginReport
  /** Wall clock time in milliseconds at which the response arrived. */
  readonly at: number
  /** Wall clock time of the last observation of its running process. */
  readonly lastAliveAt: number
}

/** Whether a process exists and is not a zombie. */
const isAlive = (pid: number): boolean => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2))
  } catch {
    return false
  }
}

/** The plugins of a server, read over REST. */
export class PluginsOverRest {
  readonly #url: string

  constructor(url: string) {
    this.#url = url
  }

  report(name: string): Promise<PluginReport> {
    return getJson<PluginReport>(this.#url, `${base}/${name}`)
  }

  /** @param verb such as `enable`, or `actions/answer` with its input */
  post(name: string, verb: string, input: object = {}): Promise<Exchange> {
    return this.#send('POST', `${name}/${verb}`, input)
  }

  configure(name: string, settings: object): Promise<Exchange> {
    return this.#send('PUT', `${name}/settings`, settings)
  }

  /** Polls every few milliseconds until the condition is met. */
  async until(name: string, holds: (report: PluginReport) => boolean): Promise<Sighting> {
    const startedAt = Date.now()
    const { pid } = await this.report(name)
    for (let lastAliveAt = startedAt; ;) {
      const lookedAt = Date.now()
      if (pid !== null && isAlive(pid)) lastAliveAt = lookedAt
      const report = await this.report(name)
      const at = Date.now()
      if (holds(report)) return { report, at, lastAliveAt }
      if (at - startedAt > patienceMs)
        throw new Error(`Waited in vain; the plugin is now ${JSON.stringify(report).slice(0, 2_000)}`)
      await sleep(pollMs)
    }
  }

  running(name: string): Promise<Sighting> {
    return this.until(name, ({ state }) => state === 'running')
  }

  #send(method: string, path: string, body: object): Promise<Exchange> {
    return exchange(this.#url, `${base}/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  }
}
