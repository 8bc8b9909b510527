import { z } from 'zod'
import { aborted, notFound, operation, optionalText, type Refusals } from './kit.ts'

/** What an installation stands on, in the order in which it is shown. */
export const checkedComponents = [
  'database',
  'disk',
  'storage',
  'queue',
  'mail',
  'sms',
  'payments',
  'time-stamps',
  'language-model',
  'clock',
] as const
export type CheckedComponent = (typeof checkedComponents)[number]

/** `not-set` is a state of its own: the product does without. */
const outcomes = ['works', 'warns', 'fails', 'not-set'] as const

/** What one look at a part found. Nothing in it is a secret, and no answer of another server is repeated. */
export const CheckResult = z.object({
  part: z.enum(checkedComponents),
  outcome: z.enum(outcomes),
  milliseconds: z.int(),
  /** What it means, in a sentence. */
  says: z.string(),
  /** What to do; null where there is nothing to do. */
  mend: z.string().nullable(),
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
})
export type CheckResult = z.infer<typeof CheckResult>

const noPatient = {
  'trial-not-found': notFound('Test patient'),
  'has-records': aborted('This test patient now has records, so it cannot be removed.'),
} satisfies Refusals
const trialRefusals = { 'clinic-not-found': notFound('Practice') } satisfies Refusals

/** One step of making a fictional patient, and what came of it. */
const TrialStep = z.object({
  step: z.enum(['insert', 'read', 'foreign', 'search', 'delete']),
  isDone: z.boolean(),
  milliseconds: z.int(),
  says: z.string(),
})
export const TrialPatient = z.object({
  patientId: z.uuid(),
  clinicId: z.uuid(),
  clinicName: z.string(),
  name: z.string(),
  madeAt: z.iso.datetime(),
})
export type TrialPatient = z.infer<typeof TrialPatient>

/** Looks at the parts of an installation, and tries them with what harms nobody. */
export const setupChecks = {
  run: operation({
    method: 'POST',
    path: '/api/setup/checks/{part}',
    summary: 'Check one part of the installation for real; the set-up token is not used up',
    access: 'setup',
    audit: { done: 'setup.part_checked' },
    rate: { attempts: 120, seconds: 300 },
    input: z.object({
      part: z.enum(checkedComponents),
      /** Where a test mail or a test text goes; empty for none. */
      recipient: optionalText(254).refine(
        (typed) => /^[^\s,;<>]*$/.test(typed),
        'Enter one address or number',
      ),
    }),
    output: CheckResult,
    example: { part: 'disk' },
  }),
  trialPatients: operation({
    method: 'GET',
    path: '/api/setup/trial-patients',
    summary: 'The practices a fictional patient may be made in, and those that were made and not removed',
    access: 'setup',
    audit: null,
    input: z.object({}),
    output: z.object({
      clinics: z.array(z.object({ id: z.uuid(), name: z.string() })),
      patients: z.array(TrialPatient),
    }),
    example: {},
  }),
  makePatient: operation({
    method: 'POST',
    path: '/api/setup/trial-patients',
    summary: 'Make a fictional patient in a practice and look at it from inside and from outside',
    access: 'setup',
    audit: { done: 'setup.trial_patient_made', refused: 'setup.refused' },
    rate: { attempts: 20, seconds: 300 },
    input: z.object({ clinicId: z.uuid() }),
    output: z.object({ patient: TrialPatient.nullable(), steps: z.array(TrialStep) }),
    refusals: trialRefusals,
    example: { clinicId: ':clinicId' },
  }),
  removePatient: operation({
    method: 'DELETE',
    path: '/api/setup/trial-patients/{patientId}',
    summary: 'Remove a fictional patient that was made here, and no other',
    access: 'setup',
    audit: { done: 'setup.trial_patient_removed', refused: 'setup.refused' },
    input: z.object({ patientId: z.uuid() }),
    output: z.object({ step: TrialStep }),
    refusals: noPatient,
    example: { patientId: ':trialPatientId' },
  }),
}
export type TrialStep = z.infer<typeof TrialStep>
