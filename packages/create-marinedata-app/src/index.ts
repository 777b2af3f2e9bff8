#!/usr/bin/env node
import { runCreate } from '@marinedata/create'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const place = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
// npm has read this file before it runs the program.
const { version } = JSON.parse(readFileSync(place('../package.json'), 'utf8')) as { readonly version: string }

process.exitCode = runCreate(
  {
    program: 'create-marinedata-app',
    template: place('../template'),
    version,
    describe: (name) => `The app ${name}`,
    refusesReservedNames: false,
    next: ['npm install', 'npm test', 'npm start -- show http://127.0.0.1:3000'],
  },
  process.argv.slice(2),
)
