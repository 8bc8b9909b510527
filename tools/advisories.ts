/**
 * `npm run advisories -- PLACE`: the packages of the lockfile about which a snapshot of advisories says something (a
 * folder, or the ZIP that OSV publishes for npm), with the day by which each has to be replaced. Needs no network.
 * Ends with 1 where a day is over or the snapshot is too old to go by.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { today } from '../contract/calendar-day.ts'
import { findWeakPackages, type Advisory, type JudgedAdvisory } from './supply/weak-packages.ts'
import { readAdvisorySnapshot } from './supply/advisory-snapshot.ts'
import { readLockedPackages } from './supply/locked-packages.ts'

/** Something about npm's packages changes on each day. */
const snapshot_days_max = 7

const place = process.argv[2]
if (!place) {
  console.error('Give the folder or the ZIP of advisories: npm run advisories -- all.zip')
  process.exit(1)
}
const packages = readLockedPackages()
const names = new Set(packages.map(({ name }) => name))
const about: Advisory[] = []
const { count, newest } = await readAdvisorySnapshot(place, (advisory) => {
  if (advisory.affected?.some((one) => one.package && names.has(one.package.name))) about.push(advisory)
})
const judgedFile = path.join(import.meta.dirname, 'supply/judged-advisories.yaml')
const judged = (parse(readFileSync(judgedFile, 'utf8')) ?? []) as JudgedAdvisory[]
const findings = findWeakPackages(packages, about, judged, today())
for (const { state, due, severity, package: weak, neededFor, advisory, summary } of findings)
  console.log(
    `${state.padEnd(8)} by ${due}  ${severity.padEnd(8)}  ${weak} (${neededFor})  ${advisory}  ${summary}`,
  )
const overdue = findings.filter(({ state }) => state === 'overdue').length
const days = Math.floor((Date.parse(today()) - Date.parse(newest)) / (24 * 60 * 60 * 1000))
const isOld = days > snapshot_days_max
console.log(
  `${packages.length} packages, ${count} advisories up to ${newest}: ${findings.length} found, ${overdue} overdue`,
)
if (isOld) console.error(`The snapshot is ${days} days old: fetch it again.`)
process.exitCode = overdue > 0 || isOld ? 1 : 0
