import { definePlugin, runPlugin, type Plugin } from '@marinedata/plugin-api'
import { MqttPublication } from './mqtt-publication.ts'
import { Settings } from './settings.ts'

const version = '0.1.0'

const mqtt = definePlugin({
  name: 'mqtt',
  version,
  description: 'Publishes values and alerts of the boat to an MQTT broker, for Home Assistant and others',
  settings: Settings,
  reads: { paths: ['*'] },
  needs: ['network'],
  start: async (boat, settings) => {
    if (settings.broker === undefined) {
      boat.status('warning', 'Set "broker" to the address of your MQTT broker, such as mqtt://192.168.1.5')
      return {}
    }
    const publication = await MqttPublication.create(boat, settings, { broker: settings.broker, version })
    await publication.start()
    return { stop: () => publication.stop() }
  },
})

/** Publishes values and alerts of the boat to an MQTT broker. */
export const plugin: Plugin = mqtt

if (import.meta.main) await runPlugin(plugin)
