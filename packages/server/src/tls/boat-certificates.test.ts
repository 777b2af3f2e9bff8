import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Authority } from './authority.ts'
import {
  BoatCertificates,
  forgetFormerAuthority,
  renewAuthority,
  type BoatCertificateOptions,
} from './boat-certificates.ts'

const dayMs = 86_400_000
const now = Date.UTC(2027, 5, 1, 12)
const files = ['ca.key', 'ca.pem', 'server.key', 'server.pem'] as const
type File = (typeof files)[number]

/** A data folder that is removed after the test. */
class Boat implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'marinedata-tls-'))

  path(file: string): string {
    return join(this.folder, 'tls', file)
  }

  read(file: string): string {
    return readFileSync(this.path(file), 'utf8')
  }

  write(file: string, content: string | Buffer): void {
    writeFileSync(this.path(file), content)
  }

  start(at = now, options: Partial<BoatCertificateOptions> = {}): BoatCertificates {
    const addresses = (): string[] => ['192.168.1.5', '2001:db8::5', 'fe80::5', 'fd00::5']
    return new BoatCertificates({ folder: this.folder, hostName: 'aura', addresses, ...options }, at)
  }

  /** The result of `openssl verify` of a certificate, with the boat's authority as the only trust anchor. */
  verify(pem: string, ...more: readonly string[]): string {
    this.write('tried.pem', pem)
    const strict = ['-x509_strict', '-purpose', 'sslserver', '-CAfile', this.path('ca.pem'), '-no-CApath']
    const seconds = more.includes('-attime') ? [] : ['-attime', String(now / 1000)]
    const { stdout, stderr } = spawnSync('openssl', [
      'verify',
      ...strict,
      ...seconds,
      ...more,
      this.path('tried.pem'),
    ])
    const output = `${String(stdout)}${String(stderr)}`
    return /lookup: (.*)/.exec(output)?.[1] ?? output.trim().replace(`${this.path('tried.pem')}: `, '')
  }

  /** The boat's authority, as a thief of its key would use it. */
  authority(): Authority {
    return Authority.read(this.read('ca.pem'), this.read('ca.key'))!
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true })
  }
}

const serverOf = (certificates: BoatCertificates): X509Certificate =>
  new X509Certificate(certificates.current().cert)

const at = (moment: number): string[] => ['-attime', String(Math.floor(moment / 1000))]

test('openssl accepts the certificate in strict mode for every name and private address of the boat', () => {
  using boat = new Boat()
  const certificates = boat.start(now, { names: ['Nav.Example.org', '203.0.113.9', 'fd00::77'] })
  assert.deepEqual([certificates.repairs, certificates.warnings(now)], [[], []])
  const { cert, caPem } = certificates.current()
  assert.equal(caPem, boat.read('ca.pem'))
  for (const name of ['aura', 'aura.local', 'localhost', 'nav.example.org'])
    assert.equal(boat.verify(cert, '-verify_hostname', name), 'OK', name)
  for (const address of ['192.168.1.5', 'fd00::5', '127.0.0.1', '::1', '203.0.113.9', 'fd00::77'])
    assert.equal(boat.verify(cert, '-verify_ip', address), 'OK', address)
  for (const other of ['boat.local', 'example.org', 'www.nav.example.org'])
    assert.match(boat.verify(cert, '-verify_hostname', other), /^hostname mismatch$/)
  assert.doesNotMatch(serverOf(certificates).subjectAltName!, /2001:|FE80/i)
})

test('the name constraints limit a stolen authority key to names and addresses of a local network', () => {
  using boat = new Boat()
  boat.start()
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const validity = { from: new Date(now - dayMs), to: new Date(now + dayMs) }
  const forged = (...names: string[]): string =>
    boat.authority().certify({ commonName: 'server', publicKey, validity, names }).toString()
  for (const name of [
    'aura.local',
    'chart.aura.local',
    'renamed.local',
    '10.1.2.3',
    '172.31.255.255',
    'fd12::1',
    '169.254.1.1',
  ])
    assert.equal(boat.verify(forged(name)), 'OK', name)
  for (const name of [
    'bank.example',
    'xlocal',
    'aura.local.example',
    '8.8.8.8',
    '172.32.0.1',
    '2001:db8::1',
    'fec0::1',
  ])
    assert.equal(boat.verify(forged('aura.local', name)), 'permitted subtree violation', name)
  assert.equal(boat.verify(forged('aura.local'), '-purpose', 'smimesign'), 'unsuitable certificate purpose')
})

