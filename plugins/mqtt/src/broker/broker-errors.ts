/** An error of the connection, in words for the skipper. */

/** Answers of a broker to a connection that it refuses (MQTT 3.1.1, 3.2.2.3). */
const refusals: readonly string[] = [
  '',
  'the broker does not know MQTT 3.1.1',
  'the broker does not accept the name of the boat',
  'the broker is not ready',
  'the broker refuses the user name or the password',
  'the broker does not let this user in',
]

export const refusalOf = (code: number): string =>
  refusals[code] ?? `the broker refuses the connection (${code})`

const unknownAuthority =
  'the certificate of the broker is of an unknown authority; set "certificate" to the file of that authority'

const wordsByCode: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens at this address',
  ECONNRESET: 'the broker closed the connection',
  EPIPE: 'the broker closed the connection',
  ETIMEDOUT: 'the broker does not answer',
  EHOSTUNREACH: 'the broker cannot be reached',
  EHOSTDOWN: 'the broker cannot be reached',
  ENETUNREACH: 'there is no network to the broker',
  ENETDOWN: 'the network is down',
  ENOTFOUND: 'the name of the broker is unknown in this network',
  EAI_AGAIN: 'the name of the broker cannot be resolved now',
  CERT_HAS_EXPIRED: 'the certificate of the broker has expired',
  CERT_NOT_YET_VALID: 'the certificate of the broker is not valid yet; is the clock of this computer right?',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate of the broker is for another name; set "host" to that name',
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownAuthority,
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  EPROTO: 'the broker does not speak TLS at this port',
  ERR_SSL_WRONG_VERSION_NUMBER: 'the broker does not speak TLS at this port',
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED:
    'the broker asks for a certificate of the boat; set "clientCertificate" and "clientKey"',
}

/** The meaning of an error of the connection. */
export const brokerErrorOf = (error: unknown): string => {
  const { code = '', message } = error as NodeJS.ErrnoException
  return Object.hasOwn(wordsByCode, code) ? (wordsByCode[code] ?? message) : message
}
