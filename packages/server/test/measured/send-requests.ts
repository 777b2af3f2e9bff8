/**
 * A program of its own, so that nothing which the test does holds it up: asks a server at an even pace, and tells how long
 * each answer took when its parent wants to know.
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
    // Whatever was asked before belongs to the time before.
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

const askAtPace = (asker: Asker, perSecond: number, paths: readonly string[]): void => {
  const startedAt = performance.now()
  let sent = 0
  setInterval(() => {
    const due = ((performance.now() - startedAt) / 1000) * perSecond
    for (; sent < due; sent++) asker.ask(paths[sent % paths.length]!)
  }, tickMs)
}

const [, , url = '', perSecond = '', ...paths] = process.argv
const asker = new Asker(url)
askAtPace(asker, Number(perSecond), paths)
process.on('message', () => void asker.take().then((times) => process.send?.(times)))
process.on('disconnect', () => process.exit())
