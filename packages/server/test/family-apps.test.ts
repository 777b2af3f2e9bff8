import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { accessApi, askBoat, claimBoat, claimCodeOf, owner } from '@marinedata/testing/boats/crew'
import { exchange } from '@marinedata/testing/exchange'
import { runCli, startCli, temporaryFolder } from '@marinedata/testing/boats/start-cli'
import { StreamListener } from '@marinedata/testing/stream-listener'

const limit = { timeout: 300_000 }
const settings = { family: true, apps: { port: 0 }, announce: { mdns: false, plotters: false } } as const
const name = '@harbour/gauges'

const appFiles = {
  'package.json': JSON.stringify({
    name,
    version: '1.2.3',
    keywords: ['signalk-webapp'],
    scripts: { postinstall: 'touch ran' },
    signalk: { displayName: 'Gauges <b>' },
  }),
  'public/index.html': '<h1>Gauges</h1>',
  'public/code/main.js': 'export {}',
  'plugin/index.js': 'process.exit(1)',
}

const pack = (folder: string, files: Readonly<Record<string, string>>): string => {
  const content = join(folder, `content-${Object.keys(files).length}`)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(content, path)), { recursive: true })
    writeFileSync(join(content, path), text)
  }
  const file = `${content}.tgz`
  execFileSync('tar', ['-czf', file, '--transform', 's,^\\.,package,', '-C', content, '.'])
  return file
}

/** A registry with one package. */
const startRegistry = async (
  file: string,
  integrity?: string,
): Promise<AsyncDisposable & { url: string }> => {
  const bytes = readFileSync(file)
  const checksum = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
  const server = createServer((request, response) => {
    if (request.url?.endsWith('.tgz') === true) return response.end(bytes)
    if (request.url !== '/@harbour%2fgauges') return response.writeHead(404).end()
    const dist = { tarball: `${address()}/file.tgz`, integrity: integrity ?? checksum }
    return response.end(JSON.stringify({ 'dist-tags': { latest: '1.2.3' }, versions: { '1.2.3': { dist } } }))
  })
  const address = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: address(),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

test('an app is fetched by its name, checked, and only its pages are installed', limit, async () => {
  await using folder = await temporaryFolder()
  const data = join(folder.path, 'data')
  mkdirSync(data)
  const file = pack(folder.path, appFiles)
  await using registry = await startRegistry(file)
  writeFileSync(join(data, 'settings.json'), JSON.stringify({ plugins: { registry: registry.url } }))
  const { code, stderr } = await runCli('apps', 'add', name, '--data', data)
  assert.equal(code, 0, stderr)
  const place = join(data, 'apps', '@harbour+gauges')
  assert.equal(existsSync(join(place, 'public', 'code', 'main.js')), true)
  assert.equal(existsSync(join(place, 'plugin')), false)
  assert.equal(existsSync(join(place, 'ran')), false)
  assert.match((await runCli('apps', 'list', '--data', data)).stdout, /@harbour\/gauges 1\.2\.3/)
  assert.equal((await runCli('apps', 'remove', name, '--data', data)).code, 0)
  assert.equal(existsSync(place), false)
  assert.notEqual((await runCli('apps', 'remove', '../..', '--data', data)).code, 0)
})

test('a package with another checksum, or that is no web app, is not installed', limit, async () => {
  await using folder = await temporaryFolder()
  const data = join(folder.path, 'data')
  mkdirSync(data)
  await using registry = await startRegistry(pack(folder.path, appFiles), `sha512-${'A'.repeat(86)}==`)
  writeFileSync(join(data, 'settings.json'), JSON.stringify({ plugins: { registry: registry.url } }))
  const changed = await runCli('apps', 'add', name, '--data', data)
  assert.notEqual(changed.code, 0)
  assert.match(changed.stderr, /checksum/)
  const other = pack(folder.path, {
    'package.json': JSON.stringify({ name: 'x', version: '1.0.0' }),
    'public/index.html': '',
  })
  const refused = await runCli('apps', 'add', other, '--data', data)
  assert.notEqual(refused.code, 0)
  assert.match(refused.stderr, /no web app/)
  assert.equal((await runCli('apps', 'list', '--data', data)).stdout, '')
})

test('apps have a port of their own, with the door of the family and nothing else', limit, async () => {
  await using folder = await temporaryFolder()
  assert.equal((await runCli('apps', 'add', pack(folder.path, appFiles), '--data', folder.path)).code, 0)
  await using boat = await startCli({ settings, isOpen: false, folder: folder.path })
  const apps = await boat.printed(/Web apps are at (\S+)/)
  await claimBoat(boat.url, await claimCodeOf(folder.path))

  const page = await exchange(apps, `/${name}/`)
  assert.deepEqual([page.status, page.text], [200, '<h1>Gauges</h1>'])
  assert.match(page.headers['content-security-policy'] as string, /frame-ancestors 'self'/)
  assert.equal((await exchange(apps, `/${name}`)).status, 302)
  const framed = await exchange(apps, `/${name}/?token=a.b.mdf_${'A'.repeat(43)}`)
  assert.equal(framed.status, 200, 'an app may frame another one with its token')
  assert.match((await exchange(apps, `/${name}/code/main.js`)).headers['content-type']!, /javascript/)
  assert.match((await exchange(apps, '/')).text, /Gauges &#60;b&#62;/)
  for (const path of [
    '/../settings.json',
    `/${name}/../../settings.json`,
    `/${name}/%2e%2e/package.json`,
    `/${name}/package.json`,
  ])
    assert.equal((await exchange(apps, path)).status, 404, path)

  for (const path of ['/marinedata', '/marinedata/v1/api', `${accessApi}/me`, '/health'])
    assert.equal((await exchange(apps, path)).status, 404, path)
  await assert.rejects(StreamListener.open(apps), /404/)
  assert.equal((await exchange(apps, '/signalk')).status, 200)
  assert.equal((await exchange(boat.url, `/${name}/`)).status, 404, 'not beside the console')

  const console = await askBoat(boat.url, `POST ${accessApi}/sign-in`, { body: { ...owner } })
  const cookie = console.headers['set-cookie']![0]!.split(';')[0]!
  const asked = await askBoat(apps, 'GET /signalk/v1/api/vessels/self', { headers: { cookie } })
  assert.equal(asked.status, 401, 'cookies ignore ports')
  const body = { username: owner.name, password: owner.passphrase }
  const signedIn = await askBoat(apps, 'POST /signalk/v1/auth/login', { body })
  const own = signedIn.headers['set-cookie']![0]!.split(';')[0]!
  const answer = await askBoat(apps, 'GET /signalk/v1/api/vessels/self', { headers: { cookie: own } })
  assert.equal(answer.status, 200)
  const foreign = { headers: { cookie: own, origin: apps } }
  assert.equal(
    (await askBoat(boat.url, `POST ${accessApi}/ticket`, foreign)).status,
    403,
    'not in the console',
  )
})

test('without an app there is no second port', limit, async () => {
  await using boat = await startCli({ settings })
  assert.equal(boat.stdout().includes('Web apps'), false)
})

test('the demo opens the door for apps', limit, async () => {
  await using boat = await startCli({ words: ['demo', '--family'], isOpen: false })
  assert.equal((await exchange(boat.url, '/signalk')).status, 200)
})
