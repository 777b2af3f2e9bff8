import { definePlugin, runPlugin, Type, type Boat } from '#index.ts'
import { randomUUID } from 'node:crypto'

const flaws = [
  'none',
  'provides nothing',
  'forgets a kind',
  'sends half a position',
  'misspells a member',
  'sends an undeclared kind',
  'sends too many',
  'repeats itself',
  'makes new ids',
  'goes on after its stop',
] as const

const position = { latitude: 54.1, longitude: 10.4 }

/** Wrong on purpose, in one way at a time. Without a flaw, a minimal provider of two kinds. */
const plugin = definePlugin({
  name: 'flawed-resources',
  version: '1.0.0',
  description: 'A provider of resources with at most one flaw',
  settings: Type.Object({ flaw: Type.Enum([...flaws], { default: 'none' }) }),
  resources: ['notes', 'pointsOfInterest'],
  start: async (boat, { flaw }) => {
    if (flaw === 'provides nothing') return {}
    const id = flaw === 'makes new ids' ? randomUUID() : 'pier'
    const note = { id, name: 'Pier', text: 'Shallow at low water', position }
    await boat.putResource('notes', note)
    if (flaw === 'forgets a kind') return {}
    await boat.putResource('pointsOfInterest', { id: 'bay', name: 'Bay', position, category: 'anchorage' })
    // The types do not let these through, so this plugin sets them aside.
    const anyBoat = boat as unknown as Boat
    const attempt = async (kind: string, more: object): Promise<void> =>
      await anyBoat.putResource(kind, { id: 'x', name: 'X', ...more }).catch(() => undefined)
    if (flaw === 'sends half a position') await attempt('pointsOfInterest', { position: { latitude: 54 } })
    if (flaw === 'misspells a member') await attempt('notes', { text: 'A', postion: position })
    if (flaw === 'sends an undeclared kind') await attempt('tideStations', {})
    if (flaw === 'sends too many')
      for (let count = 0; count < 1_001; count++)
        await anyBoat.putResource('notes', { id: String(count), name: 'Note', text: 'One of many' })
    let isSending = false
    const timer = setInterval(() => {
      // On a slow computer many would wait, and follow the stop: another flaw.
      if (flaw !== 'repeats itself' || isSending) return
      isSending = true
      void boat.putResource('notes', note).finally(() => (isSending = false))
    }, 10)
    let count = 0
    const goOn = (): void => void anyBoat.putResource('notes', { ...note, text: `Note ${count++}` })
    return {
      stop: () => {
        clearInterval(timer)
        if (flaw !== 'goes on after its stop') return
        setInterval(goOn, 1)
        const exit = process.exit.bind(process)
        // The process ends later than the runtime wants: only then does anything follow the answer.
        process.exit = ((code) => void setTimeout(() => exit(code), 300)) as typeof process.exit
      },
    }
  },
})

if (import.meta.main) await runPlugin(plugin)
