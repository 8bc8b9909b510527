/**
 * Every kind of sealed PDF that the product makes, as it was sealed, stamped for the archive and renewed, given to
 * verifiers that nobody here wrote, and to ours: a table of kinds and verifiers. The files are those of the test
 * `sealed-records`. MuPDF's verifier is used where it is installed (Debian's mupdf-tools).
 *
 *   node tools/prove/records-verified.ts
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { objectionsTo, type Objection } from '../../server/testing/independent-verifiers.ts'
import { checkFile } from '../../verification/file-check.ts'
import { writeCounts } from '../steps/program-counts.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'candour-sealed-records-'))
const wordsOf = (objection: Objection): string =>
  objection === null ? 'not installed' : (objection ?? 'valid')

try {
  const test = 'server/modules/compliance/sealed-records.database.test.ts'
  const vitest = path.join('node_modules', 'vitest', 'vitest.mjs')
  const { status } = spawnSync(process.execPath, [vitest, 'run', '--project', 'modules', test], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, SEALED_RECORDS: folder },
  })
  const files = readdirSync(folder).filter((name) => name.endsWith('.pdf'))
  const rows = []
  for (const name of files.toSorted()) {
    const pdf = Uint8Array.from(readFileSync(path.join(folder, name)))
    const { outcome, says } = await checkFile(pdf)
    const objections: Record<string, Objection> = {
      ...objectionsTo(pdf, path.join(folder, 'trusted.pem')),
      'npm run verify': outcome === 'unchanged' ? undefined : says,
    }
    rows.push({ name: path.basename(name, '.pdf'), objections })
  }
  console.table(
    Object.fromEntries(
      rows.map(({ name, objections }) => [
        name,
        Object.fromEntries(Object.entries(objections).map(([verifier, said]) => [verifier, wordsOf(said)])),
      ]),
    ),
  )
  const answers = rows.flatMap(({ objections }) => Object.values(objections))
  const accepted = answers.filter((objection) => objection === undefined).length
  const rejected = answers.filter((objection) => typeof objection === 'string').length
  writeCounts({ 'sealed files': rows.length, accepted: accepted, rejected: rejected })
  console.log(`${rows.length} sealed files, ${accepted} verdicts 'valid', ${rejected} objections`)
  process.exitCode = status === 0 && rows.length > 0 && rejected === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true })
}
