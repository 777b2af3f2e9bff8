#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { limitYoungGeneration } from './heap-settings.ts'

// By default SIGUSR1 makes Node open a debugger, with which any program of the same user could run code in the server.
process.on('SIGUSR1', () => undefined)

// Caches compiled code: the built program starts in two thirds of the time and uses 6 MB less. The cache is in the
// package folder, not in the default temporary folder, where other users could plant code.
if (import.meta.filename.endsWith('.js'))
  enableCompileCache(join(import.meta.dirname, '..', '..', '.compile-cache'))
limitYoungGeneration()

await import('./run-command.ts')
