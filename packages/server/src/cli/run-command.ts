import { parseCommand, usage } from './command.ts'
import { reportErrors } from '../process/report-errors.ts'
import { runApps } from './apps/run-apps.ts'
import { runDemo } from './demo/run-demo.ts'
import { runAccess, runWhere } from './access/run-access.ts'
import { runBackup, runRestore } from './maintenance/run-backup.ts'
import { runImport } from './maintenance/run-import.ts'
import { runDoctor } from './maintenance/run-doctor.ts'
import { runPlugins } from './plugins/run-plugins.ts'
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
  case 'where':
    await reportErrors(() => runWhere(command.folder))
    break
  case 'start':
    await reportErrors(() => runServer(command))
    break
  case 'demo':
    await reportErrors(() => runDemo(command))
    break
  case 'plugin-run':
    await reportErrors(() => runPlugin(command))
    break
  case 'plugin-manifest':
    await reportErrors(() => writeManifestOf(command.place))
    break
  case 'plugins':
    await reportErrors(() => runPlugins(command))
    break
  case 'apps':
    await reportErrors(() => runApps(command))
    break
  case 'access':
    await reportErrors(() => runAccess(command))
    break
  case 'backup':
    await reportErrors(() => runBackup(command))
    break
  case 'restore':
    await reportErrors(() => runRestore(command))
    break
  case 'import':
    await reportErrors(() => runImport(command))
    break
  case 'doctor':
    await reportErrors(() => runDoctor(command))
    break
  case 'simulate': {
    const { runSimulate } = await import('./simulate/run-simulate.ts')
    await reportErrors(() => runSimulate(command.args))
    break
  }
  case 'misused':
    process.stderr.write(`marinedata: ${command.reason}\n\n${usage}`)
    process.exitCode = 2
    break
}
