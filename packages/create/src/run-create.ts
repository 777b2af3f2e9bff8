import { isReservedName, pluginNamePattern } from '@marinedata/model'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { createProject, RefusedProject } from './create-project.ts'

/** A kind of project that can be created. */
export interface ProjectKind {
  /** The name of the program, such as `create-marinedata-plugin`. */
  readonly program: string
  /** The folder with the template. */
  readonly template: string
  /** The version of our packages that the project uses. */
  readonly version: string
  /** The description of a project for which nobody has given one. */
  readonly describe: (name: string) => string
  /** Whether names of the product are refused. */
  readonly refusesReservedNames: boolean
  /** The lines that say what to do next. */
  readonly next: readonly string[]
}

interface Output {
  readonly out: (text: string) => void
  readonly error: (text: string) => void
}

const options = {
  description: { type: 'string' },
  folder: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const

// oxlint-disable-next-line no-restricted-globals -- the pattern is a constant of the model, not a text from outside
const nameGrammar = new RegExp(pluginNamePattern)

const usageOf = ({ program, describe }: ProjectKind): string => `Usage: npm create ${program.replace(
  'create-',
  '',
)} NAME [-- OPTIONS]

NAME has at most 48 lower case letters, digits and "-", and starts with a letter.

Options:
  --description TEXT  one sentence about it, at most 256 characters (default "${describe('NAME')}")
  --folder PATH       the folder to create (default NAME); it must not exist
  --version           print the version
  --help              print this help
`

const refuse = (message: string): never => {
  throw new RefusedProject(message)
}

const checkName = (name: string, kind: ProjectKind): void => {
  if (!nameGrammar.test(name))
    refuse(
      `"${name}" is not a valid name. Use at most 48 lower case letters, digits and "-", starting with a letter`,
    )
  if (kind.refusesReservedNames && isReservedName(name))
    refuse(`The name "${name}" is reserved for a part of the server. Choose another one`)
}

const checkDescription = (text: string): void => {
  if (text.trim() === '' || text.length > 256) refuse('A description has 1 to 256 characters')
  // oxlint-disable-next-line no-control-regex -- they are what is refused
  if (/[\u0000-\u001f\u007f]/.test(text)) refuse('A description is one line without control characters')
}

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    return refuse((error as Error).message)
  }
}

const nextSteps = (folder: string, steps: readonly string[]): string =>
  [`cd ${folder}`, ...steps].map((line) => `  ${line}\n`).join('')

const create = (kind: ProjectKind, args: readonly string[], { out }: Output): void => {
  const { values, positionals } = parse(args)
  if (values.help === true) return out(usageOf(kind))
  if (values.version === true) return out(`${kind.version}\n`)
  const [name, ...more] = positionals
  if (name === undefined || more.length > 0) return refuse('Give one name')
  checkName(name, kind)
  const description = values.description ?? kind.describe(name)
  checkDescription(description)
  const folder = values.folder ?? name
  createProject({ template: kind.template, folder, name, description, version: kind.version })
  return out(`Created ${basename(folder)}. Next:\n\n${nextSteps(folder, kind.next)}`)
}

/**
 * Creates a project as the command line says.
 * @returns the exit code: 2 when the command line is refused, and nothing was created
 */
export const runCreate = (
  kind: ProjectKind,
  args: readonly string[],
  output: Output = {
    out: (text) => void process.stdout.write(text),
    error: (text) => void process.stderr.write(text),
  },
): number => {
  try {
    create(kind, args, output)
    return 0
  } catch (error) {
    if (!(error instanceof RefusedProject)) throw error
    output.error(`${kind.program}: ${error.message}\n\n${usageOf(kind)}`)
    return 2
  }
}
