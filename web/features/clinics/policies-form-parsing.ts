import type { Language } from '../../../contract/languages.ts'
import {
  kiosk_reset_minutes_max,
  link_days_max,
  child_retention_age_max,
  retention_policy_years_max,
  reflection_hours_max,
  validity_days_max,
} from '../../../contract/limits.ts'
import { child_of_17_until_age, retentionYears } from '../../../contract/retention-rules.ts'
import type { Api } from '../../api.ts'

export type ClinicPolicies = Awaited<ReturnType<Api['clinicSettings']['policies']>>
type PoliciesInput = Parameters<Api['clinicSettings']['changePolicies']>[0]
type FieldError = { field: string; message: string }

/** Thrown for what a browser can find, in the form in which the server refuses. */
export class PoliciesFormError extends Error {
  override name = 'PoliciesFormError'
  readonly fields: readonly FieldError[]

  constructor(fields: readonly FieldError[]) {
    super('Some policies cannot be used as they are.')
    this.fields = fields
  }
}

/**
 * The form of policies as the server takes it.
 * @throws PoliciesFault where a number is none, or out of its bounds
 */
export function parsePoliciesForm(
  form: FormData,
  { nation, version }: Pick<ClinicPolicies, 'nation' | 'version'>,
): PoliciesInput {
  const faults: FieldError[] = []
  const typed = (field: string) => String(form.get(field) ?? '').trim()

  function numberOf(field: string, least: number, most: number): number {
    const number = /^\d+$/.test(typed(field)) ? Number(typed(field)) : Number.NaN
    if (!(number >= least && number <= most))
      faults.push({ field, message: `Enter a whole number from ${least} to ${most}` })
    return number
  }
  /** Null where the field was left empty: what the nation asks for. */
  const numberOrNull = (field: string, least: number, most: number): number | null =>
    typed(field) === '' ? null : numberOf(field, least, most)
  const isTicked = (field: string): boolean => form.get(field) !== null

  const wanted: PoliciesInput = {
    reflection: {
      usualHours: numberOf('reflection-usualHours', 0, reflection_hours_max),
      leastHours: numberOf('reflection-leastHours', 0, reflection_hours_max),
      waivedBy: typed('reflection-waivedBy') as 'overrideConsents' | 'finaliseConsents',
    },
    validity: {
      days: numberOf('validity-days', 1, validity_days_max),
      courseDays: numberOf('validity-courseDays', 1, validity_days_max),
    },
    linkDays: numberOf('linkDays', 1, link_days_max),
    extractionSecondCheck: isTicked('extractionSecondCheck'),
    retention: {
      years: numberOrNull('retention-years', retentionYears[nation], retention_policy_years_max),
      childUntilAge: numberOrNull('retention-childUntilAge', child_of_17_until_age, child_retention_age_max),
    },
    toothNotation: typed('toothNotation') as ClinicPolicies['toothNotation'],
    understandingCheck: typed('understandingCheck') as ClinicPolicies['understandingCheck'],
    languages: form.getAll('languages') as Language[],
    ownFigures: isTicked('ownFigures'),
    additionalConsents: form.getAll('additionalConsents') as PoliciesInput['additionalConsents'],
    kiosk: {
      resetMinutes: numberOf('kiosk-resetMinutes', 1, kiosk_reset_minutes_max),
    },
    wayIn: {
      proof: typed('wayIn-proof') as ClinicPolicies['wayIn']['proof'],
      callBack: typed('wayIn-callBack'),
    },
    notices: { questions: isTicked('notices-questions') },
    version,
  }
  if (faults.length > 0) throw new PoliciesFormError(faults)
  return wanted
}
