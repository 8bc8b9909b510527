import type { TemplateStatus } from '../../../contract/templates.ts'

/** Every status in the words of the screens, with what it does. */
export const templateStatusWords: Record<TemplateStatus, { label: string; meaning: string }> = {
  active: { label: 'Active', meaning: 'Consents can be created from it and sent.' },
  inactive: { label: 'Inactive', meaning: 'Inactive: no consents can be created from it for now.' },
  draft: { label: 'Draft', meaning: 'Still being written: no consent can be made out of it.' },
  'in review': {
    label: 'In review',
    meaning: 'The wording is being checked: no consents can be created from it.',
  },
  retired: {
    label: 'Retired',
    meaning: 'No longer used. Existing consents keep their wording.',
  },
}

/** In the order in which they are offered. */
export const templateStatusOrder = Object.keys(templateStatusWords) as TemplateStatus[]

/** What becomes of consents that are under way when their template is used no longer. */
export function inProgressText(count: number): string {
  if (count === 0) return 'No consents from this template are in progress.'
  const are = count === 1 ? 'One consent from this template is' : `${count} consents from this template are`
  return `${are} in progress. They do not change: patients can still sign what was sent. A draft cannot be sent until the template is active again.`
}
