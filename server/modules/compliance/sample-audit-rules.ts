import { sample_size } from '../../../contract/limits.ts'
import { sha256 } from '../audit/index.ts'
import { sampleAudit } from './compliance-checklist.ts'
import type { SampledConsent } from './sample-audit-schema.ts'

export type SeedInput = { clinicId: string; month: string; version: string }

/** The same practice, month and version give the same seed, and a seed the same sample of the same consents. */
export const seedOf = ({ clinicId, month, version }: SeedInput): string => `${clinicId}:${month}:${version}`

const longMonth = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** A month such as 2026-11 in words. */
export const monthText = (month: string): string => longMonth.format(new Date(`${month}-01T00:00:00Z`))

/** Draws a sample: every consent is as likely as any other, by the hash of the seed with its id. */
export const drawSample = (ids: readonly string[], seed: string, size: number = sample_size): string[] =>
  ids
    .map((id) => ({ id, lot: sha256(`${seed}:${id}`) }))
    .toSorted((a, b) => (a.lot < b.lot ? -1 : 1))
    .slice(0, Math.max(size, sampleAudit.sizeMin))
    .map(({ id }) => id)

/** What each item found on a consent: met, not met, or that it does not apply. */
export type ConsentFindings = { id: string; found: Record<string, boolean | null> }

/** The same by criterion. */
export const sampledConsentOf = ({ id: consentId, found }: ConsentFindings): SampledConsent => ({
  consentId,
  found: Object.fromEntries(
    sampleAudit.criteria.flatMap(({ id, item }) => {
      const isMet = found[item] ?? null
      return isMet === null ? [] : [[id, isMet ? 1 : 0] as const]
    }),
  ),
})

/** How many consents met each criterion, of those that it applies to. */
export const tallyCriteria = (sample: readonly SampledConsent[]) =>
  sampleAudit.criteria.map((criterion) => {
    const found = sample.map((consent) => consent.found[criterion.id]).filter((one) => one !== undefined)
    return { ...criterion, met: found.filter((one) => one === 1).length, of: found.length }
  })

/** The consents that fall short of a criterion. */
export const consentsBelow = (sample: readonly SampledConsent[], criterion: string): string[] =>
  sample.filter(({ found }) => found[criterion] === 0).map(({ consentId }) => consentId)

export const countGaps = (sample: readonly SampledConsent[]): number =>
  sample.reduce((gaps, { found }) => gaps + Object.values(found).filter((one) => one === 0).length, 0)
