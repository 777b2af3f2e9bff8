import assert from 'node:assert/strict'
import { chmod, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { exchange } from '@marinedata/testing/exchange'
import { assertCommands, pageBlocks } from './page-commands.ts'
import { startCli, temporaryFolder } from '@marinedata/testing/boats/start-cli'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 300_000 }
/** The number of examples by page. */
const examplesByPage = { 'app-tutorial-typescript.md': 4, 'app-tutorial-python.md': 5 }
const tutorials = Object.keys(examplesByPage)
const root = join(import.meta.dirname, '..', '..', '..')

/** A data folder that only its user can read, and an empty folder for the files of the commands. */
const folders = async () => {
  const folder = await temporaryFolder()
  const data = join(folder.path, 'data')
  const cwd = join(folder.path, 'work')
  for (const path of [data, cwd]) await mkdir(path)
  await chmod(data, 0o700)
  return { data, cwd, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() }
}

suite('the commands of the guide print what its pages say', () => {
  test(
    'docs/first-hour-aboard.md and docs/troubleshooting.md, on a boat without an owner',
    limit,
    async () => {
      await using place = await folders()
      await using boat = await startCli({ isOpen: false, folder: place.data, settings: { logLevel: 'warn' } })
      for (const page of ['first-hour-aboard.md', 'troubleshooting.md'])
        await assertCommands(await pageBlocks(page), { url: boat.url, ...place })
    },
  )

  test(
    'docs/alarms-on-your-phone.md, rest.md and coming-from-signalk-server.md, on an open boat',
    limit,
    async () => {
      await using place = await folders()
      await using boat = await startCli({
        folder: place.data,
        hasPlugins: true,
        settings: { logLevel: 'warn' },
      })
      for (const page of ['alarms-on-your-phone.md', 'rest.md', 'coming-from-signalk-server.md'])
        await assertCommands(await pageBlocks(page), { url: boat.url, ...place })
    },
  )

  test('docs/backup.md', limit, async () => {
    await using place = await folders()
    const stick = join(place.cwd, 'usb')
    await mkdir(stick)
    const options = { ...place, inPlaceOf: { '/media/usb': stick } }
    const sections = { made: 'Make a backup', restored: 'Restore a backup', checked: 'Check the machine' }
    {
      await using boat = await startCli({ folder: place.data, settings: { logLevel: 'warn' } })
      await assertCommands(await pageBlocks('backup.md', sections.made), { url: boat.url, ...options })
    }
    await assertCommands(await pageBlocks('backup.md', sections.restored), options)
    await assertCommands(await pageBlocks('backup.md', sections.checked), options)
    const inSections = await Promise.all(Object.values(sections).map((name) => pageBlocks('backup.md', name)))
    assert.equal(inSections.flat().length, (await pageBlocks('backup.md')).length)
  })

  test('both tutorials, on the boat of the demo', limit, async () => {
    await using place = await folders()
    await using boat = await startCli({ isOpen: false, words: ['demo'] })
    const speed = '/marinedata/v1/api/vessels/self/navigation/speedOverGround'
    await until(
      () => exchange(boat.url, speed),
      ({ status }) => status === 200,
    )
    const inPlaceOf = { 'pairing.txt': join(place.cwd, 'pairing.txt') }
    for (const page of tutorials)
      await assertCommands(await pageBlocks(page), { url: boat.url, data: place.data, cwd: root, inPlaceOf })
  })

  test('the examples on the pages equal the files that they name', async () => {
    for (const [page, count] of Object.entries(examplesByPage)) {
      const text = await readFile(join(root, 'docs', page), 'utf8')
      const named = [
        ...text.matchAll(/\]\((examples\/app[\w.-]+)\):?[\s\S]*?^```(?:ts|python)\n([\s\S]*?)^```$/gm),
      ]
      assert.equal(named.length, count)
      for (const [, file = '', code] of named)
        assert.equal(code, await readFile(join(root, 'docs', file), 'utf8'), file)
    }
  })
})
