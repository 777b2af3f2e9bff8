import { Delivery, messengersOf, type Settings } from '@marinedata/plugin-outgoing-alerts/calls'
import { fleetSilencePath } from '@marinedata/model'
import type { Logger } from 'pino'
import type { SilenceChange } from '#reader/silence-watch.ts'
import type { Silence } from '#store/boat-records.ts'
import type { Bucket } from '#store/bucket.ts'

/** A boat that went silent or came back online. */
export interface SilentBoat {
  readonly token: string
  readonly tenant: string
  readonly name: string
  readonly vessel: string
}

export interface SilenceCallsOptions {
  /** The services, by tenant. */
  readonly calls: Readonly<Record<string, Settings>>
  readonly log: Logger
  /** Where it is noted that people were called. */
  readonly silences: Pick<Bucket<Silence>, 'get' | 'put'>
}

/** A boat can be silent again: each silence is a separate call. */
const idOf = (token: string, raisedAt: string): string => `${token}@${raisedAt}`

const noteAttempts = 3

/** People were called about a silence. They must be notified of its end, even by another reader or after a restart. */
const noteCalled = async (silences: SilenceCallsOptions['silences'], call: string): Promise<void> => {
  const [token = '', raisedAt = ''] = call.split('@')
  for (let attempt = 1; ; attempt++) {
    const { value, revision } = await silences.get(token)
    if (value?.raisedAt !== raisedAt || value.called === true) return
    if ((await silences.put(token, { ...value, called: true }, revision)) !== undefined) return
    if (attempt === noteAttempts) throw new Error(`The silence of ${token} changes all the time`)
  }
}

/** Calls people when a boat of their tenant is not heard, over the services that boats use for their alarms. */
export class SilenceCalls implements Disposable {
  readonly #deliveries: ReadonlyMap<string, readonly Delivery[]>
  readonly #ending: AbortController

  private constructor(deliveries: ReadonlyMap<string, readonly Delivery[]>, ending: AbortController) {
    this.#deliveries = deliveries
    this.#ending = ending
  }

  /** @throws MarineDataError `invalid-settings` */
  static async open({ calls, log, silences }: SilenceCallsOptions): Promise<SilenceCalls> {
    const ending = new AbortController()
    const deliveries = new Map<string, readonly Delivery[]>()
    for (const [tenant, settings] of Object.entries(calls))
      deliveries.set(
        tenant,
        (await messengersOf(settings)).map(
          (messenger) =>
            new Delivery({
              messenger,
              signal: ending.signal,
              report: ({ call, to, state, reason }) => {
                const fields = { event: `call.${state}`, tenant, call, to, reason }
                if (state === 'failed') return log.error(fields, 'call not delivered')
                log.info(fields, 'call delivered')
                noteCalled(silences, call).catch((error: unknown) =>
                  log.error({ event: 'call.not_noted', tenant, call, err: error }, 'call not noted'),
                )
                return undefined
              },
            }),
        ),
      )
    return new SilenceCalls(deliveries, ending)
  }

  changed({ token, tenant, name, vessel }: SilentBoat, { isSilent, silence }: SilenceChange): void {
    const { since, raisedAt } = silence
    const call = {
      id: idOf(token, raisedAt),
      path: fleetSilencePath,
      state: 'alarm',
      message: `No contact since ${since}`,
      repeat: 0,
      test: false,
      boat: (name === '' ? vessel : name).slice(0, 128),
      raisedAt,
    } as const
    for (const delivery of this.#deliveries.get(tenant) ?? [])
      if (isSilent) delivery.call(call)
      else delivery.end(call, silence.called === true)
  }

  [Symbol.dispose](): void {
    this.#ending.abort()
  }
}
