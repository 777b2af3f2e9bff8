import { busLimits, type BusNode } from '@marinedata/model'

export interface NodeChanges {
  readonly nodes: BusNode[]
  readonly gone: string[]
}

export interface NodeReportsOptions {
  readonly send: (changes: NodeChanges) => Promise<unknown>
  readonly warn: (message: string) => void
  readonly now: () => number
  readonly later: (run: () => void, ms: number) => void
}

const intervalMs = 1_000
/** A device that only keeps sending is reported again after this time. */
const lastHeardMs = 10_000

const withoutTime = (node: BusNode): string => JSON.stringify({ ...node, lastHeard: undefined })

const isNews = (node: BusNode, sent: BusNode | undefined): boolean => {
  if (sent === undefined || withoutTime(node) !== withoutTime(sent)) return true
  const elapsedMs = Date.parse(node.lastHeard ?? '') - Date.parse(sent.lastHeard ?? '')
  // Not a number when either time is unknown.
  return node.lastHeard !== sent.lastHeard && !(elapsedMs < lastHeardMs)
}

/** Sends the changes of the devices on a bus to the server, at most once a second. */
export class NodeReports {
  readonly #options: NodeReportsOptions
  #sentByName = new Map<string, BusNode>()
  #nodes: readonly BusNode[] = []
  #sentAt = Number.NEGATIVE_INFINITY
  #isScheduled = false

  constructor(options: NodeReportsOptions) {
    this.#options = options
  }

  /** @param nodes all devices on the bus */
  set(nodes: readonly BusNode[]): void {
    this.#nodes = nodes
    if (this.#isScheduled) return
    this.#isScheduled = true
    const { now, later } = this.#options
    later(() => this.#report(), Math.max(0, this.#sentAt + intervalMs - now()))
  }

  #report(): void {
    this.#isScheduled = false
    this.#sentAt = this.#options.now()
    const nodeByName = new Map(this.#nodes.map((node) => [node.name, node]))
    const gone = [...this.#sentByName.keys()].filter((name) => !nodeByName.has(name))
    const news = [...nodeByName.values()].filter((node) => isNews(node, this.#sentByName.get(node.name)))
    for (const name of gone) this.#sentByName.delete(name)
    for (const node of news) this.#sentByName.set(node.name, node)
    if (gone.length > 0) this.#send({ nodes: [], gone })
    for (let at = 0; at < news.length; at += busLimits.nodesPerMessage)
      this.#send({ nodes: news.slice(at, at + busLimits.nodesPerMessage), gone: [] })
  }

  #send(changes: NodeChanges): void {
    this.#options.send(changes).catch((error: unknown) => {
      // Sent again with the next report.
      for (const { name } of changes.nodes) this.#sentByName.delete(name)
      this.#options.warn(`Devices on a bus were not reported: ${(error as Error).message}`)
    })
  }
}
