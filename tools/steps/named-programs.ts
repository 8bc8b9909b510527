import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build, buildSteps } from '../build-steps.ts'
import { countsFile, readCounts, sumCounts } from './program-counts.ts'

const isNumber = (word: string) => /^\d+$/.test(word)

/**
 * Builds what is stale, then runs the programs of a folder of tools/ one after the other, or those named on the command
 * line, tells of them all in a table, and ends with 1 when one of them failed. A number after a name is handed to that
 * program.
 */
export async function runNamed(folder: string, files: readonly string[]): Promise<never> {
  const names = files.map((file) => path.basename(file, '.ts'))
  const given = process.argv.slice(2)
  const wanted = given.filter((word) => !isNumber(word))
  const unknown = wanted.find((name) => !names.includes(name))
  if (unknown) {
    console.error(`'${unknown}' is none of: ${names.join(', ')}.`)
    process.exit(2)
  }
  await build(buildSteps.map(({ name }) => name))
  const home = mkdtempSync(path.join(tmpdir(), 'candour-counts-'))
  const table = (wanted.length > 0 ? wanted : names).map((name) => {
    console.error(`\n${name}`)
    const file = path.join(import.meta.dirname, '..', folder, `${name}.ts`)
    const after = given[given.indexOf(name) + 1] ?? ''
    const numbers = given.includes(name) && isNumber(after) ? [after] : []
    const counts = path.join(home, name)
    const begun = Date.now()
    const { status } = spawnSync(process.execPath, [file, ...numbers], {
      stdio: 'inherit',
      env: { ...process.env, [countsFile]: counts },
    })
    const minutes = Number(((Date.now() - begun) / 60_000).toFixed(1))
    return { name, held: status === 0, minutes, counts: readCounts(counts) }
  })
  rmSync(home, { recursive: true })
  console.table(table.map(({ counts, ...row }) => ({ ...row, ...counts })))
  const failed = table.filter(({ held }) => !held).map(({ name }) => name)
  const sums = {
    held: table.length - failed.length,
    failed: failed.length,
    ...sumCounts(table.map(({ counts }) => counts)),
  }
  console.log(
    Object.entries(sums)
      .map(([name, count]) => `${count} ${name}`)
      .join(', '),
  )
  if (failed.length > 0) console.error(`Failed: ${failed.join(', ')}`)
  process.exit(failed.length > 0 ? 1 : 0)
}
