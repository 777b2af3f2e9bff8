import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCli } from '@marinedata/testing/boats/start-cli'

/** A version of the plugin `tides`. */
export interface Version {
  readonly version: string
  readonly paths: readonly string[]
  readonly changelog?: string
}

/** A club that publishes one plugin: its folder of packed plugins and their catalogue, on a web server. */
export class Publisher implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'marinedata-club-'))
  readonly #server = createServer((request, reply) => {
    const file = join(this.folder, request.url ?? '')
    if (existsSync(file)) reply.end(readFileSync(file))
    else reply.writeHead(404).end()
  })

  static async open(): Promise<Publisher> {
    const publisher = new Publisher()
    await new Promise<void>((resolve) => publisher.#server.listen(0, '127.0.0.1', resolve))
    return publisher
  }

  [Symbol.dispose](): void {
    this.#server.close()
    this.#server.closeAllConnections()
    rmSync(this.folder, { recursive: true })
  }

  get address(): string {
    // A listening TCP server has an address.
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/catalogue.json`
  }

  get file(): string {
    return join(this.folder, 'tides.tgz')
  }

  pack({ version, paths, changelog }: Version): void {
    const content = join(this.folder, 'tides')
    rmSync(content, { recursive: true, force: true })
    mkdirSync(content)
    const name = 'marinedata-plugin-tides'
    const described = { name, version, type: 'module', main: 'main.js' }
    const manifest = { name: 'tides', version, description: 'Says hello', writes: { paths } }
    writeFileSync(join(content, 'package.json'), JSON.stringify(described))
    writeFileSync(join(content, 'marinedata-plugin.json'), JSON.stringify(manifest))
    if (changelog !== undefined) writeFileSync(join(content, 'CHANGELOG.md'), changelog)
    copyFileSync(join(import.meta.dirname, 'plugins', 'plain.js'), join(content, 'main.js'))
    execFileSync('tar', ['-czf', this.file, '--transform', 's,^\\.,package,', '-C', content, '.'])
  }

  async publish(version: Version): Promise<void> {
    this.pack(version)
    const { code, stdout, stderr } = await runCli('plugin', 'catalogue', this.folder)
    assert.equal(code, 0, stderr)
    assert.match(stdout, /catalogue\.json with tides/)
  }
}
