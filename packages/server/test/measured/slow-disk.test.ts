import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { temporaryFolder } from '@marinedata/testing/boats/start-cli'
import { plugin } from '../plugins/diligent.ts'
import { DelayedDisk } from './delayed-disk.ts'
import { installPlugin } from './installed-plugin.ts'
import { inForm, reportFigures } from '@marinedata/testing/measured/judgement'
import type { DiskFigures } from './slow-disk-server.ts'

const program = new URL('./slow-disk-server.ts', import.meta.url).pathname
const names = ['diligent-1', 'diligent-2', 'diligent-3', 'diligent-4']
const seconds = inForm(20, 3)
const delayMs = 40

interface Measured extends DiskFigures {
  /** The number of syncs in the measured time. */
  readonly syncs: { readonly main: number; readonly other: number }
}

/** Runs the server, or the same writes without its storage thread, on a disk with this delay. */
const measure = async (delay: number, plugins: readonly string[]): Promise<Measured> => {
  await using folder = await temporaryFolder()
  await using library = await temporaryFolder()
  for (const name of plugins)
    await installPlugin(folder.path, { name, fixture: 'diligent', manifest: plugin.manifest })
  const disk = new DelayedDisk(library.path)
  const child = fork(program, [folder.path, String(seconds), ...plugins], {
    execArgv: ['--conditions=@marinedata/source'],
    env: { ...process.env, ...disk.environment(delay) },
  })
  const over = new AbortController()
  child.once('exit', () => over.abort(new Error('The server ended')))
  const signal = AbortSignal.any([over.signal, AbortSignal.timeout(120_000)])
  try {
    await once(child, 'message', { signal })
    const before = disk.syncs
    const [end] = (await once(child, 'message', { signal })) as [DiskFigures]
    const { main, other } = disk.syncs
    return { ...end, syncs: { main: main - before.main, other: other - before.other } }
  } finally {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
}

const text = ({ p99, max, writes, syncs }: Measured): string =>
  `loop delay p99 ${p99.toFixed(1)} ms, max ${max.toFixed(1)} ms; ${writes} writes, ` +
  `the disk waited for ${syncs.main} times by the main thread and ${syncs.other} times by others`

test(
  'four plugins that write to a slow disk do not delay the event loop',
  { timeout: 300_000 },
  async (context) => {
    // At the same time: other programs delay both.
    const [control, slow] = await Promise.all([measure(0, names), measure(delayMs, names)])
    const inline = await measure(delayMs, [])
    context.diagnostic(`a quick disk: ${text(control)}`)
    context.diagnostic(`a disk of ${delayMs} ms: ${text(slow)}`)
    context.diagnostic(`the same without a thread: ${text(inline)}`)
    // Counts do not depend on the load of the machine.
    assert.equal(slow.syncs.main, 0, 'the main thread never waits for the disk')
    assert.ok(slow.syncs.other > seconds && slow.writes > seconds, text(slow))
    // The control shows that the disk is slow and that the meter detects it.
    assert.ok(inline.syncs.main > seconds && inline.p99 >= delayMs / 2, text(inline))
    assert.ok(
      slow.p99 <= Math.max(control.p99 * 4, inline.p99 / 4),
      `${text(slow)}; control ${text(control)}`,
    )
    reportFigures(context, [{ name: 'loop delay p99 on a slow disk', value: slow.p99, goal: 5, unit: 'ms' }])
  },
)
