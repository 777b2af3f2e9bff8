import { spawn } from 'node:child_process'
import type { Trial } from '../../../trials/runner/trial.ts'

export const trial: Trial = {
  name: 'hanging',
  sentence: 'Reports the process that it has started, and never ends.',
  covers: ['test/trials'],
  needs: [],
  cases: { starts: { full: 1 }, hangs: { full: 1 } },
  async *run() {
    const { pid } = spawn('sleep', ['1000'], { stdio: 'ignore' })
    yield { case: 'starts', pass: true, pid }
    setInterval(() => undefined, 1_000)
    await Promise.withResolvers<void>().promise
  },
}
