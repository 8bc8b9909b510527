import type { TemplateStatus } from '../../../contract/templates.ts'

/** Every status in the words of the screens, with what it does. */
export const templateStatusWords: Record<TemplateStatus, { label: string; meaning: string }> = {
  active: { label: 'Active', meaning: 'Consents can be made out of it and sent.' },
  inactive: { label: 'Inactive', meaning: 'Put aside: no consent can be made out of it for now.' },
  draft: { label: 'Draft', meaning: 'Still being written: no consent can be made out of it.' },
  'in review': {
    label: 'In review',
    meaning: 'Somebody is checking the wording: no consent can be made out of it.',
  },
  retired: {
    label: 'Retired',
    meaning: 'No longer used. Consents already made out of it keep their wording.',
  },
}

/** In the order in which they are offered. */
export const templateStatusOrder = Object.keys(templateStatusWords) as TemplateStatus[]

/** What becomes of consents that are under way when their template is used no longer. */
export function inProgressText(count: number): string {
  if (count === 0) return 'No consent of this template is under way.'
  const are = count === 1 ? 'One consent of this template is' : `${count} consents of this template are`
  return `${are} under way. They stay as they are: patients can still sign what was sent. A draft cannot be sent until the template is active again.`
}
