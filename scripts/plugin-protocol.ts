/** Writes docs/plugin-protocol.md from the protocol's schemas; CI fails when the committed copy differs. */
import { writeFileSync } from 'node:fs'
import { pluginProtocolPage } from './plugin-protocol/page.ts'

writeFileSync(new URL('../docs/plugin-protocol.md', import.meta.url), pluginProtocolPage())
