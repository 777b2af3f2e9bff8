import { join } from 'node:path'
import { connect, showValues, turn } from './app.ts'

const usage = `Usage: npm start -- show URL           show the speed and the depth of the boat at URL
       npm start -- turn URL DEGREES   turn the target of its autopilot; negative is to port`

const [verb = '', url = '', argument = ''] = process.argv.slice(2)
const print = (line: string): void => console.log(line)
const degrees = Number(argument)
if (
  !URL.canParse(url) ||
  (verb !== 'show' && verb !== 'turn') ||
  (verb === 'turn' && !Number.isFinite(degrees))
) {
  console.error(usage)
  process.exit(2)
}

const boat = await connect({ url, tokenFile: join(import.meta.dirname, '..', 'token.json'), print })
if (verb === 'turn') {
  print(await turn(boat, degrees))
  process.exit()
}
const ended = new AbortController()
process.once('SIGINT', () => ended.abort())
await showValues(boat, print, ended.signal)
