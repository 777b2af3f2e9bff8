/** The processor time that this thread has used, in milliseconds. */
export const processorMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
