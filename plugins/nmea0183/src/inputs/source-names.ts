import type { Peer } from '@marinedata/inputs'

/** Further hosts share the source of their input. */
const mostHosts = 32
const longestName = 64

/**
 * Names the source of values: the input, and on an input with several far ends the host, because two receivers under one
 * name would look like one that jumps. Remembers a bounded number of hosts.
 */
export class SourceNames {
  readonly #hostsById = new Map<string, Set<string>>()

  nameOf(id: string, from: Peer | undefined): string {
    if (from === undefined) return id
    const hosts = this.#hostsById.get(id) ?? new Set()
    this.#hostsById.set(id, hosts)
    const name = `${id}.${from.host.replaceAll(/[^A-Za-z0-9.]+/g, '-')}`
    if (name.length > longestName || (hosts.size >= mostHosts && !hosts.has(from.host))) return id
    hosts.add(from.host)
    return name
  }
}
