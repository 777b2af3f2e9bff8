import { definePlugin, runPlugin, type AnchorReport } from '@marinedata/plugin-api'

const raised: AnchorReport = {
  state: 'raised',
  position: null,
  maxRadius: null,
  currentRadius: null,
  rodeLength: null,
  bearingTrue: null,
}

/** Wrong on purpose: reports on an anchor that is not registered any more. */
const plugin = definePlugin({
  name: 'dragging-anchor',
  version: '1.0.0',
  description: 'An anchor that is lost',
  provides: ['anchor'],
  start: async (boat) => {
    const anchor = await boat.registerDevice({ id: 'kedge', kind: 'anchor' }, () => undefined)
    await anchor.withdraw()
    const tell = (): void => void anchor.report(raised).catch(() => undefined)
    tell()
    const timer = setInterval(tell, 50)
    return { stop: () => clearInterval(timer) }
  },
})

if (import.meta.main) await runPlugin(plugin)
