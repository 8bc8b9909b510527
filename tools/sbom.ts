/**
 * `npm run sbom`: the bill of materials and the list of licences, from the lockfile and what is installed, and what the
 * build was made of, without a network. They are made on demand and belong to one state of the sources.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import declared from '../package.json' with { type: 'json' }
import { isAllowed } from './supply/license-rules.ts'
import { readLockedPackages } from './supply/locked-packages.ts'
import { buildProvenance } from './supply/build-provenance.ts'
import { buildSbom } from './supply/software-bill-of-materials.ts'
import { listFiles } from './web/file-list.ts'

const root = path.join(import.meta.dirname, '..')
const folder = path.join(root, 'build/supply')
const packages = readLockedPackages()
const { name, version } = declared
mkdirSync(folder, { recursive: true })
const list = JSON.stringify(buildSbom({ name, version }, packages), null, 2)
writeFileSync(path.join(folder, 'sbom.cdx.json'), `${list}\n`)
const byLicense = Map.groupBy(packages, ({ license }) => license ?? 'not stated')
const lines = [...byLicense]
  .toSorted()
  .flatMap(([license, those]) => [
    `${license} (${those.length})${isAllowed(license) ? '' : ', which is none of those allowed'}`,
    ...those.map(
      (one) => `  ${one.name} ${one.version}${one.neededFor === 'development' ? ', to build and test' : ''}`,
    ),
  ])
writeFileSync(path.join(folder, 'licences.txt'), `${lines.join('\n')}\n`)
console.log(`${packages.length} packages: build/supply/sbom.cdx.json, build/supply/licences.txt`)

/** What runs or is served. */
const built = ['server', 'web', 'content', 'contract', 'trial', 'verifier']
const sha256 = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
const provenanceFile = path.join(folder, 'provenance.intoto.json')
const changed = git('status', '--porcelain')
if (changed) {
  rmSync(provenanceFile, { force: true })
  console.error(`No statement of what the build was made of, since these are in no commit:\n${changed}`)
} else {
  execFileSync(process.execPath, ['tools/build.ts'], { cwd: root, stdio: 'inherit' })
  const listed = await Promise.all(
    built.map(async (part) =>
      (await listFiles(path.join(root, 'build', part))).map((file) => `${part}/${file}`),
    ),
  )
  const files = listed.flat().map((file) => ({ path: file, sha256: sha256(path.join(root, 'build', file)) }))
  const sources = {
    commit: git('rev-parse', 'HEAD'),
    lockfileSha256: sha256(path.join(root, 'package-lock.json')),
    node: process.version,
  }
  writeFileSync(
    provenanceFile,
    `${JSON.stringify(buildProvenance({ name, version }, sources, files), null, 2)}\n`,
  )
  console.log(`${files.length} files of commit ${sources.commit}: build/supply/provenance.intoto.json`)
}
