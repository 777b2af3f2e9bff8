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

/** A skipper with certificates of another authority, in a folder that goes when the test is over. */
class Skipper implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'marinedata-given-'))
  readonly certificate = join(this.folder, 'given.pem')
  readonly key = join(this.folder, 'given.key')

  /** A new pair of files, as `openssl` makes them. */
  obtain(...algorithm: readonly string[]): { certificate: string; key: string } {
    const [certificate, key] = [join(this.folder, 'obtained.pem'), join(this.folder, 'obtained.key')]
    const wish = '-nodes -days 90 -subj /CN=aura.example -addext subjectAltName=DNS:aura.example'.split(' ')
    const { status, stderr } = spawnSync('openssl', [
      'req',
      '-x509',
      '-newkey',
      ...algorithm,
      ...wish,
      '-keyout',
      key,
      '-out',
      certificate,
    ])
    assert.equal(status, 0, String(stderr))
    return { certificate: readFileSync(certificate, 'utf8'), key: readFileSync(key, 'utf8') }
  }

  give({ certificate, key }: { certificate: string; key: string }): void {
    writeFileSync(this.certificate, certificate)
    writeFileSync(this.key, key)
  }

  start(): Certificates {
    const { folder, certificate, key } = this
    const given = { certificate, key, lookEveryMs: 10 }
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
  test(`a certificate of the skipper’s own (${algorithm[0]}) is served instead of the boat’s`, () => {
    using skipper = new Skipper()
    const given = skipper.obtain(...algorithm)
    skipper.give(given)
    using certificates = skipper.start()
    const { cert, key, caPem, pin } = certificates.current()
    assert.deepEqual([cert, key, caPem], [given.certificate, given.key, undefined])
    const spki = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' })
    assert.equal(pin, createHash('sha256').update(spki).digest('base64url'))
    assert.deepEqual([certificates.repairs, certificates.warnings(Date.now())], [[], []])
    assert.equal(certificates.renewIfDue(Date.now() + 1000 * dayMs), false)
    assert.ok(!existsSync(join(skipper.folder, 'tls')), 'the boat makes none of its own')
  })

test('a certificate that is out of date is served, and the skipper told', () => {
  using skipper = new Skipper()
  skipper.give(skipper.obtain(...elliptic))
  using certificates = skipper.start()
  assert.match(certificates.warnings(Date.now() + 91 * dayMs).join(), /given\.pem was valid until 20\d\d-/)
  assert.match(certificates.warnings(Date.UTC(2025, 0, 1)).join(), /given\.pem is not valid before 20\d\d-/)
  assert.deepEqual(certificates.warnings(5_000), [], 'nobody has told the time yet')
})

test('files that are changed are served without a restart', { timeout: 10_000 }, async () => {
  using skipper = new Skipper()
  skipper.give(skipper.obtain(...elliptic))
  using certificates = skipper.start()
  const before = certificates.current()
  const next = skipper.obtain(...elliptic)
  // As programs that renew certificates do: one file after the other, each in one stroke.
  const half = changed(certificates)
  renameSync(join(skipper.folder, 'obtained.pem'), skipper.certificate)
  await half
  assert.deepEqual(certificates.current(), before)
  assert.match(
    certificates.warnings(Date.now()).join(),
    /is not the key of that certificate.*the one before is served/,
  )
  const whole = changed(certificates)
  renameSync(join(skipper.folder, 'obtained.key'), skipper.key)
  await whole
  assert.deepEqual([certificates.current().cert, certificates.current().key], [next.certificate, next.key])
  assert.deepEqual(certificates.warnings(Date.now()), [])
})

const unusable: Readonly<Record<string, (skipper: Skipper) => void>> = {
  'is not there': () => undefined,
  'is empty': (skipper) => skipper.give({ certificate: '', key: '' }),
  'is noise': (skipper) => skipper.give({ certificate: 'noise', key: 'noise' }),
  'has another key': (skipper) =>
    skipper.give({
      certificate: skipper.obtain(...elliptic).certificate,
      key: skipper.obtain(...elliptic).key,
    }),
  'is too weak': (skipper) => skipper.give(skipper.obtain('rsa:1024')),
}

for (const [title, prepare] of Object.entries(unusable))
  test(`while the given certificate ${title}, the boat’s own is served`, { timeout: 10_000 }, async () => {
    using skipper = new Skipper()
    prepare(skipper)
    using certificates = skipper.start()
    const own = certificates.current()
    assert.equal(own.caPem, readFileSync(join(skipper.folder, 'tls', 'ca.pem'), 'utf8'))
    assert.match(
      certificates.warnings(Date.now()).join(),
      /given\.pem cannot be used: .*Instead, the boat's own is served/,
    )
    const renewed = changed(certificates)
    assert.equal(certificates.renewIfDue(Date.now() + 350 * dayMs), true)
    await renewed
    const good = skipper.obtain(...elliptic)
    const served = changed(certificates)
    skipper.give(good)
    await served
    assert.equal(certificates.current().cert, good.certificate)
    assert.deepEqual(certificates.warnings(Date.now()), [])
  })
