import { z } from 'zod'
import { aborted, operation } from './kit.ts'
import { tokenUsedRefusal } from './setup.ts'
import { TemplateWording } from './templates.ts'

/**
 * How a template of the platform stands beside the shipped library. `edited`: somebody has changed it here, so new
 * wording is put beside it as an offer and never in its place.
 */
const libraryStates = ['new', 'changed', 'edited', 'unchanged'] as const
export type LibraryState = (typeof libraryStates)[number]

const LibraryEntry = z.object({
  libraryId: z.string(),
  name: z.string(),
  treatmentType: z.string(),
  state: z.enum(libraryStates),
  /** The label of the version that is in use; null for one that was never here. */
  present: z.string().nullable(),
  /** The label that the library ships. */
  shipped: z.string(),
  /** There is something to bring in: the wording that is shipped is not here yet. */
  isPending: z.boolean(),
})

/** What an update did, kept until the next. */
const LibraryUpdate = z.object({
  at: z.iso.datetime(),
  by: z.string(),
  added: z.int(),
  changed: z.int(),
  offered: z.int(),
})
export type LibraryUpdate = z.infer<typeof LibraryUpdate>

export const setupLibrary = {
  read: operation({
    method: 'GET',
    path: '/api/setup/library',
    summary: 'What the shipped library would change among the templates of the platform',
    access: 'setup',
    audit: null,
    input: z.object({}),
    output: z.object({ entries: z.array(LibraryEntry), last: LibraryUpdate.nullable() }),
    example: {},
  }),
  compare: operation({
    method: 'GET',
    path: '/api/setup/library/{libraryId}',
    summary: 'One template as it is in use and as the library ships it, part by part',
    access: 'setup',
    audit: null,
    input: z.object({ libraryId: z.string().max(120) }),
    output: z.object({ entry: LibraryEntry, present: TemplateWording.nullable(), shipped: TemplateWording }),
    refusals: { 'template-not-found': { code: 'not-found', message: 'Template not found' } },
    example: { libraryId: 'composite-filling' },
  }),
  apply: operation({
    method: 'POST',
    path: '/api/setup/library/updates',
    summary: 'Bring new wording of the library in: all of it, or what is chosen; the token is used up',
    access: 'setup',
    stepUp: true,
    audit: { done: 'setup.library_applied', refused: 'setup.refused' },
    input: z.object({ libraryIds: z.array(z.string().max(120)).min(1).max(2000) }),
    output: LibraryUpdate,
    refusals: {
      ...tokenUsedRefusal,
      'nothing-to-change': aborted('None of the selected templates has updates. Reload the list.'),
    },
    example: { libraryIds: ['composite-filling'] },
  }),
}
