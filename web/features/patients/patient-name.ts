import type { Patient } from '../../../contract/patients.ts'

/** A patient's name as people write it: 'Mrs Eleanor Whitcombe'. */
export const patientName = ({
  title,
  firstName,
  lastName,
}: Pick<Patient, 'title' | 'firstName' | 'lastName'>) =>
  [title, firstName, lastName].filter(Boolean).join(' ')

/** The same with what they like to be called: 'Mrs Eleanor Whitcombe (“Nell”)'. */
export const fullPatientName = (
  patient: Pick<Patient, 'title' | 'firstName' | 'lastName' | 'preferredName'>,
) => (patient.preferredName ? `${patientName(patient)} (“${patient.preferredName}”)` : patientName(patient))

/** An NHS number in the groups people read it in: '943 476 5919'. */
export const nhsNumberText = (digits: string) => digits.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1 $2 $3')
