import { z } from 'zod'
import { aborted, id, instant, invalidArgument, notFound, operation, optionalText, text } from './kit.ts'
import { outcome_note_length_max, outcomes_listed_max } from './limits.ts'
import { outcomeMethods, ownFigureStates } from './own-figures.ts'

/** `known`: what happened is known, be it none of the listed risks. */
export const outcomeResults = ['known', 'not-known'] as const
export type OutcomeResult = (typeof outcomeResults)[number]

/** What somebody found out came of a treatment; a later one takes its place and leaves it on record. */
const Outcome = z.object({
  id,
  result: z.enum(outcomeResults),
  /** Of the listed risks, those that happened at any time since the treatment. */
  occurred: z.array(z.string()),
  /** What happened besides; it is not counted. */
  note: z.string(),
  method: z.enum(outcomeMethods),
  /** When the patient was seen or asked, or their records were read. */
  assessedAt: instant,
  by: z.string(),
  at: instant,
})
export type Outcome = z.infer<typeof Outcome>

/** One treatment that was carried out, and what came of it. */
const TreatmentOutcome = z.object({
  doneId: id,
  place: z.int(),
  title: z.string(),
  doneAt: instant,
  /** From when on a follow-up is complete. */
  followUpFrom: instant,
  /** Risks that its patient was told of, by which an outcome is recorded. */
  risks: z.array(z.object({ label: z.string(), serious: z.boolean() })),
  /** Newest first: the first one counts. */
  outcomes: z.array(Outcome),
  /** The newest is of a follow-up that is complete. */
  isFollowedUp: z.boolean(),
})
export type TreatmentOutcome = z.infer<typeof TreatmentOutcome>

const ConsentOutcomes = z.object({ treatments: z.array(TreatmentOutcome) })
export type ConsentOutcomes = z.infer<typeof ConsentOutcomes>

/** A treatment that is due to be followed up. */
const OutcomeDue = z.object({
  consentId: id,
  patient: z.object({ id, name: z.string() }),
  title: z.string(),
  doneAt: instant,
})
export type OutcomeDue = z.infer<typeof OutcomeDue>

const ChanceRange = z.object({ from: z.int(), to: z.int(), of: z.int() })
/** What was counted of one template. */
export const OutcomeFigure = z.object({
  templateId: id,
  name: z.string(),
  /** People treated long enough ago to be followed up, each once; and those who were. */
  treated: z.int(),
  followed: z.int(),
  followUpDays: z.int(),
  state: z.enum(ownFigureStates),
  /** Empty unless so many were followed up that figures are shown. */
  risks: z.array(z.object({ label: z.string(), occurred: z.int(), known: z.int(), range: ChanceRange })),
})
export type OutcomeFigure = z.infer<typeof OutcomeFigure>

const consentId = z.object({ consentId: id })
const missingConsent = { 'not-found': notFound('Consent') }
const treatPermissions = { anyOf: ['createConsents', 'finaliseConsents'] } as const

/** What came of treatments, as clinicians record it, and the practice's own figures that are counted from it. */
export const outcomes = {
  ofConsent: operation({
    method: 'GET',
    path: '/api/clinic/consents/{consentId}/outcomes',
    summary: 'What came of the treatments of a consent that were carried out',
    access: 'clinic',
    needs: treatPermissions,
    audit: null,
    input: consentId,
    output: ConsentOutcomes,
    refusals: missingConsent,
    example: { consentId: ':consentId' },
  }),
  record: operation({
    method: 'POST',
    path: '/api/clinic/consents/{consentId}/outcomes',
    summary:
      'Record what came of a treatment: which of the listed risks happened, none of them, or not known',
    access: 'clinic',
    needs: treatPermissions,
    audit: { done: 'outcome.recorded' },
    idempotent: true,
    input: consentId.extend({
      doneId: id,
      /** The place of the treatment in the text. */
      place: z.int().min(0),
      result: z.enum(outcomeResults),
      occurred: z.array(text(500)).max(100).default([]),
      note: optionalText(outcome_note_length_max),
      method: z.enum(outcomeMethods),
      /** Absent for now. */
      assessedAt: instant.optional(),
    }),
    output: ConsentOutcomes,
    refusals: {
      'not-found': notFound('Treatment'),
      'taken-back': aborted('This treatment is no longer recorded as done.'),
      'not-listed': invalidArgument('Choose risks listed in this consent.'),
      'nothing-known': invalidArgument('Leave the risks empty where the result is not known.'),
      'in-future': invalidArgument('Enter a time that has passed.'),
      'before-treatment': invalidArgument('Enter a time after the treatment.'),
    },
    example: { consentId: ':treatedId', doneId: ':doneId', place: 0, result: 'known', method: 'examined' },
  }),
  due: operation({
    method: 'GET',
    path: '/api/clinic/outcomes/due',
    summary: `Treatments whose follow-up is due, the longest due first, at most ${outcomes_listed_max}`,
    access: 'clinic',
    needs: treatPermissions,
    audit: null,
    input: z.object({}),
    output: z.object({ rows: z.array(OutcomeDue), total: z.int() }),
    example: {},
  }),
  figures: operation({
    method: 'GET',
    path: '/api/clinic/outcomes/figures',
    summary: 'The practice’s own outcome figures by template, and why they are not shown where they are not',
    access: 'clinic',
    needs: 'viewStats',
    reads: 'replica',
    audit: null,
    input: z.object({}),
    output: z.object({
      isOn: z.boolean(),
      /** When they were counted; null before the first time. */
      countedAt: instant.nullable(),
      figures: z.array(OutcomeFigure),
    }),
    example: {},
  }),
}
