import type { PlanChange } from '../../../contract/consent-plan.ts'
import type { FrozenContent, FrozenTreatment } from '../../../contract/consents.ts'
import { siteName } from '../../../contract/teeth.ts'
import { toCanonicalText } from '../audit/index.ts'
import { titleOf } from './consent-content.ts'
import { formatPounds } from './plan-sections.ts'

/** A treatment as it is planned now. */
export type CurrentTreatment = {
  templateId: string
  title: string
  teeth: readonly string[]
  area: FrozenTreatment['area']
  pricePence: number | null
}

/** How things stand now with what a patient agreed to. */
export type CurrentFacts = {
  treatments: readonly CurrentTreatment[]
  clinician: string
  /** Risks that rules find for this patient today, by rule. */
  risks: readonly { ruleId: string; statement: string }[]
  /** Templates whose wording has changed materially since it was frozen: how each version is called. */
  wording: readonly PlanChange[]
  validUntil: Date | null
  now: Date
}

/** What was agreed to before a text named its treatments one by one. */
const legacyTreatmentOf = (content: FrozenContent): FrozenTreatment => ({
  ...content,
  area: null,
  material: '',
  pricePence: null,
  band: null,
})

/** The treatments that a text names. */
export const frozenTreatmentsOf = (content: FrozenContent): readonly FrozenTreatment[] =>
  content.treatments ?? [legacyTreatmentOf(content)]

const dayOf = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'Europe/London' })

const changeOf = (kind: PlanChange['kind'], before: string, after: string): PlanChange[] =>
  before === after ? [] : [{ kind, before, after }]

const priceText = (pence: number | null) => (pence === null ? 'no price' : formatPounds(pence))

/** Treatments one by one where they are the same ones; otherwise that they are others says it all. */
function treatmentChanges(
  before: readonly FrozenTreatment[],
  after: readonly CurrentTreatment[],
): PlanChange[] {
  const ids = (treatments: readonly { templateId: string }[]) =>
    treatments.map(({ templateId }) => templateId)
  if (toCanonicalText(ids(before)) !== toCanonicalText(ids(after))) {
    const names = (treatments: readonly { title: string }[]) => titleOf(treatments.map(({ title }) => title))
    return [{ kind: 'treatment', before: names(before), after: names(after) }]
  }
  return before.flatMap(({ title, teeth, area, pricePence }, place) => {
    const now = after[place]!
    const codes = teeth.map(({ fdi }) => fdi)
    const [was, is] = [siteName(codes.toSorted(), area), siteName(now.teeth.toSorted(), now.area)]
    return [
      ...changeOf('tooth', `${title}: ${was || 'no tooth'}`, `${title}: ${is || 'no tooth'}`),
      ...changeOf('price', `${title}: ${priceText(pricePence)}`, `${title}: ${priceText(now.pricePence)}`),
    ]
  })
}

/**
 * What has changed since a patient agreed (GDC Standards 3.3: consent is continuing), each in words that the patient may
 * be shown. A change that they agreed to since, in the same words, counts no more; one that only tidied wording never did.
 */
export function planChangesSince(
  content: FrozenContent,
  { treatments, clinician, risks, wording, validUntil, now }: CurrentFacts,
  { agreed, leftOut }: { agreed: readonly PlanChange[]; leftOut: readonly string[] },
): PlanChange[] {
  const disclosedRules = new Set([...(content.personalRisks ?? []).map(({ ruleId }) => ruleId), ...leftOut])
  const changes = [
    ...treatmentChanges(frozenTreatmentsOf(content), treatments),
    ...changeOf('clinician', content.clinician.name, clinician),
    ...risks
      .filter(({ ruleId }) => !disclosedRules.has(ruleId))
      .map(({ statement }) => ({ kind: 'health' as const, before: '', after: statement })),
    ...wording,
    ...(validUntil && validUntil <= now
      ? [
          {
            kind: 'age' as const,
            before: `Agreed until ${dayOf.format(validUntil)}`,
            after: 'Date has passed',
          },
        ]
      : []),
  ]
  const known = new Set(agreed.map((change) => toCanonicalText(change)))
  return changes.filter((change) => !known.has(toCanonicalText(change)))
}

/** Another treatment, or an agreement that is too old, is no change to nod at: it needs a consent of its own. */
export const needsNewConsent = (changes: readonly PlanChange[]): boolean =>
  changes.some(({ kind }) => kind === 'treatment' || kind === 'age')
