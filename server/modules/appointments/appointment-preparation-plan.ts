import { quotedPrice, type Charge, type FeeQuote } from '../../../contract/charges.ts'
import type { ConsentDetails } from '../../../contract/consents.ts'
import { deliveryDefaults } from '../../../contract/languages.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { settingsOf, todayOf } from '../clinics/index.ts'
import { usualDetailsOf } from '../consents/index.ts'
import { feeQuotesOn } from '../fees/index.ts'
import { judgePhrases } from '../phrases/index.ts'
import type { PreparedAppointment, TemplateForDraft } from './appointment-preparation-facts.ts'

type UsualItem = Awaited<ReturnType<typeof usualDetailsOf>>['item']

/** What the drafts of a day have in common. */
export type Habits = {
  today: string
  languages: Awaited<ReturnType<typeof settingsOf>>['languages']
  templates: ReadonlyMap<string, TemplateForDraft>
  usual: ReadonlyMap<string, UsualItem>
  /** On the day of the appointments. */
  fees: ReadonlyMap<string, FeeQuote>
}

/** What the drafts of a day (YYYY-MM-DD) are filled in with, by template. */
export async function habitsOf(
  scope: ClinicScope,
  templates: Habits['templates'],
  day: string,
): Promise<Habits> {
  const templateIds = [...templates.keys()]
  const [today, { languages }, fees, usual] = await Promise.all([
    todayOf(scope),
    settingsOf(scope),
    feeQuotesOn(scope, templateIds, day),
    usualItemsOf(scope, templateIds),
  ])
  return { today, languages, templates, fees, usual }
}

/** What was sent last of each template, without what holds a fact of the patient that it was typed for. */
async function usualItemsOf(
  scope: ClinicScope,
  templateIds: readonly string[],
): Promise<Map<string, UsualItem>> {
  const found = await Promise.all(
    templateIds.map(async (id) => [id, (await usualDetailsOf(scope, id)).item] as const),
  )
  const texts = found.flatMap(([, { material, placeholders }]) => [material, ...Object.values(placeholders)])
  const isForAnyone = await judgePhrases(scope, texts)
  const withoutFacts = ({ material, placeholders }: UsualItem): UsualItem => ({
    material: isForAnyone('material', material) ? material : '',
    placeholders: Object.fromEntries(
      Object.entries(placeholders).filter(([gap, text]) => isForAnyone(gap, text)),
    ),
  })
  return new Map(found.map(([id, item]) => [id, withoutFacts(item)]))
}

/** Nothing that is weighed for a patient, or said to them, is ever filled in for a person; risks that the history adds without a decision are. */
const leftToAPerson = {
  ...{ diagnosis: '', options: [], recommended: null, recommendedWhy: '', noPersonalRisks: '' },
  ...{ linkDays: null, reflectionWaived: '', video: null },
}

/**
 * What the fee list asks for where it leaves no choice. What the NHS charges is left to a person: several treatments of a
 * course are one charge, and some patients pay none; so is a fee per tooth where no tooth is named.
 */
function certainCharge(fee: FeeQuote | undefined, teethCount: number): Charge {
  if (!fee || (fee.band !== null && fee.pricePence !== null)) return { pricePence: null, band: null }
  if (fee.band !== null) return { pricePence: null, band: fee.band }
  const pricePence = fee.unit === 'tooth' && teethCount === 0 ? null : quotedPrice(fee, teethCount)
  return { pricePence, band: pricePence === null ? null : 'private' }
}

/** What an appointment plans, with the practice's usual details, as its patient reads. */
export function plannedDetails(
  { appointment: { treatments }, patient, clinician }: PreparedAppointment,
  { languages, templates, usual, fees }: Habits,
): ConsentDetails {
  const items = treatments.map(({ templateId, teeth, area, pricePence }) => {
    const { material, placeholders } = usual.get(templateId)!
    const { placeholders: asked } = templates.get(templateId)!.wording
    const filled = Object.entries(placeholders).filter(
      ([name]) => name !== 'material' && asked.includes(name),
    )
    const listed = certainCharge(fees.get(templateId), teeth.length)
    // What it was booked at is what the patient was told.
    const charge = pricePence === null ? listed : { pricePence, band: null }
    return {
      ...{ templateId, teeth, area, ...charge, material },
      placeholders: Object.fromEntries(filled),
    }
  })
  const reading = deliveryDefaults(patient, languages)
  return {
    ...{ ...leftToAPerson, ...reading, items },
    ...{ patientId: patient.id, clinicianId: clinician.id, personalRisks: [] },
  }
}
