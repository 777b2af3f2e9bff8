const headersWith = (trustedTypes: string): Readonly<Record<string, string>> => ({
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${trustedTypes}`,
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-cache',
})

/**
 * Headers of every page and its files. They allow no content of other hosts, no injected markup or code, and no
 * framing. `connect-src 'self'` covers the stream of the same host (in Safari since 15.4). The one trusted type is the
 * constant URL of the service worker: browsers with trusted types do not start the worker without it.
 */
export const pageHeaders = headersWith('worker')

/** Headers of the guide. Its pages are rendered by Vue, which passes its own templates through the policy `vue`. */
export const guideHeaders = headersWith('vue')

/**
 * Headers of every answer below `/plugins/`. A browser shows it in an opaque origin, without cookies, storage or rights here. It
 * may not load anything, and no other page may frame it.
 */
export const sandboxedHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
}

interface PageAddress {
  readonly host: string | undefined
  readonly isEncrypted: boolean
  /** The path of the page's own address, ending with a slash. */
  readonly base: string
}

/** A policy cannot name an IPv6 address. */
const namedHost = /^[a-z0-9._-]+(?::[0-9]{1,5})?$/i

/**
 * Headers of a page of a plugin. Its scripts run in a sandbox without an origin, and reach nothing but its own address. Forms do
 * not leave the page: the scripts send the input.
 */
export const sandboxedPageHeaders = ({
  host = '',
  isEncrypted,
  base,
}: PageAddress): Record<string, string> => {
  const own = namedHost.test(host) ? `${isEncrypted ? 'https' : 'http'}://${host}${base}` : "'self'"
  return {
    ...sandboxedHeaders,
    'content-security-policy': [
      'sandbox allow-scripts allow-forms',
      "default-src 'none'",
      `script-src ${own}`,
      `style-src ${own} 'unsafe-inline'`,
      `img-src ${own} data: blob:`,
      `font-src ${own} data:`,
      `media-src ${own}`,
      `connect-src ${own}`,
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  }
}
