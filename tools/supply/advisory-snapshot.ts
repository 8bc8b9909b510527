import { createReadStream, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { strFromU8, Unzip, UnzipInflate } from 'fflate'
import type { Advisory } from './weak-packages.ts'

const parseAdvisory = (text: string, name: string): Advisory => {
  const parsed = JSON.parse(text) as Partial<Advisory>
  if (typeof parsed.id !== 'string' || Number.isNaN(Date.parse(String(parsed.modified))))
    throw new Error(`${name} is no advisory in the OSV format`)
  return parsed as Advisory
}

/** The files of a ZIP one after another: all of npm's, unpacked, are some hundred times what one of them needs. */
async function readArchive(file: string, use: (advisory: Advisory) => void): Promise<void> {
  let failed: unknown
  const unzip = new Unzip((entry) => {
    if (!entry.name.endsWith('.json')) return
    const parts: Uint8Array[] = []
    entry.ondata = (error, part, isLast) => {
      failed ??= error
      parts.push(part)
      if (isLast && !failed) use(parseAdvisory(strFromU8(Buffer.concat(parts)), entry.name))
    }
    entry.start()
  })
  unzip.register(UnzipInflate)
  for await (const part of createReadStream(file)) unzip.push(part as Uint8Array)
  unzip.push(new Uint8Array(), true)
  if (failed) throw failed
}

/**
 * Hands over each advisory of a snapshot: a folder of JSON files, or the ZIP that OSV publishes for npm.
 * @throws Where a file is no advisory, or there is none at all.
 */
export async function readAdvisorySnapshot(
  place: string,
  use: (advisory: Advisory) => void,
): Promise<{ count: number; newest: string }> {
  let [count, newest] = [0, '']
  const take = (advisory: Advisory) => {
    count++
    if (advisory.modified > newest) newest = advisory.modified
    use(advisory)
  }
  if (statSync(place).isDirectory()) {
    const names = readdirSync(place, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.json'),
    )
    for (const name of names) take(parseAdvisory(readFileSync(path.join(place, name), 'utf8'), name))
  } else await readArchive(place, take)
  if (count === 0) throw new Error(`${place} holds no advisory`)
  return { count, newest }
}
