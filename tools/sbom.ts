/**
 * `npm run sbom`: the bill of materials and the list of licences, from the lockfile and what is installed, without a
 * network. They are made on demand and belong to one state of the lockfile.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import declared from '../package.json' with { type: 'json' }
import { isAllowed } from './supply/license-rules.ts'
import { readLockedPackages } from './supply/locked-packages.ts'
import { buildSbom } from './supply/software-bill-of-materials.ts'

const folder = path.join(import.meta.dirname, '../build/supply')
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
