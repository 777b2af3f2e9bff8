import { AlertCalls, type SendCommand } from '@marinedata/core'
import {
  alertCallPath,
  AlertChannelDetails,
  AlertChannelReport,
  checkOf,
  MarineDataError,
  scopesOfRole,
  type AlertChannelCommand,
  type Check,
  type Credential,
} from '@marinedata/model'
import type { Base, Feature } from '#compose/feature.ts'
import { callRoutes } from '#http/routes/alert-calls/call-routes.ts'
import { pushRoutes } from '#http/routes/alert-calls/push-routes.ts'
import type { DeviceKind } from '#plugin-host/plugin-devices.ts'
import { PushDevices } from '#push/push-devices.ts'
import { newPushKeys, PushService } from '#push/push-service.ts'

interface AlertCallParts {
  readonly send: SendCommand<AlertChannelCommand>
  readonly credentials: { list(): readonly Credential[] }
}

export interface AlertCallFeature extends Feature {
  readonly calls: AlertCalls
  /** Channels of plugins. */
  readonly channels: DeviceKind
}

const watchMs = 250
const revokedMs = 5_000
const commandMs = 1_500
const keysFact = 'push-keys'
const devicesFact = 'push-devices'

const checked = <Value>(check: Check<Value>, what: string, value: unknown): Value => {
  if (check.accepts(value)) return value
  const list = check.faults(value).map(({ path, message }) => `${path} ${message}`)
  throw new MarineDataError('invalid-message', `${what} is invalid: ${list.join('; ')}`)
}

const detailsCheck = checkOf<AlertChannelDetails>(AlertChannelDetails)
const reportCheck = checkOf<AlertChannelReport>(AlertChannelReport)

/** The channels that plugins provide, as values for the calls. */
const pluginChannels = (calls: AlertCalls, send: AlertCallParts['send']): DeviceKind => {
  const providerById = new Map<string, string>()
  const remove = (id: string): void => {
    providerById.delete(id)
    calls.removeChannel(id)
  }
  return {
    register: ({ id, provider, details }) => {
      const { label, after = 0, sounds = false } = checked(detailsCheck, `The channel "${id}"`, details)
      const command = async (sent: AlertChannelCommand): Promise<void> => {
        // Calls are ended by `quiet`, never aborted.
        const { signal } = new AbortController()
        await send({ provider, id }, sent, { deadlineMs: commandMs, signal })
      }
      calls.addChannel({
        id,
        label,
        to: label,
        after,
        sounds,
        call: (input) => command({ name: 'call', input }),
        quiet: (input) => command({ name: 'quiet', input }),
      })
      providerById.set(id, provider)
    },
    report: (id, report) => calls.receive(id, checked(reportCheck, `The report of "${id}"`, report)),
    lose: (provider) => {
      for (const [id, owner] of providerById) if (owner === provider) remove(id)
    },
    withdraw: remove,
  }
}

/** Whether a credential exists and may acknowledge alerts. */
const mayAnswer = (credentials: readonly Credential[], id: string | undefined): boolean =>
  credentials.some(({ id: known, role }) => known === id && scopesOfRole[role].includes('alerts.ack'))

/** Calls people for alarms: on channels of plugins, and by pushes to their phones. */
export const alertCallFeature = (base: Base, { send, credentials }: AlertCallParts): AlertCallFeature => {
  const { core, store, log, settings, isOpen, api } = base
  const { alerts, clock, voice } = core
  const path = `${api}/notifications`
  const calls = new AlertCalls({
    clock,
    alerts: () => alerts.service.list(),
    boat: () => settings.name ?? null,
    publish: (value) => voice.publish('server', [{ path: alertCallPath, value }]),
  })
  const { services } = settings.push ?? {}
  const push = new PushDevices({
    service: new PushService({
      keys: store.ensureFact(keysFact, newPushKeys),
      ...(services !== undefined && { services }),
    }),
    store: {
      load: () => store.readFact(devicesFact),
      save: (devices) => store.saveFact(devicesFact, devices),
    },
    calls,
    isGood: (credential) => isOpen || mayAnswer(credentials.list(), credential),
    receiptPath: (id) => `${path}/push/${id}/receipt`,
    onFault: (error) => log.error({ event: 'push.save_failed', err: error }, 'push devices not saved'),
  })
  return {
    calls,
    channels: pluginChannels(calls, send),
    routes: [
      ...callRoutes({ base: path, alerts: alerts.service, calls }),
      ...pushRoutes({ base: `${path}/push`, push }),
    ],
    tasks: [
      { name: 'alerts.call', period: watchMs, run: () => calls.watch() },
      { name: 'push.revoke', period: revokedMs, run: () => push.removeRevoked() },
    ],
    start: () => push,
  }
}
