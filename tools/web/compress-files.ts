import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { listFiles } from './file-list.ts'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
/** As many as Node's own threads work on. */
const at_once = 4
const compressible = /\.(css|m?js|json|svg|txt|webmanifest|xml)$/

/** Writes `.br` and `.gz` beside every text file of a build, at the strongest setting: they are read many times. */
export async function compressFiles(dir: string): Promise<void> {
  const names = (await listFiles(dir)).filter((name) => compressible.test(name)).values()
  const compressNext = async () => {
    for (const name of names) await compress(join(dir, name))
  }
  await Promise.all(Array.from({ length: at_once }, compressNext))
}

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file)
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  await writeFile(`${file}.br`, await brotli(bytes, { params }))
  await writeFile(`${file}.gz`, await zip(bytes, { level: 9 }))
}
