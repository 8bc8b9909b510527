import { dateOfUtcMidnight } from '../../contract/calendar-day.ts'
import { satisfiesAdvisory, type AffectedPackage } from './advisory-ranges.ts'
import type { LockedPackage } from './locked-packages.ts'

/** What is read of an advisory in the OSV format (https://ossf.github.io/osv-schema/, 1.7). */
export type Advisory = {
  id: string
  /** RFC 3339, in UTC. */
  modified: string
  published?: string
  withdrawn?: string
  aliases?: string[]
  summary?: string
  affected?: (AffectedPackage & { package?: { ecosystem: string; name: string } })[]
  database_specific?: { severity?: unknown }
}

export type Severity = keyof typeof days_to_replace

/** Days after its publication within which a package with a known weakness is replaced: docs/weak-packages.md. */
export const days_to_replace = { critical: 2, high: 7, moderate: 30, low: 90 } as const

/** An advisory that somebody has judged, on a day, not to concern the product, until a day at which it is judged anew. */
export type JudgedAdvisory = { id: string; reason: string; on: string; until: string }

export type Finding = {
  advisory: string
  package: string
  neededFor: LockedPackage['neededFor']
  severity: Severity
  summary: string
  /** The last day for replacing it, or for judging it anew. */
  due: string
  state: 'open' | 'overdue' | 'judged'
}

const day_ms = 24 * 60 * 60 * 1000

/** Of malicious packages there is no lesser degree; what nobody has judged counts as high. */
function severityOf({ id, database_specific }: Advisory): Severity {
  if (id.startsWith('MAL-')) return 'critical'
  const said = String(database_specific?.severity).toLowerCase()
  return Object.hasOwn(days_to_replace, said) ? (said as Severity) : 'high'
}

/**
 * The packages of the lockfile that an advisory is about, each with the day by which it has to be replaced.
 * @param today As yyyy-mm-dd.
 */
export function findWeakPackages(
  packages: readonly LockedPackage[],
  advisories: Iterable<Advisory>,
  judged: readonly JudgedAdvisory[],
  today: string,
): Finding[] {
  const byName = Map.groupBy(packages, ({ name }) => name)
  const found: Finding[] = []
  for (const advisory of advisories) {
    if (advisory.withdrawn) continue
    const severity = severityOf(advisory)
    const published = Date.parse(advisory.published ?? advisory.modified)
    const judgement = judged.find(({ id }) => id === advisory.id || advisory.aliases?.includes(id))
    for (const affected of advisory.affected ?? []) {
      if (affected.package?.ecosystem !== 'npm') continue
      for (const one of byName.get(affected.package.name) ?? []) {
        if (!satisfiesAdvisory(one.version, affected)) continue
        const isJudged = judgement !== undefined && judgement.until >= today
        const due = isJudged
          ? judgement.until
          : dateOfUtcMidnight(published + days_to_replace[severity] * day_ms)
        found.push({
          ...{ advisory: advisory.id, package: `${one.name} ${one.version}`, neededFor: one.neededFor },
          ...{ severity, summary: advisory.summary ?? '', due },
          state: isJudged ? 'judged' : due < today ? 'overdue' : 'open',
        })
      }
    }
  }
  return found.toSorted((one, other) => one.due.localeCompare(other.due))
}
