import { parseCommand, usage } from './command.ts'
import { explain } from './explain.ts'
import { runDemo } from './run-demo.ts'
import { makePlugin } from './make-plugin.ts'
import { runAccess } from './access/run-access.ts'
import { runPlugin, writeManifestOf } from './run-plugin.ts'
import { runServer } from './run-server.ts'
import { validateFile } from './validate-file.ts'
import { serverVersion } from '../settings/server-version.ts'

const command = parseCommand(process.argv.slice(2))

switch (command.kind) {
  case 'help':
    process.stdout.write(usage)
    break
  case 'version':
    process.stdout.write(`${serverVersion}\n`)
    break
  case 'validate':
    process.exitCode = validateFile(command.file)
    break
  case 'start':
    await explain(() => runServer(command))
    break
  case 'demo':
    await explain(() => runDemo(command))
    break
  case 'plugin-new':
    await explain(() => makePlugin(command.name))
    break
  case 'plugin-run':
    await explain(() => runPlugin(command))
    break
  case 'plugin-manifest':
    await explain(() => writeManifestOf(command.place))
    break
  case 'access':
    await explain(() => runAccess(command))
    break
  case 'misused':
    process.stderr.write(`marinedata: ${command.reason}\n\n${usage}`)
    process.exitCode = 2
    break
}
