import type { BreachEntry, BreachGap, BreachRisk } from '../../../contract/data-protection.ts'
import { breach_hours_max } from '../../../contract/limits.ts'
import { hour_ms } from '../../platform/clock.ts'

/** By when the commissioner is told: hours of the clock, whatever days and changes of the clocks lie between (UK GDPR, Article 33). */
export const notificationDeadline = (discoveredAt: Date): Date =>
  new Date(discoveredAt.getTime() + breach_hours_max * hour_ms)

const latestEntry = <K extends BreachEntry['kind']>(entries: readonly BreachEntry[], kind: K) =>
  entries.findLast((entry): entry is Extract<BreachEntry, { kind: K }> => entry.kind === kind)

const hasEntry = (entries: readonly BreachEntry[], kind: BreachEntry['kind']): boolean =>
  entries.some((entry) => entry.kind === kind)

/** As the risk was judged last; null before. */
export const latestRisk = (entries: readonly BreachEntry[]): BreachRisk | null =>
  latestEntry(entries, 'assessed')?.risk ?? null

/** How many people are affected, as far as is known. */
export const affectedPeopleCount = (entries: readonly BreachEntry[]): number | null =>
  latestEntry(entries, 'facts')?.people ?? null

/**
 * What is still to be decided or done: the commissioner is told of every risk, and the people of a high one, unless there
 * is a reason not to (Articles 33 and 34).
 */
export function gapsOf(entries: readonly BreachEntry[]): BreachGap[] {
  const risk = latestRisk(entries)
  const gaps: BreachGap[] = []
  if (risk === null) gaps.push('assessment')
  if ((risk === 'risk' || risk === 'high') && !hasEntry(entries, 'commissioner-told'))
    gaps.push('commissioner')
  if (risk === 'high' && !hasEntry(entries, 'people-told') && !hasEntry(entries, 'people-not-told'))
    gaps.push('people')
  if (!hasEntry(entries, 'measures')) gaps.push('measures')
  return gaps
}

/** Overdue is what the commissioner may have to be told and was not in time. */
export const isOverdue = (gaps: readonly BreachGap[], discoveredAt: Date, now: Date): boolean =>
  now > notificationDeadline(discoveredAt) && (gaps.includes('assessment') || gaps.includes('commissioner'))

export type BreachEntryError =
  'in-future' | 'before-discovery' | 'delay-unexplained' | 'not-assessed' | 'must-tell'

/** Why an entry cannot be written down as it is; null where it can. */
export function validateBreachEntry(
  entry: BreachEntry,
  earlier: readonly BreachEntry[],
  { discoveredAt, now }: { discoveredAt: Date; now: Date },
): BreachEntryError | null {
  const risk = latestRisk(earlier)
  if (entry.kind === 'commissioner-not-told') {
    if (risk === null) return 'not-assessed'
    return risk === 'unlikely' ? null : 'must-tell'
  }
  if (entry.kind !== 'commissioner-told') return null
  const at = new Date(entry.at)
  if (at > now) return 'in-future'
  if (at < discoveredAt) return 'before-discovery'
  return at > notificationDeadline(discoveredAt) && entry.delay === '' ? 'delay-unexplained' : null
}
