/**
 * A process of its own, so that the test cannot delay it: sends requests to the server and the control at a constant
 * rate, and reports the duration of each response on request of its parent.
 */
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'

const tickMs = 2
const headers = JSON.parse(process.env['REQUEST_HEADERS'] ?? '{}') as Record<string, string>

class Asker {
  readonly #url: string
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 8 })
  readonly #underWay = new Set<Promise<void>>()
  #taken: number[] = []
  #failures = 0

  constructor(url: string) {
    this.#url = url
  }

  ask(path: string): void {
    const asked = this.#time(path)
    this.#underWay.add(asked)
    void asked.then(() => this.#underWay.delete(asked))
  }

  async take(): Promise<{ readonly taken: readonly number[]; readonly failures: number }> {
    // Earlier requests belong to the previous period.
    await Promise.all(this.#underWay)
    const times = { taken: this.#taken, failures: this.#failures }
    this.#taken = []
    this.#failures = 0
    return times
  }

  async #time(path: string): Promise<void> {
    const askedAt = performance.now()
    const isGood = await this.#isAnswered(path).catch(() => false)
    this.#taken.push(performance.now() - askedAt)
    if (!isGood) this.#failures++
  }

  async #isAnswered(path: string): Promise<boolean> {
    const asked = get(`${this.#url}${path}`, { agent: this.#agent, headers })
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    response.resume()
    await once(response, 'end')
    return response.statusCode === 200
  }
}

const askAtPace = (askers: readonly Asker[], perSecond: number, paths: readonly string[]): void => {
  const startedAt = performance.now()
  let sent = 0
  setInterval(() => {
    const due = ((performance.now() - startedAt) / 1000) * perSecond
    for (; sent < due; sent++) {
      // Alternates the order: the second request is slightly slower.
      const order = sent % 2 === 0 ? askers : askers.toReversed()
      for (const asker of order) asker.ask(paths[sent % paths.length]!)
    }
  }, tickMs)
}

const [, , server = '', control = '', perSecond = '', ...paths] = process.argv
const askers = [new Asker(server), new Asker(control)] as const
askAtPace(askers, Number(perSecond), paths)

const take = async (): Promise<void> => {
  const [served, controlled] = await Promise.all([askers[0].take(), askers[1].take()])
  process.send?.({ server: served.taken, control: controlled.taken, failures: served.failures })
}
process.on('message', () => void take())
process.on('disconnect', () => process.exit())
