import { MarineDataError } from '@marinedata/model'

// A folder that cannot be written, a port that is taken: the machine's own words are the best.
const isOfTheMachine = (error: unknown): boolean => error instanceof Error && 'syscall' in error

/** Runs a command; what went wrong is told in one line, not as a stack. */
export const explain = async (command: () => Promise<void>): Promise<void> => {
  try {
    await command()
  } catch (error) {
    if (!(error instanceof MarineDataError) && !isOfTheMachine(error)) throw error
    process.stderr.write(`marinedata: ${(error as Error).message}\n`)
    process.exitCode = 1
  }
}
