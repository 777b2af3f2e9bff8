import { startPlugin } from '@marinedata/plugin-api/testing'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
for (const name of ['distress','closest-approach']) {
await using p = await startPlugin(`/tmp/dd/plugins/${name}`)
await sleep(12000)
const s=readFileSync(`/proc/${p.pid}/smaps_rollup`,'utf8')
console.log(name, s.match(/^Pss:.*$/m)?.[0], s.match(/^Rss:.*$/m)?.[0], s.match(/^Pss_Anon.*$/m)?.[0])
const sw=()=>readFileSync(`/proc/${p.pid}/status`,'utf8').match(/^voluntary.*$/m)?.[0]
console.log(sw()); await sleep(10000); console.log(sw())
}
