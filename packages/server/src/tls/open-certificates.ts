import { BoatCertificates, type BoatCertificateOptions } from './boat-certificates.ts'
import type { Certificates } from './credentials.ts'
import { GivenCertificates, type GivenCertificateOptions } from './given-certificates.ts'

export interface CertificateOptions extends BoatCertificateOptions {
  /** The certificate to use instead of the boat's own. */
  readonly given?: GivenCertificateOptions
}

/**
 * Opens the certificates of this server: from the settings, or else the boat's own.
 * @param now milliseconds of the wall clock
 * @throws MarineDataError as {@link BoatCertificates} does
 */
export const openCertificates = (options: CertificateOptions, now: number): Certificates => {
  const openOwn = (): Certificates => new BoatCertificates(options, now)
  return options.given === undefined ? openOwn() : new GivenCertificates(options.given, openOwn)
}
