import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chargeBands } from '../../../contract/charges.ts'
import { ConsentDetails } from '../../../contract/consents.ts'
import { placeholderNames } from '../../../contract/consent-plan.ts'
import { price_pence_max } from '../../../contract/limits.ts'
import type { Template } from '../templates/index.ts'
import { validateForSaving } from './consent-form-validation.ts'
import { toConsentInput, withDiagnosis, withTreatmentDetails, type Consent } from './consent-form-values.ts'
import { replacementOf } from './consent-start.ts'
import { validateTreatmentForSaving, treatmentFromSaved, type TreatmentWording } from './treatment-values.ts'

const id = '11111111-1111-4111-8111-111111111111'
const templateId = '22222222-2222-4222-8222-222222222222'
const patient = {
  ...{ id, title: '', firstName: 'Eleanor', lastName: 'Whitcombe', dateOfBirth: '1961-03-14' },
  ...{ email: 'e@example.org', language: 'en', accessNeeds: [], reachedBy: ['email' as const] },
}

const line = fc.stringMatching(/^[A-Za-z][A-Za-z ]{0,40}[a-z]$/)
const pence = fc.option(fc.integer({ min: 0, max: price_pence_max }))
const band = fc.option(fc.constantFrom(...chargeBands))
const writtenPrice = fc.constantFrom('£73.50 (NHS band 2)', 'NHS band 2', '£90', 'about £50', '')
const phrases = fc.record(
  Object.fromEntries(
    placeholderNames.filter((name) => name !== 'price').map((name) => [name, line]),
  ) as Record<string, typeof line>,
  { requiredKeys: [] },
)
const item = fc
  .record({ pricePence: pence, band, material: line, placeholders: phrases, price: writtenPrice })
  .map(({ price, placeholders, ...rest }) => ({
    ...{ templateId, teeth: ['46'], area: null, ...rest },
    placeholders: { ...placeholders, ...(price && { price }) },
  }))
const plan = fc.record({
  items: item.map((one) => [one]),
  diagnosis: line,
  options: fc.array(
    fc.record({
      ...{
        title: line,
        kind: fc.constant('treatment'),
        benefit: line,
        risk: line,
        lasts: line,
        visits: line,
      },
      ...{ pricePence: pence, band, notSuitable: fc.constant('') },
    }),
    { maxLength: 3 },
  ),
  recommended: fc.constant(null),
  recommendedWhy: line,
  personalRisks: fc.constant([]),
  noPersonalRisks: line,
  reflectionWaived: line,
  linkDays: fc.constant(null),
})
/** Any template: texts ask for any of the details. */
const wording: fc.Arbitrary<TreatmentWording> = fc
  .record({ asked: fc.subarray([...placeholderNames]), visits: line, option: line })
  .map(({ asked, visits, option }) => ({
    template: { id: templateId, placeholders: asked, requiresTooth: true } as unknown as Template,
    wordingToConfirm: false,
    prefill: {
      fee: null,
      ownFigure: null,
      item: { material: 'Zirconia', placeholders: { visits } },
      options: [
        {
          ...{ title: option, kind: 'treatment', benefit: '', risk: '' },
          lasts: '',
          visits: '',
          notSuitable: '',
        },
      ],
      ...{ reflectionHours: 24, linkDays: 30, suggestions: {} },
    },
  }))
const consentOf = (made: object) =>
  ({ id, plan: made, patient, clinician: { id }, sentAt: '2026-11-03T10:00:00Z' }) as unknown as Consent

test('a replacement begins with no value of the consent it replaces', () => {
  fc.assert(
    fc.property(plan, wording, (made, read) => {
      const values = replacementOf(consentOf(made), { patient, wordings: [read], offered: [] })
      const details = toConsentInput(values)
      expect(details).toMatchObject({ diagnosis: '', options: [], recommendedWhy: '', personalRisks: [] })
      expect(details).toMatchObject({ noPersonalRisks: '', reflectionWaived: '' })
      expect(details.items).toMatchObject([{ teeth: [], pricePence: null, band: null, material: 'Zirconia' }])
      expect(values.carried?.source).toBe('the consent of 3 Nov 2026')
      expect(values.treatments[0]?.carried?.placeholders).not.toHaveProperty('individualRisks')
    }),
  )
})

test('whatever is kept of a replaced consent passes the form and the server', () => {
  fc.assert(
    fc.property(plan, wording, (made, read) => {
      const start = replacementOf(consentOf(made), { patient, wordings: [read], offered: [] })
      const { carried, treatments } = start
      const offered = treatments[0]!.carried!
      const placed = withTreatmentDetails(start, treatments[0]!.key, offered)
      const values = { ...withDiagnosis(placed, carried!.diagnosis), options: carried!.options }
      expect(validateForSaving(values)).toEqual([])
      expect(ConsentDetails.safeParse(toConsentInput(values)).error).toBeUndefined()
    }),
  )
})

test('a draft whose price stands in its text opens as a price that can be saved', () => {
  fc.assert(
    fc.property(item, wording, (made, read) => {
      fc.pre(made.pricePence !== null || made.placeholders.price !== 'about £50')
      const faults = validateTreatmentForSaving(treatmentFromSaved(made, read, 'first'), 0)
      expect(faults).toEqual([])
    }),
  )
})
