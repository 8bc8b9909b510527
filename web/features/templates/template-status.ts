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
