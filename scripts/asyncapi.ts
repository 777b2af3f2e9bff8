/** Writes docs/asyncapi.json from the messages of the stream; CI fails when the committed copy differs. */
import { defaultProductWord } from '@marinedata/model'
import { writeFileSync } from 'node:fs'
import { streamDocumentOf } from '../packages/server/src/features/pages.ts'

const file = new URL('../docs/asyncapi.json', import.meta.url)
writeFileSync(file, `${JSON.stringify(streamDocumentOf(defaultProductWord), null, 2)}\n`)
