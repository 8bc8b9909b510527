import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { listFiles } from './file-list.ts'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const compressible = /\.(css|m?js|json|svg|txt|webmanifest|xml)$/

/** Writes `.br` and `.gz` beside every text file of a build, at the strongest setting: they are read many times. */
export async function compressFiles(dir: string): Promise<void> {
  for (const name of await listFiles(dir)) {
    if (!compressible.test(name)) continue
    const file = join(dir, name)
    const bytes = await readFile(file)
    await writeFile(
      `${file}.br`,
      await brotli(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    )
    await writeFile(`${file}.gz`, await zip(bytes, { level: 9 }))
  }
}
