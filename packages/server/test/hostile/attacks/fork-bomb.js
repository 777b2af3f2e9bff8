// A plugin that only starts processes: each starts two more. The last argument marks them.
import { spawn } from 'node:child_process'

const [level = '9', mark = ''] = process.argv.slice(2)
const start = () =>
  spawn(process.execPath, [import.meta.filename, String(Number(level) - 1), mark], { stdio: 'ignore' })
if (Number(level) > 0) {
  start()
  start()
}
setInterval(() => undefined, 1_000)
