import { createHash } from 'node:crypto'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { writeImageBase } from './image-base.ts'
import { archiveOf, run, type Architecture, type Release } from './release.ts'

/** The user in the container. Number 997 owns `/data`. */
const user = 997

interface Blob {
  readonly mediaType: string
  readonly digest: string
  readonly size: number
}

interface Layer extends Blob {
  /** The digest of the layer before it was compressed. */
  readonly plainDigest: string
}

const digestOf = (bytes: Buffer): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`

/** A folder in the layout of the Open Container Initiative. */
class ImageLayout {
  readonly #folder: string
  readonly #release: Release

  constructor(folder: string, release: Release) {
    this.#folder = folder
    this.#release = release
    mkdirSync(join(folder, 'blobs/sha256'), { recursive: true })
    writeFileSync(join(folder, 'oci-layout'), '{"imageLayoutVersion":"1.0.0"}')
  }

  #write(bytes: Buffer, kind: string): Blob {
    const digest = digestOf(bytes)
    writeFileSync(join(this.#folder, 'blobs', digest.replace(':', '/')), bytes)
    return { mediaType: `application/vnd.oci.image.${kind}`, digest, size: bytes.length }
  }

  addDocument(document: unknown, kind: string): Blob {
    return this.#write(Buffer.from(JSON.stringify(document)), `${kind}.v1+json`)
  }

  addLayer(tree: string): Layer {
    const file = `${tree}.tar`
    archiveOf(tree, file, this.#release)
    const plain = readFileSync(file)
    rmSync(file)
    const zipped = gzipSync(plain, { level: Math.min(9, this.#release.level) })
    return { ...this.#write(zipped, 'layer.v1.tar+gzip'), plainDigest: digestOf(plain) }
  }

  writeIndex(manifest: Blob, architecture: Architecture): void {
    const platform = { architecture, os: 'linux' }
    const annotations = { 'org.opencontainers.image.ref.name': this.#release.version }
    const index = { schemaVersion: 2, manifests: [{ ...manifest, platform, annotations }] }
    writeFileSync(join(this.#folder, 'index.json'), JSON.stringify(index))
  }
}

const labelsOf = ({ version, commit }: Release): Readonly<Record<string, string>> => ({
  'org.opencontainers.image.title': 'marinedata',
  'org.opencontainers.image.version': version,
  'org.opencontainers.image.revision': commit,
  'org.opencontainers.image.licenses': 'Apache-2.0',
})

const configOf = (release: Release, architecture: Architecture, layers: readonly Layer[]): unknown => {
  const created = new Date(release.epoch * 1000).toISOString()
  return {
    created,
    architecture,
    os: 'linux',
    config: {
      User: `${user}:${user}`,
      ExposedPorts: { '3000/tcp': {} },
      Env: [
        'PATH=/usr/lib/marinedata/bin:/usr/bin:/bin',
        'NODE_ENV=production',
        'HOME=/data',
        'MARINEDATA_DATA=/data',
        'NODE_COMPILE_CACHE=/data/.compile-cache',
        'MALLOC_ARENA_MAX=2',
        'MALLOC_TRIM_THRESHOLD_=131072',
      ],
      Entrypoint: [
        '/usr/lib/marinedata/bin/node',
        '/usr/lib/marinedata/node_modules/marinedata/dist/cli/main.js',
      ],
      Volumes: { '/data': {} },
      WorkingDir: '/data',
      StopSignal: 'SIGTERM',
      Labels: labelsOf(release),
    },
    rootfs: { type: 'layers', diff_ids: layers.map(({ plainDigest }) => plainDigest) },
    history: layers.map((_, at) => ({ created, created_by: at === 0 ? 'debian' : 'marinedata' })),
  }
}

/** A line of a user database. */
const line = (name: string, ...rest: readonly string[]): string => `${[name, 'x', ...rest].join(':')}\n`

/** The server below `/usr/lib/marinedata`, as in the Debian package, and the data folder. */
const writeServer = (packageTree: string, tree: string): void => {
  mkdirSync(join(tree, 'usr/lib'), { recursive: true })
  mkdirSync(join(tree, 'usr/share/doc'), { recursive: true })
  run('cp', ['-a', join(packageTree, 'usr/lib/marinedata'), join(tree, 'usr/lib')])
  run('cp', ['-a', join(packageTree, 'usr/share/doc/marinedata'), join(tree, 'usr/share/doc')])
  mkdirSync(join(tree, 'etc'))
  writeFileSync(
    join(tree, 'etc/passwd'),
    line('root', '0', '0', 'root', '/', '/bin/false') +
      line('marinedata', `${user}`, `${user}`, 'marinedata', '/data', '/bin/false'),
  )
  writeFileSync(join(tree, 'etc/group'), line('root', '0', '') + line('marinedata', `${user}`, ''))
  for (const folder of ['data', 'tmp']) {
    mkdirSync(join(tree, folder))
    // The archive has one owner for all files, so the data folder is open to the user of the container by its mode.
    run('chmod', ['1777', join(tree, folder)])
  }
}

/** On Debian 12 these are links into `/usr`, but packages still contain files below them. */
export const mergeUsr = (tree: string): void => {
  for (const name of ['bin', 'sbin', 'lib', 'lib64']) {
    const folder = join(tree, name)
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) {
      mkdirSync(join(tree, 'usr', name), { recursive: true })
      run('cp', ['-a', `${folder}/.`, join(tree, 'usr', name)])
      rmSync(folder, { recursive: true })
    }
    if (statSync(join(tree, 'usr', name), { throwIfNoEntry: false }) !== undefined)
      symlinkSync(`usr/${name}`, folder)
  }
}

/**
 * Writes the image for containers as one file, which podman, docker and skopeo read.
 * @param packageTree the files of the Debian package of the same architecture
 */
export const buildImage = (release: Release, architecture: Architecture, packageTree: string): string => {
  const work = mkdtempSync(join(tmpdir(), 'marinedata-image-'))
  try {
    const trees = [join(work, 'base'), join(work, 'server')]
    const [base = '', server = ''] = trees
    for (const tree of trees) mkdirSync(tree)
    writeImageBase(architecture, base)
    mergeUsr(base)
    writeServer(packageTree, server)
    const layout = new ImageLayout(join(work, 'image'), release)
    const layers = trees.map((tree) => layout.addLayer(tree))
    const manifest = {
      schemaVersion: 2,
      mediaType: 'application/vnd.oci.image.manifest.v1+json',
      config: layout.addDocument(configOf(release, architecture, layers), 'config'),
      layers: layers.map(({ plainDigest: _, ...blob }) => blob),
      annotations: labelsOf(release),
    }
    layout.writeIndex(layout.addDocument(manifest, 'manifest'), architecture)
    const file = join(release.out, `marinedata_${release.version}_${architecture}.oci.tar`)
    archiveOf(join(work, 'image'), join(work, 'image.tar'), release)
    renameSync(join(work, 'image.tar'), file)
    return file
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
