import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { extname, join } from 'node:path'

/** The project cannot be created as asked; the message says why. */
export class RefusedProject extends Error {}

interface Project {
  readonly template: string
  readonly folder: string
  readonly name: string
  readonly description: string
  readonly version: string
}

/** The words of a template that stand for the project's own. */
const placeholders = {
  name: 'project-name',
  description: 'project-description',
  version: '0.0.0-template',
} as const

const filled = (text: string, file: string, { name, description, version }: Project): string => {
  // The description is put in last: nothing in it is a placeholder.
  const named = text.replaceAll(placeholders.name, name).replaceAll(placeholders.version, version)
  if (extname(file) === '.md') return named.replaceAll(placeholders.description, () => description)
  const quoted = JSON.stringify(description)
  return named
    .replaceAll(`'${placeholders.description}'`, () => quoted)
    .replaceAll(`"${placeholders.description}"`, () => quoted)
}

const makeFolder = (folder: string): void => {
  try {
    // Not recursive: it fails when the folder exists, so nothing in it is ever overwritten.
    mkdirSync(folder)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EEXIST')
      throw new RefusedProject(`"${folder}" already exists. Choose another name, or use --folder`)
    throw new RefusedProject(`The folder cannot be created: ${message}`)
  }
}

/**
 * Creates the folder of a project from a template.
 * @throws RefusedProject when the folder exists or cannot be created
 */
export const createProject = (project: Project): void => {
  const { template, folder } = project
  makeFolder(folder)
  try {
    cpSync(template, folder, { recursive: true, force: false, errorOnExist: true })
    // npm packs no file with the name .gitignore.
    renameSync(join(folder, 'gitignore'), join(folder, '.gitignore'))
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    for (const file of names.map((name) => join(folder, name)).filter((path) => statSync(path).isFile()))
      writeFileSync(file, filled(readFileSync(file, 'utf8'), file, project))
  } catch (error) {
    // The folder is empty but for what this call has written.
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}
