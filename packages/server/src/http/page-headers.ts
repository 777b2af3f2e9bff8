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