test('the certificates have the expected names, constraints, usages and validity', () => {
  using boat = new Boat()
  boat.start(now, { boatName: 'Ümeå, "of the" sea+x=1\n' })
  const shown = (file: File): string =>
    String(spawnSync('openssl', ['x509', '-noout', '-text', '-in', boat.path(file)]).stdout).replaceAll(
      /\s+/g,
      ' ',
    )
  const authority = shown('ca.pem')
  assert.match(authority, /Basic Constraints: critical CA:TRUE, pathlen:0 /)
  assert.match(
    authority,
    /Name Constraints: critical Permitted: DNS:aura DNS:aura\.local DNS:localhost DNS:local IP:10/,
  )
  assert.match(authority, /Key Usage: critical Certificate Sign, CRL Sign /)
  assert.match(authority, /Not Before: May 31 12:00:00 2027 GMT Not After : May 31 12:00:00 2047 GMT/)
  const server = shown('server.pem')
  assert.match(server, /Subject: CN = aura /)
  assert.match(server, /Basic Constraints: critical CA:FALSE .*Key Usage: critical Digital Signature /)
  assert.match(server, /Extended Key Usage: TLS Web Server Authentication /)
  assert.match(server, /Not Before: May 31 12:00:00 2027 GMT Not After : Jul 1 12:00:00 2028 GMT/)
  assert.equal(boat.verify(boat.read('server.pem')), 'OK')
  assert.match(serverOf(boat.start()).issuer, /of the/)
})

test('only the server can read the keys, and later starts reuse all files', () => {
  using boat = new Boat()
  const first = boat.start().current()
  for (const file of ['ca.key', 'server.key']) assert.equal(statSync(boat.path(file)).mode & 0o777, 0o600)
  assert.equal(statSync(boat.path('.')).mode & 0o777, 0o700)
  const again = boat.start(now + 30 * dayMs)
  assert.deepEqual(again.current(), first)
  assert.deepEqual(again.repairs, [])
})

const damages: Readonly<Record<string, (text: string) => string | Buffer>> = {
  empty: () => '',
  truncated: (text) => text.slice(0, text.length / 2),
  'full of zeros': (text) => Buffer.alloc(text.length),
  'full of noise': (text) => Buffer.from(Array.from(text, (_, index) => (index * 167 + 13) % 256)),
  'changed in one letter': (text) => text.slice(0, 150) + (text[150] === 'A' ? 'B' : 'A') + text.slice(151),
}

for (const file of files)
  for (const [kind, damage] of Object.entries(damages))
    test(`replaces ${file} that is ${kind}, keeps the damaged file and reports the repair`, () => {
      using boat = new Boat()
      const before = boat.start().current()
      const broken = Buffer.from(damage(boat.read(file)))
      boat.write(file, broken)
      const started = boat.start()
      const { cert, caPem, pin } = started.current()
      assert.equal(started.repairs.length, 1)
      assert.match(started.repairs[0]!, /\btls\/(?:ca|server)\.(?:key|pem)\b.* was damaged and replaced/)
      assert.deepEqual(readFileSync(boat.path(`${file}.damaged`)), broken)
      assert.equal(boat.verify(cert, '-verify_hostname', 'aura.local'), 'OK')
      assert.equal(caPem === before.caPem, file.startsWith('server'), 'the authority')
      assert.equal(pin === before.pin, file !== 'server.key', 'the pin')
      assert.deepEqual(boat.start().repairs, [])
      assert.deepEqual(boat.start().current(), started.current())
    })

test('the next start completes an interrupted first start', () => {
  using whole = new Boat()
  whole.start()
  for (let count = 0; count <= files.length; count++) {
    using boat = new Boat()
    mkdirSync(boat.path('.'))
    for (const file of files.slice(0, count)) cpSync(whole.path(file), boat.path(file))
    boat.write('server.pem.new', 'half a certif')
    const started = boat.start()
    assert.equal(boat.verify(started.current().cert), 'OK')
    assert.equal(boat.read('ca.pem') === whole.read('ca.pem'), count >= 2)
    assert.equal(boat.read('server.key') === whole.read('server.key'), count >= 3)
    assert.deepEqual(boat.start().current(), started.current())
  }
})

test('replaces missing files and reports the repair', () => {
  using boat = new Boat()
  const { pin } = boat.start().current()
  for (const file of ['ca.key', 'ca.pem'] as const) rmSync(boat.path(file))
  const renewed = boat.start()
  assert.match(renewed.repairs.join(), /authority .* was missing and replaced: phones and browsers/)
  assert.equal(boat.verify(renewed.current().cert), 'OK')
  assert.equal(renewed.current().pin, pin)
  rmSync(boat.path('server.key'))
  const other = boat.start()
  assert.match(other.repairs.join(), /key .* was missing and replaced: apps/)
  assert.equal(boat.verify(other.current().cert), 'OK')
  assert.notEqual(other.current().pin, pin)
})

