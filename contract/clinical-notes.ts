import { z } from 'zod'
import { ConsentDetails } from './consents.ts'
import { aborted, id, invalidArgument, notFound, operation, optionalText } from './kit.ts'
import { clinical_note_length_max, treatments_max } from './limits.ts'
import { ToothCode } from './tooth-code.ts'
import { visibleText } from './visible-text.ts'

/** A note as it was typed: not trimmed, since everything found in it is named by its place; whether it is empty is asked of what is seen. */
const NoteText = z
  .string()
  .max(clinical_note_length_max)
  .refine((typed) => visibleText(typed).trim() !== '', 'Enter a note')

const Span = z.object({ from: z.int().min(0), to: z.int().min(0) })
const spans = z.array(Span)
const Answer = z.enum(['yes', 'no', 'unknown'])

/** A template the practice may use now. */
const OfferedTemplate = z.object({ id, name: z.string(), requiresTooth: z.boolean(), isOwn: z.boolean() })

const NoteProposal = z.object({
  /** What the words say: 'crown', 'extraction'. */
  says: z.string(),
  /** The treatment subtype they mean; null while somebody has to choose. */
  subtype: z.string().nullable(),
  offers: z.array(z.object({ subtype: z.string(), templates: z.array(OfferedTemplate) })),
  teeth: z.array(z.string()),
  area: z.string(),
  why: z.string(),
  isDoubted: z.boolean(),
  spans,
})

const NoteFact = z.object({
  factor: z.string(),
  label: z.string(),
  answer: Answer,
  fields: z.record(z.string(), z.string()),
  teeth: z.array(z.string()),
  spans,
})

const NoteConflict = z.object({
  message: z.string(),
  about: z.enum(['teeth', 'side', 'factor']),
  /** Teeth: the two codes. Side: the tooth, and the side in words. Factor: its id. */
  between: z.array(z.string()),
  spans,
})

/** What a clinical note says, each part with the words it rests on. */
export const NoteReading = z.object({
  proposals: z.array(NoteProposal),
  diagnosis: z.string(),
  diagnoses: z.array(z.object({ says: z.string(), text: z.string(), isSure: z.boolean(), spans })),
  facts: z.array(NoteFact),
  conflicts: z.array(NoteConflict),
  aside: z.array(
    Span.extend({ words: z.string(), why: z.enum(['family', 'past', 'not planned', 'absent']) }),
  ),
  price: Span.extend({ text: z.string() }).nullable(),
  visits: Span.extend({ text: z.string() }).nullable(),
  unknown: z.array(Span.extend({ words: z.string() })),
  corrections: z.array(Span.extend({ written: z.string(), readAs: z.string() })),
  /** The note as a language model would get it, without what names anybody; null where none is set up. */
  outgoing: z.object({ text: z.string(), removed: z.int(), model: z.string() }).nullable(),
})

/** What a language model says beyond what was read, with the words of the note it rests on. */
const Suggestion = z.discriminatedUnion('about', [
  Span.extend({
    about: z.literal('treatment'),
    words: z.string(),
    subtype: z.string(),
    templates: z.array(OfferedTemplate),
  }),
  Span.extend({
    about: z.literal('factor'),
    words: z.string(),
    factor: z.string(),
    label: z.string(),
    answer: Answer,
  }),
  Span.extend({ about: z.literal('diagnosis'), words: z.string(), text: z.string() }),
  Span.extend({
    about: z.literal('placeholder'),
    words: z.string(),
    name: z.enum(['price', 'visits', 'material', 'reason']),
    value: z.string(),
  }),
])

/** What became of the question: only `answered` has suggestions. */
export const suggestionOutcomes = ['answered', 'slow', 'busy', 'refused', 'unreadable', 'too-often'] as const

/** An accepted fact about the patient, with the words of the note it rests on and who found it. */
const AcceptedFact = z.object({
  factor: z.string().max(60),
  answer: Answer,
  fields: z.record(z.string().max(40), z.string().max(200)).default({}),
  teeth: z.array(ToothCode).max(52).default([]),
  spans: spans.min(1).max(50),
  foundBy: z.enum(['rules', 'model']),
})

const missingPatient = { 'patient-not-found': notFound('Patient') }
const example = { patientId: ':patientId', note: 'UL6 irreversible pulpitis, RCT, on apixaban' }

export const clinicalNotes = {
  read: operation({
    method: 'POST',
    path: '/api/clinic/clinical-notes/reading',
    summary: 'Read a clinical note: treatments, teeth, diagnosis and factors with the words they rest on',
    access: 'clinic',
    needs: 'createConsents',
    audit: null,
    rate: { attempts: 600, seconds: 600 },
    input: z.object({ patientId: id, note: NoteText }),
    output: NoteReading,
    refusals: missingPatient,
    example,
  }),
  suggest: operation({
    method: 'POST',
    path: '/api/clinic/clinical-notes/suggestions',
    summary: 'Ask the language model that is set up what else a note says; it gets the note without names',
    access: 'clinic',
    needs: 'createConsents',
    audit: { done: 'clinical_note.model_asked', refused: 'clinical_note.model_refused' },
    feature: 'language-model',
    rate: { attempts: 120, seconds: 3600 },
    input: z.object({ patientId: id, note: NoteText }),
    output: z.object({ outcome: z.enum(suggestionOutcomes), suggestions: z.array(Suggestion) }),
    refusals: {
      ...missingPatient,
      'model-off': aborted('No language model is set up. The note is read by rules only.'),
    },
    example,
  }),
  settle: operation({
    method: 'POST',
    path: '/api/clinic/clinical-notes/settlement',
    summary:
      'What was accepted of a note, as the details of a consent to make and the facts about the patient',
    access: 'clinic',
    needs: 'createConsents',
    audit: { done: 'clinical_note.accepted', refused: 'clinical_note.not_accepted' },
    input: z.object({
      patientId: id,
      note: NoteText,
      clinicianId: id,
      treatments: z
        .array(z.object({ templateId: id, teeth: z.array(ToothCode).max(52).default([]) }))
        .min(1)
        .max(treatments_max),
      diagnosis: optionalText(500),
      price: optionalText(500),
      visits: optionalText(500),
      facts: z.array(AcceptedFact).max(60).default([]),
      /** Conflicts that somebody settled, by what they are between. */
      settled: z.array(z.string().max(80)).max(50).default([]),
    }),
    output: z.object({
      /** All treatments in one, each to be accepted or declined by itself. */
      consent: ConsentDetails,
      facts: z.array(AcceptedFact.extend({ label: z.string(), words: z.string() })),
    }),
    refusals: {
      ...missingPatient,
      'clinician-not-found': notFound('Clinician'),
      'template-not-found': { code: 'not-found', message: 'Template not found' },
      'price-unreadable': invalidArgument('Enter the price in pounds, like £1,234.50, or the NHS band.'),
      'conflict-open': aborted('The note contradicts itself: {conflict} Choose which is right.'),
      'fact-not-in-note': invalidArgument('A detail is based on words that are not in the note.'),
      'fact-unknown': invalidArgument('This factor or field does not exist.'),
    },
    example: {
      ...example,
      clinicianId: ':staffId',
      treatments: [{ templateId: ':templateId', teeth: ['26'] }],
      facts: [{ factor: 'doac', answer: 'yes', spans: [{ from: 35, to: 43 }], foundBy: 'rules' }],
    },
  }),
}
