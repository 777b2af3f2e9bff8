/** Whether the trials run in their short form, which CI uses. */
export const isQuick: boolean = process.argv.includes('--quick')

/** Prints the result of a comparison as one JSON line. A failed one makes the process fail. */
export const report = (oracle: string, pass: boolean, figures: object): void => {
  if (!pass) process.exitCode = 1
  console.log(JSON.stringify({ oracle, pass, ...figures }))
}

/** The heap after a collection, which `--expose-gc` allows, in megabytes. */
export const heapMb = (): number => {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / 1e6
}
