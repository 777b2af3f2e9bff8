import { MarineDataError } from '@marinedata/model'
import { definePlugin, runPlugin, type Plugin } from '@marinedata/plugin-api'
import { Delivery, messengersOf, Settings } from './calls.ts'

const outgoingAlerts = definePlugin({
  name: 'outgoing-alerts',
  version: '0.1.0',
  description: 'Sends alarms ashore: ntfy, a webhook such as Telegram, and e-mail',
  settings: Settings,
  provides: ['alert-channel'],
  needs: ['network'],
  start: async (boat, settings) => {
    const messengers = await messengersOf(settings)
    for (const messenger of messengers) {
      const { id, label } = messenger
      const delivery = new Delivery({
        messenger,
        signal: boat.signal,
        report: (report) =>
          void channel.report(report).catch((error: unknown) => boat.log.warn((error as Error).message)),
      })
      const details = { label, after: settings.after }
      const channel = await boat.registerDevice({ id, kind: 'alert-channel', details }, (command) => {
        switch (command.name) {
          case 'call':
            return delivery.call(command.input)
          case 'quiet':
            return delivery.quiet(command.input)
          default:
            throw new MarineDataError('unsupported-action', 'A channel takes "call" and "quiet"')
        }
      })
    }
    if (messengers.length === 0) boat.status('warning', 'Set ntfy, webhook or mailTo')
    else boat.status('ok', `Sends to ${messengers.map(({ label }) => label).join(', ')}`)
  },
})

/** Sends alarms ashore. */
export const plugin: Plugin = outgoingAlerts

if (import.meta.main) await runPlugin(plugin)
