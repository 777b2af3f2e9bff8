const deviceMeanings = { device: 'the id of the device; unique on the boat' }

/** What the page says about the verbs of devices that a plugin calls. */
export const deviceDescriptions = {
  'device/register': {
    notes: [
      'The manifest’s `provides` must name the kind. An id belongs to the plugin that registered it first, until that plugin withdraws it or is disabled; another plugin gets `device-taken`. Register again after every start.',
    ],
    meanings: {
      ...deviceMeanings,
      kind: 'kind of the device',
      details: 'what does not change while it is registered: modes, limits, make',
    },
    params: {
      device: 'pypilot',
      kind: 'autopilot' as const,
      details: {
        states: [
          { name: 'disabled', engaged: false },
          { name: 'enabled', engaged: true },
        ],
        modes: [
          { name: 'compass', kind: 'heading' },
          { name: 'wind', kind: 'wind' },
        ],
        operations: ['set-mode', 'set-target', 'engage', 'tack'],
      },
    },
    result: {},
  },
  'device/report': {
    notes: [
      'Send a report when something changed, and after every command that changed something: the report confirms the command.',
    ],
    meanings: { ...deviceMeanings, report: 'the whole present state, not only the changes' },
    params: { device: 'pypilot', report: { state: 'enabled', mode: 'compass', target: 1.5708 } },
    result: {},
  },
  'device/notify': {
    notes: [
      'Only for conditions that the device knows best: a waypoint reached, a route completed. The server itself raises the alerts for a lost pilot and for a pilot that is off its heading.',
    ],
    meanings: {
      ...deviceMeanings,
      name: 'the standard name; the path of the alert is `notifications.steering.autopilot.` and this name',
      notification: 'severity, method and message',
    },
    params: {
      device: 'pypilot',
      name: 'waypointArrival' as const,
      notification: { state: 'alert' as const, method: ['sound' as const], message: 'Waypoint 2 is reached' },
    },
    result: {},
  },
  'device/withdraw': {
    meanings: deviceMeanings,
    params: { device: 'pypilot' },
    result: {},
  },
}
