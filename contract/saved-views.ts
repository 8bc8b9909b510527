import { z } from 'zod'
import { consentFilter } from './consents.ts'
import { aborted, id, notFound, operation, text, type Refusal } from './kit.ts'
import { saved_view_name_length_max, saved_views_max } from './limits.ts'

/** A list of consents that somebody comes back to: a name, and what the list is narrowed by. */
export const SavedView = z.object({
  id,
  name: z.string(),
  /** Everybody at the practice sees it; otherwise only whoever saved it. */
  isShared: z.boolean(),
  filter: z.object(consentFilter),
})
export type SavedView = z.infer<typeof SavedView>

const path = '/api/clinic/saved-views'
const viewId = z.object({ viewId: id })
const savedViewInput = { name: text(saved_view_name_length_max), filter: z.object(consentFilter) }

const notAllowed: Refusal = {
  code: 'permission-denied',
  message: 'Only staff with the Access settings permission can save a view for everyone.',
}
const changeViewRefusals = {
  'not-allowed': notAllowed,
  'name-taken': aborted('A view with this name already exists. Choose another name.'),
}

export const savedViews = {
  list: operation({
    method: 'GET',
    path,
    summary: 'Saved views of the list of consents: those for everyone, and the caller’s own',
    access: 'clinic',
    needs: 'createConsents',
    readsOnce: true,
    audit: null,
    input: z.object({}),
    output: z.array(SavedView),
    example: {},
  }),
  create: operation({
    method: 'POST',
    path,
    summary: 'Save what a list is narrowed by, for oneself or for everyone',
    access: 'clinic',
    needs: 'createConsents',
    audit: { done: 'saved_view.created' },
    idempotent: true,
    input: z.object({ ...savedViewInput, isShared: z.boolean().default(false) }),
    output: SavedView,
    refusals: {
      ...changeViewRefusals,
      'too-many': aborted(`There are ${saved_views_max} saved views already. Remove one first.`),
    },
    example: { name: 'Mine, awaiting', filter: { view: 'awaiting', search: 'crown' } },
  }),
  update: operation({
    method: 'PUT',
    path: `${path}/{viewId}`,
    summary: 'Rename a saved view, or change what it shows',
    access: 'clinic',
    needs: 'createConsents',
    audit: { done: 'saved_view.updated' },
    input: viewId.extend(savedViewInput),
    output: SavedView,
    refusals: { 'not-found': notFound('View'), ...changeViewRefusals },
    example: { viewId: ':viewId', name: 'Renamed', filter: { view: 'drafts' } },
  }),
  remove: operation({
    method: 'DELETE',
    path: `${path}/{viewId}`,
    summary: 'Remove a saved view; the consents stay as they are',
    access: 'clinic',
    needs: 'createConsents',
    audit: { done: 'saved_view.removed' },
    input: viewId,
    output: z.object({}),
    refusals: { 'not-found': notFound('View'), 'not-allowed': notAllowed },
    example: { viewId: ':viewId' },
  }),
}
