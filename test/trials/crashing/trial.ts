import type { Trial } from '../../../trials/runner/trial.ts'

export const trial: Trial = {
  name: 'crashing',
  sentence: 'Ends its process in the middle.',
  covers: ['test/trials'],
  needs: [],
  cases: { before: { full: 30 }, during: { full: 30 } },
  async *run() {
    yield { case: 'before', pass: true }
    process.kill(process.pid, 'SIGKILL')
    await Promise.withResolvers<void>().promise
  },
}
