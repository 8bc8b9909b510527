import { z } from 'zod'
import { capacityChoices, capacityForms, capacityResults, reviewDateErrors } from './capacity-rules.ts'
import type { SigningRefusal } from './capacity-rules.ts'
import {
  aborted,
  id,
  instant,
  invalidArgument,
  notFound,
  operation,
  optionalText,
  personName,
  text,
  type Refusal,
  lineText,
  optionalLine,
} from './kit.ts'
import { capacity_answer_length_max, capacity_people_max, capacity_ways_max } from './limits.ts'
import { nations } from './retention-rules.ts'

/** Whether patients can decide for themselves, and what is decided for those who cannot. */

const Person = z.object({
  name: personName(120),
  relationship: lineText(120),
  view: optionalText(capacity_answer_length_max),
})

const WeighedOption = z.object({
  way: text(200),
  brings: text(capacity_answer_length_max),
  burdens: text(capacity_answer_length_max),
  restricts: optionalText(capacity_answer_length_max),
  view: optionalText(capacity_answer_length_max),
})

const Answer = z.object({
  chosen: z.array(text(40)).max(20).default([]),
  text: optionalText(capacity_answer_length_max),
  people: z.array(Person).max(capacity_people_max).default([]),
  ways: z.array(WeighedOption).max(capacity_ways_max).optional(),
})
/** What was answered, by question; what is not asked has no answer. */
const Answers = z
  .record(text(40), Answer)
  .refine((answers) => Object.keys(answers).length <= 60, 'Answer the questions of the form')

/** A part of a form as it was filled in, in the words of that day. */
const CompletedSection = z.object({
  title: z.string(),
  lines: z.array(z.object({ ask: z.string(), answer: z.string(), note: z.string() })),
})
export type CompletedSection = z.infer<typeof CompletedSection>

/** Records are never changed: another look is a record of its own. */
const recordMetadata = {
  id,
  number: z.int(),
  form: z.enum(capacityForms),
  formVersion: z.string(),
  law: z.string(),
  title: z.string(),
  answers: Answers,
  told: z.array(CompletedSection),
  /** Whoever made it: name, post and, of a registered clinician, the GDC number. */
  by: z.string(),
  post: z.string(),
  gdcNumber: z.string().nullable(),
  recordedAt: instant,
  hash: z.string(),
}
export const CapacityAssessment = z.object({
  ...recordMetadata,
  result: z.enum(capacityResults),
  /** The decision in question, in one sentence. */
  decision: z.string(),
  assessedAt: instant,
  place: z.string(),
  /** Why it was looked at again; empty for the first. */
  again: z.string(),
})
export type CapacityAssessment = z.infer<typeof CapacityAssessment>
export const CapacityDecision = z.object({
  ...recordMetadata,
  choice: z.enum(capacityChoices),
  /** The assessment that it rests on. */
  assessment: z.int(),
})
export type CapacityDecision = z.infer<typeof CapacityDecision>

const CapacityRecord = z.object({
  nation: z.enum(nations),
  ageYears: z.int(),
  /** The form of the patient's age and the practice's nation; null under 16. */
  form: z.enum(capacityForms).nullable(),
  /** The newest first. */
  assessments: z.array(CapacityAssessment),
  decisions: z.array(CapacityDecision),
  /** What whoever asks may record now: null where they may, otherwise why they would be refused. */
  actions: z.object({
    assess: z.enum(['not-clinician', 'wrong-state']).nullable(),
    decide: z.enum(['not-clinician', 'already-signed', 'wrong-state']).nullable(),
  }),
})
export type CapacityRecord = z.infer<typeof CapacityRecord>

const consentId = z.object({ consentId: id })
const needs = { anyOf: ['createConsents', 'finaliseConsents'] } as const
const missingConsent = notFound('Consent')
const notClinician = {
  code: 'permission-denied',
  message: 'Only staff with a clinical role can record this.',
} as const
const wrongState = aborted(
  'This consent is no longer in a state that allows this. Reload to see its current status.',
)
const under16 = aborted('This form is for people of 16 and over.')
const formRefusals = {
  'other-form': aborted('Another form applies to this patient and nation. Reload to get it.'),
  'form-changed': aborted('The form has changed since you opened it. Reload to get the new one.'),
  'form-unfinished': invalidArgument('Some questions of the form are not answered yet.'),
  'does-not-stand': aborted('Some of your answers contradict each other. See the form.'),
} as const

