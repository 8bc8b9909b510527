import type { PatientConsent } from '../../../contract/signing.ts'

/** How many pages the understanding check of a text has: one for each question, and one for the person's own words. */
export const checkPages = ({ understanding }: Pick<PatientConsent['content'], 'understanding'>): number =>
  understanding ? understanding.questions.length + 1 : 0
