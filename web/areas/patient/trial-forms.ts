import type { PatientConsent } from '../../../contract/signing.ts'

type Form = () => Promise<{ default: unknown }>

const english: Form = () => import('../../../build/trial/form.en.json')
/** Each a file of its own that only its readers fetch. */
const others: Readonly<Record<string, Form>> = {
  cy: () => import('../../../build/trial/form.cy.json'),
  pl: () => import('../../../build/trial/form.pl.json'),
  ur: () => import('../../../build/trial/form.ur.json'),
}

/** The form to try in this language beside its English, or in English; a test holds it to the contract. */
export async function trialForm(language: string): Promise<PatientConsent> {
  const { default: form } = await (others[language] ?? english)()
  return form as PatientConsent
}
