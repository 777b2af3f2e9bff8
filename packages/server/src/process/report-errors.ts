import { MarineDataError } from '@marinedata/model'
import { printableLines } from './printable.ts'

// Errors of the operating system, such as a read-only folder or a port in use, already have clear messages.
const isSystemError = (error: unknown): boolean => error instanceof Error && 'syscall' in error

/** Whether the message of an error is written for people. */
export const isExpected = (error: unknown): error is Error =>
  error instanceof MarineDataError || isSystemError(error)

/** Runs a command and prints an expected error as one line, after the name of the program, instead of a stack trace. */
export const reportErrors = async (command: () => Promise<void>, program = 'marinedata'): Promise<void> => {
  try {
    await command()
  } catch (error) {
    if (!isExpected(error)) throw error
    process.stderr.write(`${program}: ${printableLines(error.message)}\n`)
    process.exitCode = 1
  }
}
