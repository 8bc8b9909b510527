import { z } from 'zod'
import { aborted, id, invalidArgument, lineText, notFound, operation } from './kit.ts'
import { phrase_choices_max, phrase_length_max } from './limits.ts'

/** The gaps of a consent for which usual phrases are offered: its diagnosis, and details that placeholders ask for. */
export const phraseFields = [
  'diagnosis',
  'material',
  'prognosis',
  'reason',
  'visits',
  'duration',
  'graftSource',
  'sedationType',
  'crownWithin',
  'retainerPlan',
  'what',
] as const
export type PhraseField = (typeof phraseFields)[number]

/** A phrase that is offered for a gap, so that nobody has to type it. */
const Phrase = z.object({
  text: z.string(),
  /**
   * The library ships it, or the group of practices offers it; any other comes from consents that the practice sent, or was
   * typed to be pinned.
   */
  source: z.enum(['practice', 'group', 'library']),
  /** Consents of the template that this clinician sent with it in the last year. */
  timesSent: z.int(),
  isPinned: z.boolean(),
  /** The newest consent of the template that this clinician sent has it. */
  isLast: z.boolean(),
})
export type Phrase = z.infer<typeof Phrase>

/** What is offered for each gap, best first; gaps without phrases are left out. */
export const Phrases = z.partialRecord(z.enum(phraseFields), z.array(Phrase))
export type Phrases = z.infer<typeof Phrases>

export const phraseChoiceKinds = ['pinned', 'hidden'] as const
export type PhraseChoice = (typeof phraseChoiceKinds)[number]

/** A phrase that could be offered, and what this clinician has decided about it; null for nothing. */
const ListedPhrase = Phrase.extend({ choice: z.enum(phraseChoiceKinds).nullable() })
export type ListedPhrase = z.infer<typeof ListedPhrase>
export const ListedPhrases = z.partialRecord(z.enum(phraseFields), z.array(ListedPhrase))
export type ListedPhrases = z.infer<typeof ListedPhrases>

const path = '/api/clinic/phrases'
const preparePermission = 'createConsents'
const chosenFor = { templateId: id, clinicianId: id }
const missingRefusals = {
  'template-not-found': notFound('Template'),
  'clinician-not-found': notFound('Clinician'),
}

/** Why a phrase is kept out of those that every patient may be shown. */
export const phraseRefusals = {
  'phrase-names-somebody': invalidArgument(
    'This phrase is offered for every patient. Remove the name, title or capital letter.',
  ),
  'phrase-has-date': invalidArgument('This phrase is offered for every patient. Remove the date or day.'),
  'phrase-has-number': invalidArgument('This phrase is offered for every patient. Remove the number.'),
  'phrase-has-contact': invalidArgument(
    'This phrase is offered for every patient. Remove the e-mail or web address.',
  ),
}
export type PhraseRefusal = keyof typeof phraseRefusals

export const phrases = {
  list: operation({
    method: 'GET',
    path,
    summary: 'Every phrase that could be offered to a clinician for the gaps of a template, hidden ones too',
    access: 'clinic',
    needs: preparePermission,
    audit: null,
    input: z.object(chosenFor),
    output: ListedPhrases,
    refusals: missingRefusals,
    example: { templateId: ':templateId', clinicianId: ':staffId' },
  }),
  choose: operation({
    method: 'PUT',
    path,
    summary: 'Pin a phrase for a clinician and template, hide it, or undo either',
    access: 'clinic',
    needs: preparePermission,
    audit: { done: 'phrase.chosen' },
    input: z.object({
      ...chosenFor,
      field: z.enum(phraseFields),
      text: lineText(phrase_length_max),
      choice: z.enum(phraseChoiceKinds).nullable(),
    }),
    output: z.object({}),
    refusals: {
      ...missingRefusals,
      ...phraseRefusals,
      'too-many': aborted(
        `There are ${phrase_choices_max} pinned and hidden phrases for this template already. Undo one first.`,
      ),
    },
    example: {
      templateId: ':templateId',
      clinicianId: ':staffId',
      field: 'diagnosis',
      text: 'an old filling that has failed',
      choice: 'pinned',
    },
  }),
}
