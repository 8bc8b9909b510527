import { z } from 'zod'
import { aborted, id, lineText, notFound, operation, paginated, paging, searchText } from './kit.ts'
import { group_phrases_max, phrase_length_max } from './limits.ts'
import { phraseFields, phraseRefusals } from './phrases.ts'

/** A template that the practices of the group share, and how many phrases the group offers for it. */
const PhraseTemplate = z.object({
  templateId: id,
  name: z.string(),
  treatmentType: z.string(),
  phrases: z.int(),
})
export type PhraseTemplate = z.infer<typeof PhraseTemplate>

const GroupPhrase = z.object({ id, field: z.enum(phraseFields), text: z.string() })
export type GroupPhrase = z.infer<typeof GroupPhrase>

/** What the group offers for a template, in the order in which it was added, and the gaps that its text has. */
const TemplatePhrases = z.object({ fields: z.array(z.enum(phraseFields)), phrases: z.array(GroupPhrase) })
export type TemplatePhrases = z.infer<typeof TemplatePhrases>

const templateMissing = { 'not-found': notFound('Template') }
const onlyGroupAdministrators = {
  'group-administrators-only': aborted('Only an administrator of the group can do this.'),
}

/** Phrases that a group offers to its practices for the gaps of consents. */
export const groupPhrases = {
  templates: operation({
    method: 'GET',
    path: '/api/group/phrases',
    summary:
      'The templates that all practices of the group have, with the number of the group’s phrases for each',
    access: 'group',
    audit: null,
    /** Looked for in name and treatment type, whatever the case. */
    input: z.object({ ...paging, search: searchText(120) }),
    output: paginated(PhraseTemplate),
    example: { search: 'root' },
  }),
  list: operation({
    method: 'GET',
    path: '/api/group/templates/{templateId}/phrases',
    summary: 'The group’s phrases for the gaps of a template',
    access: 'group',
    audit: null,
    input: z.object({ templateId: id }),
    output: TemplatePhrases,
    refusals: templateMissing,
    example: { templateId: ':sharedTemplateId' },
  }),
  add: operation({
    method: 'POST',
    path: '/api/group/templates/{templateId}/phrases',
    summary: 'Offer a phrase to the practices of the group for a gap of a template',
    access: 'group',
    audit: { done: 'group.phrase_added', refused: 'group.refused' },
    input: z.object({ templateId: id, field: z.enum(phraseFields), text: lineText(phrase_length_max) }),
    output: TemplatePhrases,
    refusals: {
      ...templateMissing,
      ...onlyGroupAdministrators,
      ...phraseRefusals,
      'already-there': aborted('The group offers this phrase already.'),
      'too-many': aborted(
        `The group offers ${group_phrases_max} phrases for this template already. Remove one first.`,
      ),
    },
    example: { templateId: ':sharedTemplateId', field: 'diagnosis', text: 'an old filling that has failed' },
  }),
  remove: operation({
    method: 'DELETE',
    path: '/api/group/phrases/{phraseId}',
    summary: 'Stop offering a phrase; consents that have it keep it',
    access: 'group',
    audit: { done: 'group.phrase_removed', refused: 'group.refused' },
    input: z.object({ phraseId: id }),
    output: TemplatePhrases,
    refusals: { 'not-found': notFound('Phrase'), ...onlyGroupAdministrators },
    example: { phraseId: ':groupPhraseId' },
  }),
}
