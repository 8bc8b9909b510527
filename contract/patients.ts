import { z } from 'zod'
import {
  aborted,
  id,
  instant,
  isoDate,
  notFound,
  operation,
  optionalText,
  pageOf,
  paging,
  text,
} from './kit.ts'
import { isNhsNumber } from './nhs-number.ts'

/** Needs of the Accessible Information Standard (NHS England DCB1605) that change how a patient is told. */
export const accessNeeds = [
  'large-print',
  'easy-read',
  'read-aloud',
  'british-sign-language',
  'interpreter',
  'other',
] as const

export const guardianAuthorities = ['parental-responsibility', 'attorney', 'deputy', 'other'] as const

const today = () => new Date().toISOString().slice(0, 10)

const Guardian = z.object({
  name: text(120),
  relationship: text(80),
  authority: z.enum(guardianAuthorities),
  email: z.union([z.literal(''), z.email('Enter an e-mail address in the correct format')]).default(''),
  phone: optionalText(40),
})

export const PatientDetails = z.object({
  title: optionalText(20),
  firstName: text(80),
  lastName: text(80),
  dateOfBirth: isoDate.refine(
    (date) => date >= '1900-01-01' && date <= today(),
    'Enter a date of birth in the past',
  ),
  email: z
    .union([z.literal(''), z.email('Enter an e-mail address in the correct format').max(254)])
    .default(''),
  phone: z
    .string()
    .trim()
    .max(40)
    .regex(/^$|^\+?[\d\s()-]{6,}$/, 'Enter a phone number, like 020 7946 0018')
    .default(''),
  address: optionalText(400),
  nhsNumber: z
    .string()
    .trim()
    .transform((typed) => typed.replaceAll(/\s/g, ''))
    .refine(
      (digits) => digits === '' || isNhsNumber(digits),
      'Enter an NHS number with ten digits, like 943 476 5919',
    )
    .default(''),
  language: z
    .string()
    .regex(/^[a-zA-Z]{2,3}(-[a-zA-Z\d]{2,8})*$/, 'Choose a language')
    .default('en'),
  accessNeeds: z.array(z.enum(accessNeeds)).max(accessNeeds.length).default([]),
  accessNotes: optionalText(500),
  guardian: Guardian.nullable().default(null),
})
export type PatientDetails = z.infer<typeof PatientDetails>

export const Patient = PatientDetails.extend({
  id,
  dateOfBirth: z.string(),
  email: z.string(),
  phone: z.string(),
  nhsNumber: z.string(),
  status: z.enum(['active', 'archived']),
  /** Raised by each save; a save names the version it was made from, so that nobody's change is overwritten. */
  version: z.int(),
  createdAt: instant,
  updatedAt: instant,
})
export type Patient = z.infer<typeof Patient>

const row = Patient.pick({
  id: true,
  title: true,
  firstName: true,
  lastName: true,
  dateOfBirth: true,
  email: true,
  phone: true,
  nhsNumber: true,
  status: true,
})

const example = {
  firstName: 'Eleanor',
  lastName: 'Whitcombe',
  dateOfBirth: '1961-03-14',
  email: 'eleanor@example.org',
}
const mayEdit = { anyOf: ['createConsents', 'canEditPatients'] } as const
const changedMeanwhile = aborted('Somebody else changed this patient. Reload to see their changes.')
const duplicateNhsNumber = aborted('Another patient of this practice has this NHS number.')

export const patients = {
  list: operation({
    method: 'GET',
    path: '/api/clinic/patients',
    summary: 'Patients by last name, with search by name, birth date, phone or NHS number',
    access: 'clinic',
    audit: null,
    input: z.object({
      ...paging,
      search: optionalText(120),
      status: z.enum(['active', 'archived']).default('active'),
    }),
    output: pageOf(row),
    example: { search: 'whit' },
  }),
  get: operation({
    method: 'GET',
    path: '/api/clinic/patients/{patientId}',
    summary: 'One patient',
    access: 'clinic',
    audit: null,
    input: z.object({ patientId: id }),
    output: Patient,
    refusals: { 'not-found': notFound('Patient') },
    example: { patientId: ':patientId' },
  }),
  create: operation({
    method: 'POST',
    path: '/api/clinic/patients',
    summary: 'Add a patient',
    access: 'clinic',
    needs: mayEdit,
    audit: { done: 'patient.created' },
    idempotent: true,
    input: PatientDetails,
    output: Patient,
    refusals: { 'duplicate-nhs-number': duplicateNhsNumber },
    example,
  }),
  update: operation({
    method: 'PUT',
    path: '/api/clinic/patients/{patientId}',
    summary: 'Change a patient',
    access: 'clinic',
    needs: mayEdit,
    audit: { done: 'patient.updated' },
    input: PatientDetails.extend({ patientId: id, version: z.int() }),
    output: Patient,
    refusals: {
      'not-found': notFound('Patient'),
      'changed-meanwhile': changedMeanwhile,
      'duplicate-nhs-number': duplicateNhsNumber,
    },
    example: { ...example, patientId: ':patientId', version: 1 },
  }),
  archive: operation({
    method: 'POST',
    path: '/api/clinic/patients/{patientId}/archive',
    summary: 'Put a patient away; nothing is deleted and links stay readable',
    access: 'clinic',
    needs: mayEdit,
    audit: { done: 'patient.archived' },
    input: z.object({ patientId: id }),
    output: Patient,
    refusals: { 'not-found': notFound('Patient') },
    example: { patientId: ':patientId' },
  }),
  restore: operation({
    method: 'POST',
    path: '/api/clinic/patients/{patientId}/restore',
    summary: 'Bring an archived patient back',
    access: 'clinic',
    needs: mayEdit,
    audit: { done: 'patient.restored' },
    input: z.object({ patientId: id }),
    output: Patient,
    refusals: { 'not-found': notFound('Patient') },
    example: { patientId: ':patientId' },
  }),
}
