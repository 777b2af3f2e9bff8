/** Writes docs/openapi.json from the route table; CI fails when the committed copy differs. */
import { writeFileSync } from 'node:fs'
import { describeServer } from '../packages/server/src/start-server.ts'

const file = new URL('../docs/openapi.json', import.meta.url)
writeFileSync(file, `${JSON.stringify(describeServer(), null, 2)}\n`)
