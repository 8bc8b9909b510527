/** Compresses what the web builds hold: `node tools/web/compress-web.ts`. In a process of its own, which may have to wait. */
import path from 'node:path'
import { compressFiles } from './compress-files.ts'

for (const build of ['client', 'patient', 'embed'])
  await compressFiles(path.join(import.meta.dirname, '../../build/web', build))
