/**
 * `npm run prove`: what takes too long for a test, one after the other, or those that are named.
 *
 *   npm run prove [-- kill-signing | sign-in-timing]
 */
import { spawnSync } from 'node:child_process'
import path from 'node:path'

const proofs: Record<string, string> = {
  'sign-in-timing': 'sign-in-timing.ts',
  'kill-signing': 'kill-signing.ts',
}

const wanted = process.argv.slice(2)
const unknown = wanted.find((name) => !(name in proofs))
if (unknown) {
  console.error(`'${unknown}' is none of: ${Object.keys(proofs).join(', ')}.`)
  process.exit(2)
}
const failed = (wanted.length > 0 ? wanted : Object.keys(proofs)).filter((name) => {
  console.error(`\n${name}`)
  const file = path.join(import.meta.dirname, 'prove', proofs[name]!)
  return spawnSync(process.execPath, [file], { stdio: 'inherit' }).status !== 0
})
if (failed.length > 0) console.error(`\nNot proved: ${failed.join(', ')}`)
process.exit(failed.length > 0 ? 1 : 0)
