import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Certificates } from './credentials.ts'
import { openCertificates } from './open-certificates.ts'

const dayMs = 86_400_000

/** Certificates of another authority, in a folder that is removed after the test. */
class Files implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'marinedata-given-'))
  readonly certificate = join(this.folder, 'given.pem')
  readonly key = join(this.folder, 'given.key')

  /** Creates a certificate and its key with `openssl`. */
  create(...algorithm: readonly string[]): { certificate: string; key: string } {
    const [certificate, key] = [join(this.folder, 'created.pem'), join(this.folder, 'created.key')]
    const options = '-nodes -days 90 -subj /CN=aura.example -addext subjectAltName=DNS:aura.example'.split(
      ' ',
    )
    const { status, stderr } = spawnSync('openssl', [
      'req',
      '-x509',
      '-newkey',
      ...algorithm,
      ...options,
      '-keyout',
      key,
      '-out',
      certificate,
    ])
    assert.equal(status, 0, String(stderr))
    return { certificate: readFileSync(certificate, 'utf8'), key: readFileSync(key, 'utf8') }
  }

  install({ certificate, key }: { certificate: string; key: string }): void {
    writeFileSync(this.certificate, certificate)
    writeFileSync(this.key, key)
  }

  start(): Certificates {
    const { folder, certificate, key } = this
    const given = { certificate, key, pollMs: 10 }
    return openCertificates({ folder, hostName: 'aura', addresses: () => [], given }, Date.now())
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true })
  }
}

const elliptic = ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'] as const

const changed = (certificates: Certificates): Promise<void> =>
  new Promise((resolve) => {
    const listening = certificates.onChange(() => {
      listening[Symbol.dispose]()
      resolve()
    })
  })

for (const algorithm of [elliptic, ['rsa:2048'], ['ed25519']] as const)
  test(`uses a given certificate (${algorithm[0]}) instead of the boat’s`, () => {
    using files = new Files()
    const given = files.create(...algorithm)
    files.install(given)
    using certificates = files.start()
    const { cert, key, caPem, pin } = certificates.current()
    assert.deepEqual([cert, key, caPem], [given.certificate, given.key, undefined])
    const spki = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' })
    assert.equal(pin, createHash('sha256').update(spki).digest('base64url'))
    assert.deepEqual([certificates.repairs, certificates.warnings(Date.now())], [[], []])
    assert.equal(certificates.renewIfDue(Date.now() + 1000 * dayMs), false)
    assert.ok(!existsSync(join(files.folder, 'tls')), 'no certificates of the boat are created')
  })

test('uses an expired certificate, and warns', () => {
  using files = new Files()
  files.install(files.create(...elliptic))
  using certificates = files.start()
  assert.match(certificates.warnings(Date.now() + 91 * dayMs).join(), /given\.pem expired on 20\d\d-/)
  assert.match(certificates.warnings(Date.UTC(2025, 0, 1)).join(), /given\.pem is not valid before 20\d\d-/)
  assert.deepEqual(certificates.warnings(5_000), [], 'the time is unknown')
})

test('uses changed files without a restart', { timeout: 300_000 }, async () => {
  using files = new Files()
  files.install(files.create(...elliptic))
  using certificates = files.start()
  const before = certificates.current()
  const next = files.create(...elliptic)
  // As ACME clients do: one file after the other, each replaced atomically.
  const half = changed(certificates)
  renameSync(join(files.folder, 'created.pem'), files.certificate)
  await half
  assert.deepEqual(certificates.current(), before)
  assert.match(
    certificates.warnings(Date.now()).join(),
    /is not the key of the certificate.*The server uses the previous one instead/,
  )
  const whole = changed(certificates)
  renameSync(join(files.folder, 'created.key'), files.key)
  await whole
  assert.deepEqual([certificates.current().cert, certificates.current().key], [next.certificate, next.key])
  assert.deepEqual(certificates.warnings(Date.now()), [])
})

const unusable: Readonly<Record<string, (files: Files) => void>> = {
  'is not there': () => undefined,
  'is empty': (files) => files.install({ certificate: '', key: '' }),
  'is noise': (files) => files.install({ certificate: 'noise', key: 'noise' }),
  'has another key': (files) =>
    files.install({
      certificate: files.create(...elliptic).certificate,
      key: files.create(...elliptic).key,
    }),
  'is too weak': (files) => files.install(files.create('rsa:1024')),
}

for (const [title, prepare] of Object.entries(unusable))
  test(`uses the boat’s own certificate while the given one ${title}`, { timeout: 300_000 }, async () => {
    using files = new Files()
    prepare(files)
    using certificates = files.start()
    const own = certificates.current()
    assert.equal(own.caPem, readFileSync(join(files.folder, 'tls', 'ca.pem'), 'utf8'))
    assert.match(
      certificates.warnings(Date.now()).join(),
      /given\.pem cannot be used: .*The server uses the boat's own instead/,
    )
    const renewed = changed(certificates)
    assert.equal(certificates.renewIfDue(Date.now() + 350 * dayMs), true)
    await renewed
    const good = files.create(...elliptic)
    const served = changed(certificates)
    files.install(good)
    await served
    assert.equal(certificates.current().cert, good.certificate)
    assert.deepEqual(certificates.warnings(Date.now()), [])
  })
