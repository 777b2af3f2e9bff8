import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto'

const curve = 'prime256v1'

/** A private key on the curve P-256, with its public key. */
export interface KeyPair {
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

export const createKeyPair = (): KeyPair => generateKeyPairSync('ec', { namedCurve: curve })

export const keyPem = ({ privateKey }: KeyPair): string =>
  // PEM is a string; the type also covers DER.
  privateKey.export({ type: 'pkcs8', format: 'pem' }) as string

const probe = Buffer.from('Do both halves belong together?')

/** Undefined unless the key is valid: a probe signature must verify with the public key. */
export const readKeyPair = (pem: string): KeyPair | undefined => {
  try {
    const privateKey = createPrivateKey(pem)
    if (privateKey.asymmetricKeyDetails?.namedCurve !== curve) return undefined
    const publicKey = createPublicKey(privateKey)
    return verify('sha256', probe, publicKey, sign('sha256', probe, privateKey))
      ? { privateKey, publicKey }
      : undefined
  } catch {
    return undefined
  }
}
