import assert from 'node:assert/strict'
import { createServer as createPlainServer, type Server } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { Authority } from '../src/tls/authority.ts'
import { createKeyPair, keyPem } from '../src/tls/key-pair.ts'
import { download } from '../src/plugin-host/installation/download.ts'

/** Opens a server on a free port. Returns its host and port. */
const listen = async (stack: AsyncDisposableStack, server: Server): Promise<string> => {
  stack.defer(() => {
    server.close()
    // Connections of fetch stay open.
    server.closeAllConnections()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A listening TCP server has an address.
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A certificate that this process accepts until the stack is disposed of. */
const acceptedCertificate = (
  stack: AsyncDisposableStack,
): { readonly cert: string; readonly key: string } => {
  const names = ['127.0.0.1']
  const authority = Authority.create({ boatName: 'Club', names, now: Date.now() })
  const keys = createKeyPair()
  const { validity } = authority
  const cert = authority.certify({ commonName: 'club', publicKey: keys.publicKey, names, validity })
  const accepted = getCACertificates('default')
  setDefaultCACertificates([...accepted, authority.pem])
  stack.defer(() => setDefaultCACertificates(accepted))
  return { cert: cert.toString(), key: keyPem(keys) }
}

test('a redirect is followed on the same host only', async () => {
  await using stack = new AsyncDisposableStack()
  const asked: string[] = []
  const secret = await listen(
    stack,
    createPlainServer(({ url }, reply) => {
      asked.push(url!)
      reply.end('secret')
    }),
  )
  const server = createPlainServer(({ url }, reply) => {
    if (url === '/there') reply.end('the catalogue')
    else if (url === '/moved') reply.writeHead(302, { location: 'there' }).end()
    else if (url === '/round') reply.writeHead(302, { location: '/round' }).end()
    else reply.writeHead(302, { location: `http://${secret}/secret` }).end()
  })
  const address = `http://${await listen(stack, server)}`
  assert.equal((await download(`${address}/moved`, 100)).toString(), 'the catalogue')
  await assert.rejects(download(`${address}/elsewhere`, 100), /redirects to 127.*, which is another host/)
  await assert.rejects(download(`${address}/round`, 100), /redirects more than 5 times/)
  assert.deepEqual(asked, [])
})

test('a redirect is followed to an encrypted address only', async () => {
  await using stack = new AsyncDisposableStack()
  const plain = await listen(
    stack,
    createPlainServer((_request, reply) => reply.end('another catalogue')),
  )
  const server = createServer(acceptedCertificate(stack), ({ url }, reply) => {
    if (url === '/catalogue.json') reply.end('the catalogue')
    else reply.writeHead(302, { location: url === '/moved' ? '/catalogue.json' : `http://${plain}/` }).end()
  })
  const address = `https://${await listen(stack, server)}`
  assert.equal((await download(`${address}/moved`, 100)).toString(), 'the catalogue')
  await assert.rejects(download(`${address}/elsewhere`, 100), /redirects to http:.*not encrypted/)
})
