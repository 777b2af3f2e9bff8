import type { Finding } from '#signalk-import/findings.ts'
import { printable } from '#process/printable.ts'
import { importSignalk } from '#compose/signalk-import.ts'
import { shellActor } from '../access/shell-actor.ts'
import { defaultDataFolder } from '../data-folder.ts'
import type { MaintenanceCommand } from './maintenance-command.ts'

type ImportCommand = Extract<MaintenanceCommand, { kind: 'import' }>

const titles: Readonly<Record<Finding['outcome'], string>> = {
  taken: 'Taken',
  kept: 'Already here, and not changed',
  'not-taken': 'Not taken: do this by hand',
}

/** Imports the settings of signalk-server, and says what was taken. */
export const runImport = async ({
  folder = defaultDataFolder(),
  from,
  isDryRun,
}: ImportCommand): Promise<void> => {
  const findings = await importSignalk({ from, folder, isDryRun, actor: shellActor() })
  for (const [outcome, title] of Object.entries(titles)) {
    const found = findings.filter((finding) => finding.outcome === outcome)
    if (found.length === 0) continue
    process.stdout.write(`${isDryRun && outcome === 'taken' ? 'Would be taken' : title}:\n`)
    for (const { part, text } of found) process.stdout.write(`  ${printable(`${part}: ${text}`)}\n`)
  }
  process.stdout.write(isDryRun ? 'Nothing was written.\n' : `Written to ${folder}. Start the server now.\n`)
}
