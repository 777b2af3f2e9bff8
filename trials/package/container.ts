import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../../scripts/package/release.ts'
import { installPageScript } from './install-page.ts'

const limitMs = 600_000

const units: Readonly<Record<string, string>> = {
  'trial.target': '[Unit]\nWants=trial.service\n',
  'trial.service': `[Unit]
After=systemd-journald.service
[Service]
Type=oneshot
ExecStart=/bin/bash /trial/inside.sh
# Powers the container off.
ExecStopPost=/bin/kill -RTMIN+4 1
`,
}

const boot = async (root: string): Promise<void> => {
  const words = ['--quiet', '--boot', '--register=no', '--keep-unit', '--private-network']
  const child = spawn('systemd-nspawn', [...words, '--directory', root, '--', 'systemd.unit=trial.target'], {
    stdio: 'ignore',
    // Without this the container sees a read-only /proc/sys, which no boat has.
    env: { ...process.env, SYSTEMD_NSPAWN_API_VFS_WRITABLE: 'yes' },
    timeout: limitMs,
    killSignal: 'SIGKILL',
  })
  await once(child, 'exit')
}

export interface Packages {
  readonly previous: string
  readonly present: string
}

/**
 * Boots systemd on a copy of this machine's files that exists only in memory, installs the packages there, and returns
 * one line of JSON per case.
 * @throws Error with the log when the container did not run to its end
 */
export const liveInContainer = async ({ previous, present }: Packages): Promise<string[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'marinedata-container-'))
  const [memory, root] = [join(folder, 'memory'), join(folder, 'root')]
  mkdirSync(memory)
  mkdirSync(root)
  run('mount', ['-t', 'tmpfs', '-o', 'size=3G,mode=755', 'tmpfs', memory])
  try {
    for (const name of ['upper', 'work']) mkdirSync(join(memory, name))
    const layers = `lowerdir=/,upperdir=${join(memory, 'upper')},workdir=${join(memory, 'work')}`
    run('mount', ['-t', 'overlay', '-o', layers, 'overlay', root])
    const trial = join(root, 'trial')
    mkdirSync(trial)
    copyFileSync(previous, join(trial, 'previous.deb'))
    copyFileSync(present, join(trial, 'present.deb'))
    for (const name of ['inside.sh', 'follow-page.sh'])
      copyFileSync(join(import.meta.dirname, name), join(trial, name))
    writeFileSync(join(trial, 'page.sh'), installPageScript(join(import.meta.dirname, '../..')))
    for (const [name, text] of Object.entries(units))
      writeFileSync(join(root, 'etc/systemd/system', name), text)
    // Images of containers forbid packages to start services. A boat does not.
    rmSync(join(root, 'usr/sbin/policy-rc.d'), { force: true })
    await boot(root)
    const results = join(trial, 'results')
    const lines = existsSync(results) ? readFileSync(results, 'utf8').trim().split('\n') : []
    const isWhole = lines.some((line) => line.includes('"case":"install-page"'))
    if (!isWhole || lines.some((line) => line.includes('"pass":false')))
      process.stderr.write(
        existsSync(join(trial, 'log')) ? readFileSync(join(trial, 'log'), 'utf8') : 'no log\n',
      )
    if (!isWhole) throw new Error('the container did not run to its end')
    return lines
  } finally {
    run('bash', ['-c', 'umount "$1" 2>/dev/null; umount "$2"', 'bash', root, memory])
    rmSync(folder, { recursive: true, force: true })
  }
}