test('renews the certificate for new addresses, with the same pin', () => {
  using boat = new Boat()
  let addresses = ['192.168.1.5']
  const certificates = boat.start(now, { addresses: () => addresses })
  const { pin } = certificates.current()
  let changes = 0
  using _listener = certificates.onChange(() => changes++)
  assert.equal(certificates.renewIfDue(now), false)
  addresses = ['10.0.0.7', 'fe80::9', '2001:db8::9', 'fe80::1%eth0']
  assert.equal(certificates.renewIfDue(now), true)
  assert.equal(certificates.renewIfDue(now), false)
  assert.equal(boat.verify(certificates.current().cert, '-verify_ip', '10.0.0.7'), 'OK')
  addresses = []
  assert.equal(certificates.renewIfDue(now), false)
  assert.deepEqual([changes, certificates.current().pin], [1, pin])
})

test('omits a name that the authority does not permit, and warns how to add it', () => {
  using boat = new Boat()
  boat.start()
  const certificates = boat.start(now, {
    hostName: 'Sea_Cloud',
    names: ['nav.aura.local', 'a b', '198.51.100.1'],
    localNames: () => ['renamed.local'],
  })
  assert.equal(boat.verify(certificates.current().cert, '-verify_hostname', 'nav.aura.local'), 'OK')
  assert.doesNotMatch(serverOf(certificates).subjectAltName!, /DNS:sea_cloud,|198/)
  const warned = certificates.warnings(now).map((warning) => /".*?"/.exec(warning)?.[0])
  assert.deepEqual(warned, ['"sea_cloud"', '"198.51.100.1"', '"a b"'])
  assert.equal(boat.verify(certificates.current().cert, '-verify_hostname', 'renamed.local'), 'OK')
  for (const file of ['ca.key', 'ca.pem'] as const) rmSync(boat.path(file))
  const renewed = boat.start(now, { hostName: 'Sea_Cloud', names: ['198.51.100.1'] })
  assert.equal(boat.verify(renewed.current().cert, '-verify_hostname', 'sea_cloud.local'), 'OK')
  assert.equal(boat.verify(renewed.current().cert, '-verify_ip', '198.51.100.1'), 'OK')
  assert.deepEqual(renewed.warnings(now), [])
  assert.deepEqual(boat.start(now, { hostName: 'Sea_Cloud' }).current(), renewed.current())
})

test('renews a certificate with less than 60 days left, at start and while running', () => {
  using boat = new Boat()
  const certificates = boat.start()
  const end = serverOf(certificates).validToDate.getTime()
  assert.equal(certificates.renewIfDue(end - 60 * dayMs), false)
  const late = boat.start(end - 60 * dayMs + 1000)
  assert.equal(serverOf(late).validToDate.getTime(), end + (397 - 61) * dayMs + 1000)
  assert.equal(certificates.renewIfDue(end - 60 * dayMs + 1000), true)
  assert.equal(certificates.current().pin, late.current().pin)
  assert.equal(boat.verify(certificates.current().cert, ...at(end + dayMs)), 'OK')
})

test('without a valid clock issues a certificate that is valid today', () => {
  using boat = new Boat()
  const certificates = boat.start(5_000)
  const { cert, pin, caPem } = certificates.current()
  for (const moment of [Date.UTC(2024, 0, 2), now, Date.UTC(2043, 11, 30)])
    assert.equal(boat.verify(cert, ...at(moment)), 'OK')
  assert.deepEqual([certificates.renewIfDue(60_000), certificates.warnings(60_000)], [false, []])
  // The GPS has set the clock.
  assert.equal(certificates.renewIfDue(now), true)
  const { validFromDate, validToDate } = serverOf(certificates)
  assert.equal(validToDate.getTime() - validFromDate.getTime(), 397 * dayMs)
  assert.equal(boat.verify(certificates.current().cert), 'OK')
  assert.deepEqual([certificates.current().pin, certificates.current().caPem], [pin, caPem])
  // The next start, again without a valid clock, reuses the certificate.
  const again = boat.start(5_000)
  assert.deepEqual(again.current(), certificates.current())
})

