import type { ServerInfo } from '@marinedata/model'
import assert from 'node:assert/strict'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { assertProblem, exchange } from '@marinedata/testing/exchange'
import { startBoat } from '@marinedata/testing/boats/start-boat'

const limit = { timeout: 300_000 }
const assets = join(import.meta.dirname, '..', 'assets', 'console')
const pages = ['/', '/console', '/claim', '/join', '/sign-in', '/pair', '/access', '/docs']

/** Hosts in SVG namespaces and map projections, which are never requested. */
const namespaces = new Set<string | undefined>(['www.w3.org', 'www.opengis.net', 'www.topografix.com'])

/** All URLs that a page loads or links to. */
const referencesIn = (html: string): string[] =>
  [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address)

suite('access pages', () => {
  test('unauthenticated clients get every page, with the security headers', limit, async () => {
    await using boat = await startBoat({ isOpen: false })
    for (const path of pages) {
      const { status, headers, text } = await exchange(boat.url, path)
      assert.equal(status, 200, path)
      assert.equal(headers['content-type'], 'text/html; charset=utf-8')
      assert.equal(
        headers['content-security-policy'],
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
          "worker-src 'self'; manifest-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; " +
          'trusted-types worker',
      )
      const { 'x-frame-options': frames, 'referrer-policy': referrer, 'cache-control': cache } = headers
      assert.deepEqual([frames, referrer, cache], ['DENY', 'no-referrer', 'no-cache'])
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.equal(headers['cross-origin-opener-policy'], 'same-origin')
      assert.match(text, /<html lang="en"/)
      assert.match(text, /<title>[A-Z]/)
    }
  })

  test('everything that a page loads or links to exists on the same host', limit, async () => {
    await using boat = await startBoat({ isOpen: false })
    for (const path of pages.filter((page) => page !== '/docs')) {
      const { text } = await exchange(boat.url, path)
      for (const address of referencesIn(text).filter((reference) => reference !== 'data:,')) {
        assert.match(address, /^\/[a-z]*/, `${path} leads to ${address}`)
        assert.equal((await exchange(boat.url, address)).status, 200, `${path} leads to ${address}`)
      }
    }
  })

  test('the files for the home screen are public and revalidated on every use', limit, async () => {
    await using boat = await startBoat({ isOpen: false })
    const manifest = await exchange(boat.url, '/manifest.webmanifest')
    assert.equal(manifest.headers['content-type'], 'application/manifest+json')
    const { icons, start_url: start } = JSON.parse(manifest.text) as {
      readonly icons: readonly { readonly src: string; readonly type: string }[]
      readonly start_url: string
    }
    assert.deepEqual([start, icons.length], ['/', 3])
    for (const { path, type } of [
      { path: '/worker.js', type: 'text/javascript; charset=utf-8' },
      { path: '/help/https', type: 'text/html; charset=utf-8' },
      ...icons.map(({ src, type: kind }) => ({ path: src, type: kind })),
    ]) {
      const { status, headers } = await exchange(boat.url, path)
      assert.deepEqual(
        [status, headers['content-type'], headers['cache-control']],
        [200, type, 'no-cache'],
        path,
      )
      assert.match(headers['content-security-policy'] as string, /^default-src 'none'/)
    }
  })

  test(
    'every asset is compressed as the browser accepts, and other files are not served',
    limit,
    async () => {
      await using boat = await startBoat({ isOpen: false })
      const parts = (await readdir(assets)).filter((file) => /\.(?:js|css)$/.test(file))
      assert.ok(parts.length > 5, parts.join())
      for (const part of parts)
        for (const [accepted, suffix] of [
          ['identity', ''],
          ['gzip', '.gz'],
          ['gzip, br', '.br'],
        ] as const) {
          const { status, headers } = await exchange(boat.url, `/assets/${part}`, {
            headers: { 'accept-encoding': accepted },
          })
          assert.equal(status, 200, part)
          assert.match(headers['content-type']!, part.endsWith('.css') ? /^text\/css/ : /^text\/javascript/)
          assert.match(headers['content-security-policy'] as string, /^default-src 'none'/)
          assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
          assert.equal(headers['content-encoding'] ?? '', { '': '', '.gz': 'gzip', '.br': 'br' }[suffix])
          assert.equal(Number(headers['content-length']), (await stat(join(assets, part + suffix))).size)
        }
      const [script = ''] = parts
      for (const name of [
        'index.html',
        'meta.json',
        `${script}.br`,
        '..%2fdocs%2freader.js',
        '%2e%2e',
        'constructor',
        `${script}%00`,
      ])
        assertProblem(await exchange(boat.url, `/assets/${name}`), 'not-found')
    },
  )

  test('the pages use the product word of the boat in requests', limit, async () => {
    await using boat = await startBoat({ isOpen: false, settings: { productWord: 'signalk' } })
    assert.match((await exchange(boat.url, '/')).text, /data-word="signalk"/)
    assert.equal((await exchange(boat.url, '/signalk/v2/api/access/me')).status, 200)
  })

  test('a user gets the addresses of the boat, and in open mode there are none', limit, async () => {
    await using closed = await startBoat({ isOpen: false })
    assertProblem(await exchange(closed.url, '/marinedata/v2/api/server'), 'unauthenticated')
    await using open = await startBoat({ isOpen: true })
    const info = JSON.parse((await exchange(open.url, '/marinedata/v2/api/server')).text) as ServerInfo
    assert.deepEqual(info, { addresses: [], ignoredSettings: [] })
    assertProblem(await exchange(open.url, '/ca.pem'), 'not-found')
  })

  test('no asset writes markup, evaluates text as code or names another host', async () => {
    for (const file of (await readdir(assets)).filter((name) => /\.(?:js|css|html)$/.test(name))) {
      const text = await readFile(join(assets, file), 'utf8')
      assert.doesNotMatch(text, /insertAdjacentHTML|document\.write|[^.\w]eval\(|new Function\(/, file)
      const hosts = [...text.matchAll(/https?:\/\/([a-z0-9.-]+)/g)].map(([, host]) => host)
      assert.deepEqual(
        [...new Set(hosts)].filter((host) => !namespaces.has(host)),
        [],
        file,
      )
    }
  })
})
