import {
  controlValueFault,
  definePlugin,
  MarineDataError,
  runPlugin,
  Type,
  type ControlDetails,
  type ControlValue,
} from '@marinedata/plugin-api'

const flaws = [
  'none',
  'answers without an effect',
  'reports only changes',
  'makes a value fit',
  'switches two circuits at once',
  'reports nothing at first',
  'has one path twice',
] as const

const circuits: readonly (readonly [id: string, details: ControlDetails, value: ControlValue])[] = [
  ['lamp', { path: 'electrical.switches.lamp.state', range: { type: 'switch' } }, false],
  [
    'fan',
    { path: 'electrical.fans.saloon.level', range: { type: 'number', minimum: 0, maximum: 10, step: 5 } },
    0,
  ],
  ['pump', { path: 'electrical.pumps.bilge.mode', range: { type: 'choice', values: ['off', 'on'] } }, 'off'],
]

/** Wrong on purpose, in one way at a time. Without a flaw, a minimal switchboard. */
const plugin = definePlugin({
  name: 'flawed-control',
  version: '1.0.0',
  description: 'A switchboard with at most one flaw',
  settings: Type.Object({ flaw: Type.Enum([...flaws], { default: 'none' }) }),
  writes: { paths: ['electrical.*'] },
  provides: ['control'],
  start: async (boat, { flaw }) => {
    const valueById = new Map(circuits.map(([id, , value]) => [id, value]))
    const reportById = new Map<string, () => Promise<void>>()
    const set = async (id: string, value: ControlValue): Promise<void> => {
      const isNew = valueById.get(id) !== value
      valueById.set(id, value)
      if (isNew || flaw !== 'reports only changes') await reportById.get(id)?.()
    }
    for (const [id, details] of circuits) {
      const isTwin = flaw === 'has one path twice' && id === 'pump'
      const twin = { path: circuits[0]?.[1].path ?? '', range: details.range }
      const device = await boat.registerDevice(
        { id, kind: 'control', details: isTwin ? twin : details },
        async ({ name, input }) => {
          if (name !== 'set') throw new MarineDataError('unsupported-action', `It cannot ${String(name)}`)
          if (flaw === 'answers without an effect') return
          const wanted = controlValueFault(details.range, input.value)
          if (wanted !== undefined && flaw !== 'makes a value fit')
            throw new MarineDataError('invalid-value', `It takes ${wanted}`)
          if (wanted === undefined) await set(id, input.value)
          if (flaw === 'switches two circuits at once' && id === 'fan')
            await set('lamp', valueById.get('lamp') !== true)
        },
      )
      reportById.set(id, async () => await device.report({ value: valueById.get(id) ?? null }))
      if (flaw !== 'reports nothing at first') await reportById.get(id)?.()
    }
    return {}
  },
})

if (import.meta.main) await runPlugin(plugin)
