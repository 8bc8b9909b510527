import type { PlaceholderName } from '../../../contract/consents.ts'

type PlaceholderWords = {
  label: string
  /** How the value continues the sentence it stands in. */
  hint: string
  long?: boolean
}

export const placeholderWords: Record<PlaceholderName, PlaceholderWords> = {
  visits: { label: 'Number of visits', hint: 'For example, 2 visits' },
  duration: { label: 'How long it takes', hint: 'For example, 45 minutes' },
  price: { label: 'Price', hint: 'For example, £75.30 on the NHS' },
  material: { label: 'Material', hint: 'For example, tooth-coloured filling' },
  what: { label: 'What will be done', hint: 'In plain words, as they fit the sentence in the text', long: true },
  reason: {
    label: 'Why this is recommended',
    hint: 'Ends the sentence “We recommend this because …”. For example, it can save your tooth',
    long: true,
  },
  prognosis: { label: 'Outlook for this tooth', hint: 'For example, good' },
  individualRisks: {
    label: 'Risks for this patient',
    hint: 'What makes the risk higher for them. If nothing does, say so: none that we know of',
    long: true,
  },
  clinicianFigure: { label: 'Your own results', hint: 'For example, 92 in every 100 of my implants are in place after 5 years' },
  crownWithin: { label: 'Crown needed within', hint: 'For example, 4 weeks' },
  graftSource: { label: 'Source of the bone graft', hint: 'For example, processed cow bone' },
  sedationType: { label: 'Kind of sedation', hint: 'For example, through a vein in the arm' },
  retainerPlan: { label: 'Retainer plan', hint: 'For example, every night for life', long: true },
  reviewDate: { label: 'Review date', hint: 'For example, 12 January 2027' },
}

export const isPlaceholderName = (name: string): name is PlaceholderName => name in placeholderWords

/** Those of a template's placeholders that a person fills in, in the order of the words above. */
export const askedPlaceholders = (ofTemplate: readonly string[]): PlaceholderName[] =>
  Object.keys(placeholderWords)
    .filter(isPlaceholderName)
    .filter((name) => ofTemplate.includes(name))
