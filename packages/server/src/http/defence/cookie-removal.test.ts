import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cookieRemoval } from './cookie-removal.ts'

const request = (cookies: string): Buffer =>
  Buffer.from(`GET /console/helm?x=1 HTTP/1.1\r\nHost: boat.local:3000\r\nCookie: ${cookies}`)

test('expires the cookies of a request at every path from which the browser can have sent them', () => {
  const lines = cookieRemoval(request('b0=x; b1=y'), false)
  for (const name of ['b0', 'b1'])
    for (const path of ['/', '/console', '/console/', '/console/helm'])
      for (const domain of ['', '; Domain=boat.local'])
        assert.ok(lines.includes(`set-cookie: ${name}=; Max-Age=0; Path=${path}${domain}`), path + domain)
})

test('removes all cookies over https, and sends no header without a cookie', () => {
  assert.deepEqual(cookieRemoval(request('b0=x'), true), ['clear-site-data: "cookies"'])
  assert.deepEqual(cookieRemoval(Buffer.from('GET / HTTP/1.1\r\nx: yyyy'), false), [])
  assert.deepEqual(cookieRemoval(undefined, false), [])
})

test('no name becomes a header line, and a packet from the middle of a request counts', () => {
  const lines = cookieRemoval(Buffer.from('xxxx; b7=y; a\r\nset-cookie: evil=1; \u0001=1'), false)
  assert.ok(lines.includes('set-cookie: b7=; Max-Age=0; Path=/'))
  assert.ok(lines.every((line) => !/[\r\n]/.test(line)))
})

test('the answer to a thousand cookies is bounded', () => {
  const cookies = Array.from({ length: 1_000 }, (_, index) => `c${index}=1`).join('; ')
  assert.ok(cookieRemoval(request(cookies), false).length <= 64 * 8 * 2)
})