/** Why a signature is not taken, or an agreement by word of mouth, in words for staff. */
export const capacityRefusals = {
  'capacity-lacking': aborted(
    'The latest assessment found that the patient cannot decide this. Record the decision under “Capacity”.',
  ),
  'capacity-open': aborted('The latest assessment is inconclusive. Assess again first.'),
  'capacity-held': aborted(
    'The latest assessment found that the patient can decide this, so no one can sign for them.',
  ),
} as const satisfies Record<SigningRefusal, Refusal>

/** The same in words for whoever sits before the form. */
export const capacityMessages = {
  'capacity-lacking': aborted(
    'Your practice wants to decide this together with you and the people who know you. Please phone the practice, or ask the person who gave you this form.',
  ),
  'capacity-open': aborted(
    'Your clinician wants to talk with you again before you sign. Please phone the practice.',
  ),
  'capacity-held': aborted(
    'The patient can decide this for themselves, so they sign this form. Please phone the practice if you have a question.',
  ),
} as const satisfies Record<SigningRefusal, Refusal>

const yesAnswer = (note = '') => ({ chosen: ['yes'], text: note })
const noAnswer = (note = '') => ({ chosen: ['no'], text: note })
const textAnswer = (words: string) => ({ text: words })

export const capacity = {
  get: operation({
    method: 'GET',
    path: '/api/clinic/consents/{consentId}/capacity',
    summary:
      'Which form asks whether the patient of a consent can decide, what was found and what was decided for them',
    access: 'clinic',
    needs,
    audit: null,
    input: consentId,
    output: CapacityRecord,
    refusals: { 'not-found': missingConsent },
    example: { consentId: ':consentId' },
  }),
  assess: operation({
    method: 'POST',
    path: '/api/clinic/consents/{consentId}/capacity-assessments',
    summary: 'Record whether the patient can make this decision now; an earlier assessment stays as it is',
    access: 'clinic',
    needs,
    audit: { done: 'capacity.assessed', refused: 'capacity.assess_refused' },
    idempotent: true,
    bodyBytesMax: 200 * 1024,
    input: consentId.extend({
      form: z.enum(capacityForms),
      formVersion: text(10),
      decision: text(500),
      assessedAt: instant,
      place: optionalLine(200),
      answers: Answers,
      again: optionalText(500),
    }),
    output: CapacityRecord,
    refusals: {
      'not-found': missingConsent,
      'wrong-state': wrongState,
      'not-clinician': notClinician,
      'under-16': under16,
      'in-future': invalidArgument('Enter a time that has passed.'),
      'reason-missing': invalidArgument('Enter the reason for review.'),
      'look-again-past': invalidArgument(reviewDateErrors['look-again-past']),
      'look-again-far': invalidArgument(reviewDateErrors['look-again-far']),
      ...formRefusals,
    },
    example: {
      consentId: ':consentId',
      form: 'mental-capacity-act',
      formVersion: '1.2',
      decision: 'Whether to have the lower right first molar treated',
      assessedAt: '2026-01-05T10:00:00.000Z',
      place: 'Surgery 2',
      answers: {
        doubt: textAnswer('Asked the same question several times within minutes.'),
        doubtOnly: yesAnswer(),
        information: textAnswer(
          'What a root canal is, why it helps, its risks, taking the tooth out, waiting.',
        ),
        urgency: { chosen: ['days'] },
        mayImprove: noAnswer(),
        support: { chosen: ['simple-words', 'familiar'], text: 'Her daughter sat beside her.' },
        understand: yesAnswer('Told me in her own words what would be done and why.'),
        retain: yesAnswer('Knew it after ten minutes, with the drawing in her hand.'),
        weigh: yesAnswer('Would rather keep the tooth, though it takes two visits.'),
        communicate: yesAnswer('Speaks clearly, in short sentences.'),
        outcome: { chosen: ['has-capacity'], text: 'She decides this herself, given time.' },
        explained: yesAnswer('She was glad of it.'),
        belief: { chosen: ['stated'] },
      },
    },
  }),
  decide: operation({
    method: 'POST',
    path: '/api/clinic/consents/{consentId}/capacity-decisions',
    summary:
      'Record what was decided for a patient who cannot decide this; it takes the place of their signature',
    access: 'clinic',
    needs,
    audit: { done: 'capacity.decided', refused: 'capacity.decide_refused' },
    idempotent: true,
    bodyBytesMax: 200 * 1024,
    input: consentId.extend({
      form: z.enum(capacityForms),
      formVersion: text(10),
      /** The assessment that was read. */
      assessment: z.int().min(1),
      contentHash: z.string().length(64),
      answers: Answers,
      /** Whoever is signed in signs with their name. */
      name: personName(120),
    }),
    output: CapacityRecord,
    refusals: {
      'not-found': missingConsent,
      'already-signed': aborted('This consent is already signed.'),
      'wrong-state': wrongState,
      'not-clinician': notClinician,
      'stale-version': aborted('The text has changed since you opened it. Reload to see the current text.'),
      'under-16': under16,
      'not-assessed': aborted('Record first whether the patient can decide this.'),
      'has-capacity': aborted(
        'The latest assessment found that the patient can decide this. They sign themselves.',
      ),
      'not-established': aborted('The latest assessment is inconclusive. Assess again first.'),
      'assessment-old': aborted('The latest assessment is more than 28 days old. Assess again first.'),
      'stale-assessment': aborted('There is a newer assessment than the one you read. Reload to see it.'),
      'certificate-not-begun': invalidArgument('The certificate has not started yet.'),
      'certificate-over': invalidArgument('The certificate has ended.'),
      'certificate-too-long': invalidArgument('A certificate lasts three years at most.'),
      'name-differs': invalidArgument('Type your own name as it is on your account.'),
      ...formRefusals,
    },
    example: {
      consentId: ':incapableId',
      form: 'mental-capacity-act',
      formVersion: '1.2',
      assessment: 1,
      contentHash: 'a'.repeat(64),
      name: 'Tom Hughes',
      answers: {
        willReturn: noAnswer(),
        wishes: textAnswer('Has always wanted to keep her teeth, says her daughter.'),
        beliefs: textAnswer('None that bear on this.'),
        takingPart: textAnswer('Was shown pictures, held the mirror, chose the time of day.'),
        objection: noAnswer(),
        advanceRefusal: { chosen: ['none'], text: 'Asked her daughter and the surgery.' },
        attorney: { chosen: ['none'] },
        deputy: { chosen: ['none'] },
        consulted: {
          people: [{ name: 'Ada Whitcombe', relationship: 'Daughter', view: 'She would want it treated.' }],
        },
        options: {
          ways: [
            {
              ...{
                way: 'Root canal',
                brings: 'Ends the pain and keeps the tooth.',
                burdens: 'Two long visits.',
              },
              ...{ restricts: 'Nobody holds her.', view: 'Likely to agree: she is proud of her teeth.' },
            },
            { way: 'Waiting with painkillers', brings: 'No visit now.', burdens: 'The pain comes back.' },
          ],
        },
        balance: textAnswer('Pain ends and the tooth stays; two visits that she finds tiring.'),
        fair: { chosen: ['stated'] },
        lessRestrictive: textAnswer('Waiting leaves her in pain. Local anaesthetic alone is enough.'),
        restraint: noAnswer(),
        choice: { chosen: ['go-ahead'], text: 'It ends the pain and keeps the tooth.' },
        decider: { chosen: ['clinician'], text: 'Tom Hughes' },
        agreement: { chosen: ['agreed'] },
        secondOpinion: { chosen: ['not-needed'] },
        plan: textAnswer('Two morning visits, local anaesthetic, her daughter stays.'),
        reviewOn: textAnswer('2026-12-22'),
      },
    },
  }),
}
