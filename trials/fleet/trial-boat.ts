import type { RecordedLog } from '@marinedata/plugin-api'
import { keyText, type Tariff } from '@marinedata/uplink-protocol'
import { createPublicKey } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '../../plugins/uplink/src/clock.ts'
import { webSocketDial } from '../../plugins/uplink/src/link/web-socket-link.ts'
import { BoatValues } from '../../plugins/uplink/src/sending/boat-values.ts'
import type { UplinkOptions } from '../../plugins/uplink/src/uplink-options.ts'
import { Uplink } from '../../plugins/uplink/src/uplink.ts'
import { Usage } from '../../plugins/uplink/src/usage.ts'
import { privateKeyOf } from '../../scripts/fleet/boat-keys.ts'
import { fleetHost } from '../../scripts/fleet/certificate.ts'
import type { JoinedBoats } from '../../scripts/fleet/joined-boats.ts'

export interface TrialBoatOptions {
  readonly vessel: string
  readonly tariff: Tariff
  readonly log: RecordedLog
  readonly clock: Clock
  /** Of the gateway, or a proxy before it. */
  readonly port: number
  /** PEM. */
  readonly authority: string
  /** The network of the boat; default one that never changes. */
  readonly link?: UplinkOptions['tariffs']
  /** Of the boat's own server, for people ashore. */
  readonly consolePort?: number
}

/** The boat's end of the uplink as the plugin runs it, with a log and a clock of the trial. */
export class TrialBoat implements Disposable {
  readonly vessel: string
  readonly usage: Usage
  readonly values: BoatValues
  readonly uplink: Uplink

  constructor({ vessel, tariff, log, clock, port, authority, link, consolePort }: TrialBoatOptions) {
    this.vessel = vessel
    this.usage = new Usage(clock, undefined)
    this.values = new BoatValues((isUrgent) => this.uplink.notified(isUrgent))
    this.uplink = new Uplink({
      vessel,
      key: privateKeyOf(vessel),
      host: fleetHost,
      version: '0.1.0',
      dial: webSocketDial({ address: `https://127.0.0.1:${port}`, host: fleetHost, authority }),
      ...(consolePort !== undefined && { consolePort }),
      log,
      values: this.values,
      tariffs: link ?? { of: () => tariff, networks: 'eth0' },
      usage: this.usage,
      clock,
      random: Math.random,
      warn: () => undefined,
      changed: () => undefined,
    })
  }

  [Symbol.dispose](): void {
    this.uplink[Symbol.dispose]()
  }

  /** Waits until nothing is on its way: the simulated time stands still meanwhile. */
  async settled(): Promise<void> {
    const deadline = performance.now() + 30_000
    while (this.uplink.isBusy) {
      if (performance.now() > deadline) throw new Error(`${this.vessel} waits for more than 30 s`)
      await nextTurn()
    }
  }
}

/** The fleet knows these boats, as if they had joined. */
export const join = (boats: JoinedBoats, vessels: readonly string[]): void => {
  for (const vessel of vessels) boats.set(vessel, keyText(createPublicKey(privateKeyOf(vessel))))
}
