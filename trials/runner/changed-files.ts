import { execFileSync } from 'node:child_process'
import type { Trial } from './trial.ts'

const git = (root: string, ...words: readonly string[]): string[] =>
  execFileSync('git', words, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)

/** Files of a repository that differ from the point where its branch left `base`, and files that are not committed. */
export function changedFiles(root: string, base: string): string[] {
  const [fork = base] = git(root, 'merge-base', base, 'HEAD')
  return [
    ...git(root, 'diff', '--name-only', fork),
    ...git(root, 'ls-files', '--others', '--exclude-standard'),
  ]
}

/** Returns true if one of the files is in a folder that the trial covers, or part of the trial or of the runner. */
export function isCovered({ name, covers }: Trial, files: readonly string[]): boolean {
  const folders = [...covers, `trials/${name}`, 'trials/runner']
  return files.some((file) => folders.some((folder) => file === folder || file.startsWith(`${folder}/`)))
}
