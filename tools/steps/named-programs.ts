import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { build, buildSteps } from '../build-steps.ts'

const isNumber = (word: string) => /^\d+$/.test(word)

/**
 * Builds what is stale, then runs the programs of a folder of tools/ one after the other, or those named on the command
 * line, and ends with 1 when one of them failed. A number after a name is handed to that program.
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
  const failed = (wanted.length > 0 ? wanted : names).filter((name) => {
    console.error(`\n${name}`)
    const file = path.join(import.meta.dirname, '..', folder, `${name}.ts`)
    const after = given[given.indexOf(name) + 1] ?? ''
    const numbers = given.includes(name) && isNumber(after) ? [after] : []
    return spawnSync(process.execPath, [file, ...numbers], { stdio: 'inherit' }).status !== 0
  })
  if (failed.length > 0) console.error(`\nFailed: ${failed.join(', ')}`)
  process.exit(failed.length > 0 ? 1 : 0)
}
