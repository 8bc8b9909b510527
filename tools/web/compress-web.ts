/**
 * Compresses what the web builds hold, in a process of its own, which may have to wait for others: `node
 * tools/web/compress-web.ts`. Ends with whoever began it, so that nothing is written where the next build writes.
 */
import path from 'node:path'
import { compressFiles } from './compress-files.ts'

process.stdin.on('end', () => process.exit(1)).resume()
for (const build of ['client', 'patient', 'embed'])
  await compressFiles(path.join(import.meta.dirname, '../../build/web', build))
process.exit()
