import { readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { listFiles } from './file-list.ts'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
/** As many as Node's own threads work on. */
const at_once = 4
const compressible = /\.(css|m?js|json|svg|webmanifest)$/

/**
 * Writes `.br` and `.gz` beside every text file of a build that has none of its own yet, at the strongest setting: they are
 * read many times. A server may read them meanwhile, so each is there whole or not at all.
 */
export async function compressFiles(dir: string): Promise<void> {
  const names = (await listFiles(dir)).filter((name) => compressible.test(name)).values()
  const compressNext = async () => {
    for (const name of names) await compress(join(dir, name))
  }
  await Promise.all(Array.from({ length: at_once }, compressNext))
}

async function compress(file: string): Promise<void> {
  if (await isCompressed(file)) return
  const bytes = await readFile(file)
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  await writeWhole(`${file}.gz`, await zip(bytes, { level: 9 }))
  await writeWhole(`${file}.br`, await brotli(bytes, { params }))
}

/** The last that is written is as young as the file. */
async function isCompressed(file: string): Promise<boolean> {
  const made = await stat(`${file}.br`).catch(() => null)
  return made !== null && made.mtimeMs >= (await stat(file)).mtimeMs
}

async function writeWhole(file: string, bytes: Buffer): Promise<void> {
  const draft = `${file}.draft`
  await writeFile(draft, bytes)
  await rename(draft, file)
}
