import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto'

const curve = 'prime256v1'

/** A private key on the curve P-256, with its public half. */
export interface KeyPair {
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

export const makeKeyPair = (): KeyPair => generateKeyPairSync('ec', { namedCurve: curve })

export const keyPem = ({ privateKey }: KeyPair): string =>
  // PEM is text; the type allows for DER too.
  privateKey.export({ type: 'pkcs8', format: 'pem' }) as string

const probe = Buffer.from('Do both halves belong together?')

/** Undefined for anything but a sound key: it has to sign what its public half then accepts. */
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
