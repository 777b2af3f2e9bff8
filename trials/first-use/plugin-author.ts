import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventually, Requests, type Journey } from './journey.ts'

interface PluginReport {
  readonly state: string
  readonly version?: string
  readonly description?: string
}

const level = 'tanks.fuel.main.currentLevel'
const name = 'tank-sender'
const description = 'Reads the sender of the tank'

/** A running boat, and a token of its owner. */
const startBoat = async ({ terminal }: Journey): Promise<Requests> => {
  await terminal.run('mkdir boat && cd boat && npm init --yes >/dev/null && npm install --silent marinedata')
  const { address } = await terminal.serve('npx marinedata --port 0 2>/dev/null')
  const token = await terminal.run('npx marinedata access token create workshop --role owner --days 1')
  await terminal.run('cd ..')
  return new Requests(address, token.trim())
}

const runningPlugin = (boat: Requests, version: string): Promise<PluginReport> =>
  eventually(`${name} ${version} runs`, async () => {
    const report = await boat.json<PluginReport>('GET', `plugins/${name}`)
    return report.state === 'running' && report.version === version ? report : undefined
  })

/** A plugin whose `main` is TypeScript is refused before it is aboard. */
const tryTypeScript = async (journey: Journey): Promise<void> => {
  const folder = join(journey.terminal.home, 'loose')
  mkdirSync(folder)
  const about = { name: 'loose', version: '1.0.0' }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...about, type: 'module', main: 'index.ts' }))
  writeFileSync(join(folder, 'marinedata-plugin.json'), JSON.stringify({ ...about, description: 'Loose' }))
  writeFileSync(join(folder, 'index.ts'), 'export {}\n')
  const said = await journey.terminal.run(`! npx --no-install marinedata plugin add --yes ${folder} 2>&1`)
  journey.isGone(
    '8 TypeScript that does not start aboard',
    said.includes('Its author must publish JavaScript'),
    said,
  )
}

/** A second version is installed beside the running server, and a restart of the plugin runs it. */
const tryUpdate = async (journey: Journey, boat: Requests): Promise<void> => {
  for (const file of ['package.json', 'src/index.ts']) {
    const path = join(journey.terminal.folder, file)
    writeFileSync(path, readFileSync(path, 'utf8').replace(/(version"?: ['"])0\.1\.0/, '$10.2.0'))
  }
  await journey.terminal.run('npm run add -- --yes')
  await boat.json('POST', `plugins/${name}/restart`)
  const { version } = await runningPlugin(boat, '0.2.0')
  journey.isGone('23 plugin updated while the server runs', version === '0.2.0', version)
}

/** From `npm create` to a plugin that runs on a boat. */
export const tryPluginAuthor = async (journey: Journey): Promise<void> => {
  const boat = await startBoat(journey)
  await journey.type(`npm create --yes marinedata-plugin ${name} -- --description '${description}'`)
  journey.isGone('27 packages from a registry', true, '')
  await journey.type(`cd ${name} && npm install`)
  await journey.type('npm test')
  await journey.type('npm run add -- --yes')
  // What the owner does on the console.
  journey.typed.push(`POST /marinedata/v2/api/plugins/${name}/enable`)
  await boat.json('POST', `plugins/${name}/enable`)
  const report = await runningPlugin(boat, '0.1.0')
  const { $source } = await eventually('the value of the plugin', () => boat.value(level))
  if ($source !== name) throw new Error(`The value is from ${$source}`)
  journey.isGone(
    'description of every plugin as a fuel gauge',
    report.description === description,
    report.description,
  )
  const { status, text } = await boat.send('PUT', `plugins/${name}/settings`, { perod: 7 })
  journey.isGone('24 unknown settings', status === 400 && text.includes('/perod'), text)
  await tryUpdate(journey, boat)
  await tryTypeScript(journey)
}
