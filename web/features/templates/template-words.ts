import { numberText } from '../../ui/plain/number-text.ts'
import type { TemplateRow, TemplateSide } from './template-operations.ts'

/** Whose a template is, as a practice sees it. */
export function ownerText({ clinicId, groupName, isPersonal }: TemplateRow): string {
  if (groupName !== null) return groupName
  if (clinicId === null) return 'Platform'
  return isPersonal ? 'Personal' : 'Our own'
}

/** What a consent of it asks for. */
export function requirementsText({ requiresTooth, requiresDiagnosis }: Requirements): string {
  if (requiresTooth && requiresDiagnosis) return 'Tooth and diagnosis'
  if (requiresTooth) return 'Tooth'
  return requiresDiagnosis ? 'Diagnosis' : 'Nothing'
}

type Requirements = Pick<TemplateRow, 'requiresTooth' | 'requiresDiagnosis'>

/** How often consents were made out of a template. */
export function usageText(count: number): string {
  if (count === 0) return 'Never'
  return count === 1 ? 'Once' : `${numberText(count)} times`
}

/** Where newer wording comes from: super administrators' templates came with the product. */
export const offerTitles: Record<TemplateSide, string> = {
  clinic: 'The template this was copied from has new wording',
  admin: 'Candour’s library has new wording',
}
