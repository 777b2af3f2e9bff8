import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Certificate {
  /** The file with the certificate. It is its own authority. */
  readonly file: string
  readonly cert: string
  readonly key: string
}

/** The name of the fleet in every trial. */
export const fleetHost = 'fleet.test'

/** Makes a certificate in a folder: for the fleet, or another name. */
export const makeCertificate = (folder: string, host = fleetHost): Certificate => {
  const [file, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
  const words = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=fleet'
  const names = ['-addext', `subjectAltName=DNS:${host}`]
  execFileSync('openssl', [...words.split(' '), ...names, '-keyout', key, '-out', file], { stdio: 'ignore' })
  return { file, cert: readFileSync(file, 'utf8'), key: readFileSync(key, 'utf8') }
}
