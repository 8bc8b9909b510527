import { z } from 'zod'
import {
  aborted,
  id,
  instant,
  isoDate,
  notFound,
  operation,
  paginated,
  paging,
  searchText,
  text,
} from './kit.ts'
import { adoption_batch_max, adoption_reason_length_max, treatment_name_length_max } from './limits.ts'
import { templateNeeds } from './treatments.ts'

/**
 * Whether the practice stands behind the wording of a template. `outdated`: it adopted an earlier version, and what
 * changed since is more than cosmetic. `own`: the template is the practice's, so there is nothing to adopt.
 */
export const adoptionStates = ['adopted', 'outdated', 'none', 'own'] as const
export type AdoptionState = (typeof adoptionStates)[number]

/** Who adopted which version and when; all null unless `adopted` or `outdated`. */
const Adoption = z.object({
  state: z.enum(adoptionStates),
  byName: z.string().nullable(),
  gdcNumber: z.string().nullable(),
  at: instant.nullable(),
  /** The label of the version that was adopted. */
  version: z.string().nullable(),
})
export type Adoption = z.infer<typeof Adoption>

/** As whom the caller would adopt; null for whoever may not manage templates, or is no clinician with a GDC number. */
const adopter = z.object({ name: z.string(), gdcNumber: z.string() }).nullable()

export const CatalogueRow = z.object({
  templateId: id,
  name: z.string(),
  treatmentType: z.string(),
  treatmentSubtype: z.string(),
  version: z.string(),
  /** How many words a patient reads; null for versions saved before they were counted. */
  words: z.int().nullable(),
  /** Years, by the SMOG formula, to one decimal; null likewise. */
  readingAge: z.number().nullable(),
  reviewDue: isoDate.nullable(),
  adoption: Adoption,
})
export type CatalogueRow = z.infer<typeof CatalogueRow>

/** What the catalogue is sorted by; a minus turns it round. What was not measured, or has no date, comes last. */
const catalogueSorts = [
  'type',
  '-type',
  'name',
  '-name',
  'words',
  '-words',
  'age',
  '-age',
  'review',
  '-review',
  'adoption',
  '-adoption',
] as const
export type CatalogueSort = (typeof catalogueSorts)[number]

const missing = { 'not-found': notFound('Template') }

export const adoptions = {
  catalogue: operation({
    method: 'GET',
    path: '/api/clinic/catalogue',
    summary:
      'Every template in use with its length, reading age, review date and adoption, by treatment type unless sorted otherwise',
    access: 'clinic',
    audit: null,
    input: z.object({
      ...paging,
      /** Looked for in name, treatment type, subtype and description, whatever the case. */
      search: searchText(120),
      treatmentType: searchText(treatment_name_length_max),
      state: z.enum(['all', ...adoptionStates]).default('all'),
      sort: z.enum(catalogueSorts).default('type'),
    }),
    output: paginated(CatalogueRow).extend({
      /** How many there are in each state, by the same search and treatment type. */
      counts: z.record(z.enum(adoptionStates), z.int()),
      /** Every treatment type there is, whatever is searched; `toAdopt` counts what adopting the type would adopt. */
      types: z.array(
        z.object({ treatmentType: z.string(), total: z.int(), adopted: z.int(), toAdopt: z.int() }),
      ),
      adopter,
    }),
    example: { search: 'crown' },
  }),
  get: operation({
    method: 'GET',
    path: '/api/clinic/adoptions/{templateId}',
    summary:
      'Whether the practice has adopted the current version of one template, and as whom the caller could',
    access: 'clinic',
    audit: null,
    input: z.object({ templateId: id }),
    output: z.object({ adoption: Adoption, adopter }),
    refusals: missing,
    example: { templateId: ':templateId' },
  }),
  adopt: operation({
    method: 'POST',
    path: '/api/clinic/adoptions',
    summary:
      'Adopt wording of the platform for the practice: the current version of each template named, or of a whole treatment type',
    access: 'clinic',
    needs: templateNeeds,
    audit: { done: 'template.adopted', refused: 'template.adoption_refused' },
    input: z
      .object({
        templateIds: z.array(id).min(1).max(adoption_batch_max).optional(),
        treatmentType: text(treatment_name_length_max).optional(),
      })
      .refine(
        ({ templateIds, treatmentType }) => (templateIds === undefined) !== (treatmentType === undefined),
        'Name templates, or a treatment type',
      ),
    output: z.object({ adopted: z.int() }),
    refusals: {
      'not-registered': {
        code: 'permission-denied',
        message: 'Only a clinician with a GDC number can adopt wording.',
      },
      'nothing-to-adopt': aborted('There is nothing to adopt here. Reload to see what has been adopted.'),
    },
    example: { treatmentType: 'Dental Crown' },
  }),
  withdraw: operation({
    method: 'DELETE',
    path: '/api/clinic/adoptions/{templateId}',
    summary: 'Withdraw the adoption of a template, with a reason',
    access: 'clinic',
    needs: templateNeeds,
    audit: { done: 'template.adoption_withdrawn', refused: 'template.adoption_refused' },
    input: z.object({ templateId: id, reason: text(adoption_reason_length_max) }),
    output: z.object({ adoption: Adoption }),
    refusals: {
      ...missing,
      'not-adopted': aborted('Your practice has not adopted this template. Reload to see its status.'),
    },
    example: { templateId: ':templateId', reason: 'It does not fit how we work' },
  }),
}
