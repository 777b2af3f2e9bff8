/**
 * With every page and what it loads: nothing comes from elsewhere, text never becomes markup or code, and no other page may
 * frame it or keep hold of its window. `connect-src 'self'` covers the stream of the same host; Safari knows so since 15.4.
 * The one trusted type is the address of the worker, a constant, without which no browser that knows trusted types starts it.
 */
export const pageHeaders: Readonly<Record<string, string>> = {
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
    'trusted-types worker',
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-cache',
}
