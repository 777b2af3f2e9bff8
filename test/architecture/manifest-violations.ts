import { cycleFaults } from './cycles.ts'
import { packageByName, packageLaws } from './laws.ts'

export interface Manifest {
  readonly name: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

/** Every violation in the package manifests. */
export function findManifestViolations(manifests: readonly Manifest[]): string[] {
  const edges = new Map<string, readonly string[]>()
  const faults: string[] = []
  for (const { name, dependencies = {}, devDependencies = {} } of manifests) {
    const law =
      packageLaws[packageByName.get(name) ?? (name.startsWith('@marinedata/plugin-') ? 'plugins' : '')]
    if (law === undefined) {
      faults.push(`${name} is a package that the laws do not know`)
      continue
    }
    const needed = Object.keys(dependencies).filter((key) => packageByName.has(key))
    const wanted = Object.keys(devDependencies).filter((key) => packageByName.has(key))
    edges.set(name, [...needed, ...wanted])
    const allowedRows = new Set(law.imports)
    const testRows = new Set([...law.imports, ...law.testImports])
    const outside = (names: readonly string[], rows: ReadonlySet<string>): string[] =>
      names.filter((other) => !rows.has(packageByName.get(other) ?? ''))
    faults.push(...outside(needed, allowedRows).map((other) => `${name} may not depend on ${other}`))
    faults.push(
      ...outside(wanted, testRows).map((other) => `${name} may not depend on ${other}, not even to test`),
    )
  }
  return [...faults, ...cycleFaults(edges)]
}
