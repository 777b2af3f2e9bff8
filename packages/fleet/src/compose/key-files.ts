import { MarineDataError } from '@marinedata/model'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { Server as TlsServer } from 'node:https'
import type { KeyFiles } from '#settings.ts'

interface Identity {
  readonly cert: string
  readonly key: string
}

const pollMs = 60_000

/** @throws MarineDataError `invalid-settings` when the key does not match the certificate */
export const readIdentity = ({ certificate, key: keyFile }: KeyFiles): Identity => {
  const [cert, key] = [readFileSync(certificate, 'utf8'), readFileSync(keyFile, 'utf8')]
  if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key)))
    throw new MarineDataError('invalid-settings', `${keyFile} is not the key of ${certificate}`)
  return { cert, key }
}

/** Uses a renewed certificate without a restart. While the files are not usable, the one before stays. */
export const followKeyFiles = (
  server: Server,
  files: KeyFiles,
  failed: (error: unknown) => void,
): Disposable => {
  let current = readIdentity(files)
  const poll = (): void => {
    try {
      const read = readIdentity(files)
      if (read.cert === current.cert && read.key === current.key) return
      if (server instanceof TlsServer) server.setSecureContext(read)
      current = read
    } catch (error) {
      failed(error)
    }
  }
  const timer = setInterval(poll, pollMs)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
