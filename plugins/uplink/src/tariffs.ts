import { tariffs, type Layer, type Tariff } from '@marinedata/uplink-protocol'
import { networkInterfaces } from 'node:os'

export interface TariffRules {
  /** Layers that are sent, the most important first. */
  readonly layers: readonly Layer[]
  /** Milliseconds between connections that end when everything is sent; undefined: it stays connected. */
  readonly connectEveryMs: number | undefined
  readonly pingEveryMs: number
  /** The shortest time between live frames, also while someone ashore looks. */
  readonly shortestLiveMs: number
  /** Whether it counts for the budget. */
  readonly isMetered: boolean
}

export const tariffRules: Readonly<Record<Tariff, TariffRules>> = {
  satellite: {
    layers: ['events', 'minutes'],
    connectEveryMs: 3_600_000,
    pingEveryMs: 240_000,
    shortestLiveMs: 3_600_000,
    isMetered: true,
  },
  cellular: {
    layers: ['events', 'minutes'],
    connectEveryMs: undefined,
    pingEveryMs: 240_000,
    shortestLiveMs: 10_000,
    isMetered: true,
  },
  wifi: {
    layers: ['events', 'minutes', 'full'],
    connectEveryMs: undefined,
    pingEveryMs: 30_000,
    shortestLiveMs: 1_000,
    isMetered: false,
  },
}

/** By satellite the connection ends when everything is sent, so the console of the boat cannot be opened remotely. */
export const hasTunnels = (tariff: Tariff): boolean => tariffRules[tariff].connectEveryMs === undefined

/** Which tariff a connection has, by the network interface that it uses. */
export class InterfaceTariffs {
  readonly #otherwise: Tariff
  readonly #tariffByInterface = new Map<string, Tariff>()

  /** @param assignments such as `wlan0=wifi` */
  constructor(otherwise: Tariff, assignments: readonly string[]) {
    this.#otherwise = otherwise
    for (const assignment of assignments) {
      const [name = '', text] = assignment.split('=')
      const tariff = tariffs.find((known) => known === text)
      if (tariff !== undefined) this.#tariffByInterface.set(name, tariff)
    }
  }

  /** @param address the boat's own address in the connection */
  of(address: string | undefined): Tariff {
    const [name] =
      Object.entries(networkInterfaces()).find(([, addresses = []]) =>
        addresses.some((own) => own.address === address),
      ) ?? []
    return (name === undefined ? undefined : this.#tariffByInterface.get(name)) ?? this.#otherwise
  }

  /** The networks that the boat has now, as a text that changes with them. Sends nothing. */
  get networks(): string {
    const all = Object.entries(networkInterfaces()).flatMap(([name, addresses = []]) =>
      addresses.filter(({ internal }) => !internal).map(({ address }) => `${name} ${address}`),
    )
    return all.toSorted().join('\n')
  }
}
