import type { AnchorState, PluginList, PluginReport } from '@marinedata/model'
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { askAnchor, anchorPath } from '../anchor-boat.ts'
import { getJson } from '@marinedata/testing/exchange'
import { temporaryFolder } from '@marinedata/testing/boats/start-cli'
import { inForm } from '@marinedata/testing/measured/judgement'
import { PluginsOverRest } from '@marinedata/testing/measured/plugins-over-rest'
import { until } from '@marinedata/testing/until'

const root = join(import.meta.dirname, '..', '..', '..', '..')
const program = join(root, 'packages/server/dist/cli/main.js')
const burners = 8
const watchedMs = inForm(30_000, 5_000)
const lookMs = 500
const usual = ['anchor-watch', 'closest-approach', 'nmea0183', 'simulator']
const spinning = 'spinning-pilot'

/** Processes that use all processor time at normal priority, each in a session of its own. */
const burn = (): Disposable => {
  const pids = Array.from({ length: burners }, () => {
    const child = spawn(process.execPath, ['-e', 'for (;;);'], { detached: true, stdio: 'ignore' })
    return child.pid!
  })
  return {
    [Symbol.dispose]: () => {
      for (const pid of pids) process.kill(pid, 'SIGKILL')
    },
  }
}

/** A provider without devices whose one action never returns. */
const installSpinning = async (folder: string): Promise<void> => {
  const home = join(folder, 'plugins', spinning)
  await mkdir(home, { recursive: true })
  const plain = await readFile(join(import.meta.dirname, '..', 'plugins', 'plain.js'), 'utf8')
  const hang = "if (method === 'command') for (;;);"
  await writeFile(
    join(home, 'main.js'),
    plain.replace('if (id !== undefined)', `${hang}\n    if (id !== undefined)`),
  )
  await writeFile(join(home, 'package.json'), `{"name":"${spinning}","type":"module","main":"main.js"}`)
  const actions = { spin: { description: 'Never comes back' } }
  const manifest = {
    name: spinning,
    version: '1.0.0',
    description: 'Hangs',
    provides: ['autopilot'],
    actions,
  }
  await writeFile(join(home, 'marinedata-plugin.json'), JSON.stringify(manifest))
}

interface BuiltServer extends AsyncDisposable {
  readonly url: string
}

const startBuilt = async (folder: string): Promise<BuiltServer> => {
  await writeFile(join(folder, 'settings.json'), JSON.stringify({ announce: { plotters: false } }))
  const child = spawn(process.execPath, [program, '--open', '--port', '0', '--data', folder], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let printed = ''
  while (!printed.includes('listening on')) {
    const [text] = (await once(child.stdout, 'data')) as [Buffer]
    printed += text.toString()
  }
  const url = /listening on (\S+) /.exec(printed)?.[1] ?? ''
  return {
    url,
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

const list = (url: string): Promise<PluginList> => getJson(url, '/marinedata/v2/api/plugins')

/** Shorter than the timeout of the test, so that the processes it started are always ended. */
const patienceMs = 90_000

const setWatch = async (url: string): Promise<void> => {
  for (const end = performance.now() + patienceMs; ;) {
    const { status, text } = await askAnchor(url, 'POST reposition', {
      body: { rodeLength: 40, anchorDepth: 6 },
    })
    if (status === 200) return
    assert.ok(performance.now() < end, text)
    await sleep(500)
  }
}

const vitals = ({ state, pid, faults, restarts }: PluginReport) => ({ state, pid, faults, restarts })

test(
  'beside eight busy processes every plugin runs, the anchor is watched, and a hang is detected',
  { timeout: 330_000 },
  async (context) => {
    execFileSync(process.execPath, [join(root, 'scripts/build-programs.ts')])
    await using folder = await temporaryFolder()
    await installSpinning(folder.path)
    using _burners = burn()
    const startedAt = performance.now()
    const since = (): string => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`
    await using server = await startBuilt(folder.path)
    const { url } = server
    const plugins = new PluginsOverRest(url)
    const anchorage = { depth: 6, rode: 40 }
    const position = { latitude: 50.644, longitude: -1.938 }
    await plugins.configure('simulator', { scenario: 'anchored', position, anchorage })
    assert.equal((await plugins.post('simulator', 'enable')).status, 200)
    assert.equal((await plugins.post(spinning, 'enable')).status, 200)
    const started = await until(
      () => list(url),
      (all) => usual.every((name) => all[name]?.state === 'running'),
      { timeoutMs: patienceMs },
    )
    context.diagnostic(`all plugins ran after ${since()}`)
    await setWatch(url)
    const before = [...usual, spinning].map((name) => vitals(started[name]!))
    assert.deepEqual(
      before.map(({ state, faults }) => [state, faults]),
      before.map(() => ['running', {}]),
    )
    // The anchor watch gets as much processor time as the busy processes.
    assert.equal(getPriority(started['anchor-watch']!.pid!), 0)
    assert.equal(getPriority(started['closest-approach']!.pid!), 10)
    for (const end = performance.now() + watchedMs; performance.now() < end;) {
      const { state, online } = await getJson<AnchorState>(url, anchorPath)
      assert.ok(state !== 'raised' && online === true, `the anchor is ${state}, online ${online}`)
      await sleep(lookMs)
    }
    const after = await list(url)
    assert.deepEqual(
      [...usual, spinning].map((name) => vitals(after[name]!)),
      before,
      'no plugin was ended or failed',
    )
    context.diagnostic(`the anchor was watched until ${since()}`)

    const stopped = after['closest-approach']!.pid!
    process.kill(stopped, 'SIGSTOP')
    await until(
      () => list(url),
      (all) => (all['closest-approach']!.faults['hung'] ?? 0) === 1,
      { timeoutMs: patienceMs },
    )
    context.diagnostic(`the stopped plugin was found at ${since()}`)
    void plugins.post(spinning, 'actions/spin')
    await until(
      () => list(url),
      (all) => (all[spinning]!.faults['hung'] ?? 0) === 1,
      { timeoutMs: patienceMs },
    )
    context.diagnostic(`the provider in an endless loop was found at ${since()}`)
    const again = await until(
      () => list(url),
      (all) => ['closest-approach', spinning].every((name) => all[name]!.state === 'running'),
      { timeoutMs: patienceMs },
    )
    assert.notEqual(again['closest-approach']!.pid, stopped)
    assert.deepEqual(vitals(again['anchor-watch']!), vitals(after['anchor-watch']!))
    context.diagnostic(`both ran again at ${since()}`)
  },
)