test('recovers from a clock that was wrong for a while', () => {
  using boat = new Boat()
  const certificates = boat.start()
  const { caPem, pin } = certificates.current()
  assert.equal(certificates.renewIfDue(Date.UTC(2082, 0, 1)), false)
  assert.match(certificates.warnings(Date.UTC(2082, 0, 1)).join(), /authority expired on 2047-05-31/)
  assert.equal(certificates.renewIfDue(Date.UTC(2035, 0, 1)), true)
  assert.equal(boat.verify(certificates.current().cert), 'certificate is not yet valid')
  assert.equal(certificates.renewIfDue(now), true)
  assert.equal(boat.verify(certificates.current().cert), 'OK')
  assert.deepEqual([certificates.current().caPem, certificates.current().pin], [caPem, pin])
  assert.match(certificates.warnings(now - 10 * dayMs).join(), /authority is not valid before 2027-05-31/)
})

test('issues a valid certificate for a new network while the clock is wrong', () => {
  for (const wrong of [5_000, Date.UTC(2082, 0, 1)]) {
    using boat = new Boat()
    let addresses = ['192.168.1.5']
    const certificates = boat.start(now, { addresses: () => addresses })
    addresses = ['10.0.0.7']
    assert.equal(certificates.renewIfDue(wrong), true)
    assert.equal(boat.verify(certificates.current().cert, '-verify_ip', '10.0.0.7'), 'OK')
    assert.equal(certificates.renewIfDue(wrong), false)
    assert.equal(certificates.renewIfDue(now), true)
    assert.equal(serverOf(certificates).validToDate.getTime(), now + 396 * dayMs)
  }
})

test('certificates end with the authority at the latest, and are not renewed repeatedly', () => {
  using boat = new Boat()
  const certificates = boat.start()
  const end = boat.authority().validity.to.getTime()
  assert.equal(certificates.renewIfDue(end - 100 * dayMs), true)
  assert.equal(serverOf(certificates).validToDate.getTime(), end)
  assert.equal(boat.verify(certificates.current().cert, ...at(end - 1000)), 'OK')
  for (const left of [59, 1, -1]) assert.equal(certificates.renewIfDue(end - left * dayMs), false)
})

test('uses a certificate that cannot be written, and warns', () => {
  using boat = new Boat()
  const certificates = boat.start()
  const saved = boat.read('server.pem')
  mkdirSync(boat.path('server.pem.new'))
  assert.equal(certificates.renewIfDue(now + 350 * dayMs), true)
  assert.match(certificates.warnings(now).join(), /server\.pem cannot be written \(EISDIR\).*but not saved/)
  assert.equal(boat.verify(certificates.current().cert, ...at(now + 500 * dayMs)), 'OK')
  assert.equal(boat.read('server.pem'), saved)
  assert.ok(!existsSync(boat.path('server.pem.damaged')))
})

test('an authority that is renewed for a new name is trusted by devices with its former certificate', () => {
  using boat = new Boat()
  const { pin } = boat.start().current()
  const former = boat.read('ca.pem')
  const options = { hostName: 'aura', names: ['nav.example.org'], addresses: () => ['192.168.1.5'] }
  const fingerprint = renewAuthority({ folder: boat.folder, ...options }, now)
  renewAuthority({ folder: boat.folder, ...options }, now)
  const certificates = boat.start(now, options)
  assert.deepEqual([certificates.repairs, certificates.warnings(now)], [[], []])
  const { cert, wider, caPem, caFingerprint, pin: pinNow } = certificates.current()
  assert.equal(pinNow, pin)
  assert.notEqual(caFingerprint, new X509Certificate(former).fingerprint256)
  assert.equal(fingerprint.length, caFingerprint?.length)
  assert.deepEqual(
    ['aura.local', '192.168.1.5', 'nav.example.org'].map((name) => wider?.isFor(name)),
    [false, false, true],
  )
  assert.equal(boat.verify(cert, '-verify_hostname', 'aura.local'), 'OK')
  assert.equal(boat.verify(wider!.cert, '-verify_hostname', 'nav.example.org'), 'OK')
  assert.equal(certificates.renewIfDue(now), false)
  // A device that has only the former certificate.
  boat.write('ca.pem', former)
  assert.equal(boat.verify(cert, '-verify_hostname', 'aura.local'), 'OK')
  assert.equal(boat.verify(cert, '-verify_ip', '192.168.1.5'), 'OK')
  assert.equal(boat.verify(wider!.cert), 'permitted subtree violation')
  boat.write('ca.pem', caPem!)
  forgetFormerAuthority(boat.folder)
  const later = boat.start(now, options).current()
  assert.equal(later.wider, undefined)
  assert.equal(boat.verify(later.cert, '-verify_hostname', 'nav.example.org'), 'OK')
})
