import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { exchange } from '@marinedata/testing/exchange'
import { temporaryFolder } from '@marinedata/testing/boats/start-cli'

const root = join(import.meta.dirname, '..', '..', '..')
const packages = ['model', 'core', 'plugin-api', 'server'] as const

interface Step {
  readonly file: string
  readonly language: string
  readonly lines: readonly string[]
}

/** The code blocks of the section, each with the file that was named before it. */
const readSteps = (document: string): Step[] => {
  const section = /^## Add a REST resource$(.*?)^## /ms.exec(document)?.[1] ?? ''
  const steps: Step[] = []
  let file = ''
  for (const [, named, language, code] of section.matchAll(
    /`(packages\/[^`]+\/src\/[^`]+)`|^ {3}```(\w+)\n(.*?)^ {3}```/gms,
  )) {
    if (named !== undefined) file = named
    else if (language !== undefined && code !== undefined)
      steps.push({ file, language, lines: code.split('\n').map((line) => line.slice(3)) })
  }
  return steps
}

/** Writes a new file, or inserts the lines that begin with `+` after the line before them. */
const carryOut = async (folder: string, { file, language, lines }: Step): Promise<void> => {
  const path = join(folder, file)
  if (language === 'ts') {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, lines.join('\n'))
    return
  }
  const before = lines.find((line) => line.startsWith(' '))?.slice(1) ?? ''
  const added = lines.filter((line) => line.startsWith('+')).map((line) => line.slice(1))
  const content = (await readFile(path, 'utf8')).split('\n')
  const at = content.indexOf(before)
  assert.ok(at >= 0, `${file} has no line "${before}"`)
  await writeFile(path, content.toSpliced(at + 1, 0, ...added).join('\n'))
}

/** Copies the sources, with our packages linked to the copy and all others to the installed ones. */
const copySources = async (folder: string): Promise<void> => {
  for (const name of packages)
    for (const part of ['package.json', 'src', 'assets'])
      await cp(join(root, 'packages', name, part), join(folder, 'packages', name, part), {
        recursive: true,
        force: true,
      }).catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      })
  const modules = join(folder, 'node_modules')
  await mkdir(join(modules, '@marinedata'), { recursive: true })
  for (const name of await readdir(join(root, 'node_modules')))
    if (name !== '@marinedata' && name !== 'marinedata')
      await symlink(join(root, 'node_modules', name), join(modules, name))
  for (const name of packages)
    if (name !== 'server') await symlink(join(folder, 'packages', name), join(modules, '@marinedata', name))
}

test('the steps to add a resource touch six files in three packages, and the resource works', async () => {
  const steps = readSteps(await readFile(join(root, 'CONTRIBUTING.md'), 'utf8'))
  const files = new Set(steps.map(({ file }) => file))
  assert.equal(files.size, 6, [...files].join(', '))
  assert.deepEqual(
    new Set([...files].map((file) => file.split('/')[1])),
    new Set(['model', 'core', 'server']),
  )
  await using folder = await temporaryFolder()
  await copySources(folder.path)
  for (const step of steps) await carryOut(folder.path, step)

  const main = join(folder.path, 'packages', 'server', 'src', 'cli', 'main.ts')
  const words = ['--port', '0', '--data', join(folder.path, 'data'), '--open', '--safe']
  const child = spawn(process.execPath, ['--conditions=@marinedata/source', main, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  using _child = { [Symbol.dispose]: () => void child.kill('SIGKILL') }
  let url: string | undefined
  for await (const line of createInterface(child.stdout)) {
    url = /listening on (\S+) /.exec(line)?.[1]
    if (url !== undefined) break
  }
  assert.ok(url !== undefined, 'The server did not start')

  const path = '/marinedata/v2/api/vessels/self/crew-note'
  const headers = { 'content-type': 'application/json' }
  assert.equal((await exchange(url, path)).text, '{"text":""}')
  const written = await exchange(url, path, { method: 'PUT', headers, body: '{"text":"Wake me at six"}' })
  assert.deepEqual([written.status, written.text], [200, '{"text":"Wake me at six"}'])
  assert.equal((await exchange(url, path)).text, '{"text":"Wake me at six"}')
  assert.equal((await exchange(url, path, { method: 'PUT', headers, body: '{"text":7}' })).status, 400)
  const { text } = await exchange(url, '/marinedata/v2/api/openapi.json')
  assert.match(text, /"operationId":"writeCrewNote"/)
})
