/** Prints the sizes of bundles that use parts of the client, one JSON line each. */
import { bundleSizes } from './client/bundle-sizes.ts'

for (const size of bundleSizes()) console.log(JSON.stringify(size))
