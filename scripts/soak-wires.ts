/**
 * Sends a full bus through every kind of gateway to the plugin for NMEA 2000. Prints one JSON line per gateway: messages
 * that were sent and lost, how late they were published, and the processor time of the plugin. Fails when one is lost.
 * `--quick` takes seconds, else each gateway takes ten minutes. Each gateway has a process of its own.
 */
import { spawnSync } from 'node:child_process'
import { measureWire, wires, type WireName } from './nmea2000/full-bus.ts'

const isQuick = process.argv.includes('--quick')
const seconds = isQuick ? 5 : 600
const limits = { processorPercent: 5, lagMs: 100 }

const isWire = (name: string | undefined): name is WireName => wires.some((wire) => wire === name)

const measureOne = async (name: WireName): Promise<boolean> => {
  const figures = await measureWire(name, seconds)
  // Datagrams may be lost: they are counted. Times are judged on a machine that does nothing else.
  const isComplete = figures.lost === 0 || name === 'yacht-devices-udp'
  const isFast = figures.processorPercent <= limits.processorPercent && figures.lagMsP99 <= limits.lagMs
  const pass = isComplete && (isFast || isQuick)
  console.log(JSON.stringify({ soak: `full-bus-${name}`, pass, ...figures, limits }))
  return pass
}

const [, program = '', only] = process.argv
if (isWire(only)) process.exitCode = (await measureOne(only)) ? 0 : 1
else
  for (const name of wires) {
    const options = [...process.execArgv, program, name, ...(isQuick ? ['--quick'] : [])]
    const { status } = spawnSync(process.execPath, options, { stdio: 'inherit' })
    if (status !== 0) process.exitCode = 1
  }
