import { createHash, randomBytes, sign, type KeyObject } from 'node:crypto'
import { alternativeName, permissions } from './certified-name.ts'
import * as der from './der.ts'

/** Object identifiers of algorithms, attributes and extensions (RFC 5280, RFC 5758). */
const oids = {
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  commonName: '2.5.4.3',
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  nameConstraints: '2.5.29.30',
  authorityKeyIdentifier: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
  serverAuth: '1.3.6.1.5.5.7.3.1',
} as const

/** Bits of the key usage, highest first, with the number of unused bits at the end. */
const usages = {
  digitalSignature: { bits: 0x80, unused: 7 },
  keyCertSignAndCrlSign: { bits: 0x06, unused: 1 },
} as const

export interface Validity {
  readonly from: Date
  readonly to: Date
}

/** The subject of a certificate, and its validity. */
export interface Subject {
  readonly commonName: string
  readonly publicKey: KeyObject
  readonly validity: Validity
  /** DNS names and addresses: of a server, or those that an authority may certify. */
  readonly names: readonly string[]
}

export interface Issuer {
  readonly commonName: string
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject
}

export const spkiOf = (publicKey: KeyObject): Buffer => publicKey.export({ type: 'spki', format: 'der' })

/** Identifies a key. Any method is allowed if subject and authority use the same (RFC 7093). */
export const keyIdentifier = (publicKey: KeyObject): Buffer =>
  createHash('sha256').update(spkiOf(publicKey)).digest().subarray(0, 20)

const commonName = (text: string): Buffer =>
  der.sequence(der.setOf(der.sequence(der.objectIdentifier(oids.commonName), der.utf8String(text))))

const extension = (oid: string, value: Buffer): Buffer =>
  der.sequence(der.objectIdentifier(oid), der.octetString(value))

/** A critical extension: clients that do not understand it must reject the certificate. */
const criticalExtension = (oid: string, value: Buffer): Buffer =>
  der.sequence(der.objectIdentifier(oid), der.truth(), der.octetString(value))

const keyUsage = ({ bits, unused }: (typeof usages)[keyof typeof usages]): Buffer =>
  criticalExtension(oids.keyUsage, der.bitString(Buffer.from([bits]), unused))

/** Also in the authority's certificate, which is then trusted for servers only, not for mail or code. */
const serverAuthOnly = (): Buffer =>
  extension(oids.extendedKeyUsage, der.sequence(der.objectIdentifier(oids.serverAuth)))

const subjectKey = (publicKey: KeyObject): Buffer =>
  extension(oids.subjectKeyIdentifier, der.octetString(keyIdentifier(publicKey)))

const authorityKey = (publicKey: KeyObject): Buffer =>
  extension(oids.authorityKeyIdentifier, der.sequence(der.tagged(0, keyIdentifier(publicKey))))

const authorityExtensions = ({ publicKey, names }: Subject): Buffer[] => [
  // Path length 0: certificates of this authority may not certify others.
  criticalExtension(oids.basicConstraints, der.sequence(der.truth(), der.integer(0))),
  keyUsage(usages.keyCertSignAndCrlSign),
  serverAuthOnly(),
  criticalExtension(oids.nameConstraints, der.sequence(der.taggedAround(0, ...permissions(names)))),
  subjectKey(publicKey),
]

const serverExtensions = ({ publicKey, names }: Subject, issuer: Issuer): Buffer[] => [
  criticalExtension(oids.basicConstraints, der.sequence()),
  keyUsage(usages.digitalSignature),
  serverAuthOnly(),
  extension(oids.subjectAltName, der.sequence(...names.map(alternativeName))),
  subjectKey(publicKey),
  authorityKey(issuer.publicKey),
]

/** 126 random bits: unique and never negative. */
const serialNumber = (): Buffer => {
  const bytes = randomBytes(16)
  // Clears the sign bit, and sets the next one so that the length is constant.
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40
  return der.integer(bytes)
}

const pemOf = (bytes: Buffer): string => {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

const certificate = (subject: Subject, issuer: Issuer, extensions: readonly Buffer[]): string => {
  const algorithm = der.sequence(der.objectIdentifier(oids.ecdsaWithSha256))
  const { from, to } = subject.validity
  const content = der.sequence(
    // Version 3 is written as 2.
    der.taggedAround(0, der.integer(2)),
    serialNumber(),
    algorithm,
    commonName(issuer.commonName),
    der.sequence(der.time(from), der.time(to)),
    commonName(subject.commonName),
    spkiOf(subject.publicKey),
    der.taggedAround(3, der.sequence(...extensions)),
  )
  const signature = sign('sha256', content, issuer.privateKey)
  return pemOf(der.sequence(content, algorithm, der.bitString(signature)))
}

/** The self-signed certificate of an authority, as PEM. Its key is on the curve P-256. */
export const authorityCertificate = (subject: Subject, privateKey: KeyObject): string =>
  certificate(subject, { ...subject, privateKey }, authorityExtensions(subject))

/** The certificate of a server as PEM, issued by an authority whose key is on the curve P-256. */
export const serverCertificate = (subject: Subject, issuer: Issuer): string =>
  certificate(subject, issuer, serverExtensions(subject, issuer))
