import { z } from 'zod'
import { aborted, id, instant, invalidArgument, notFound, operation } from './kit.ts'
import { staffNeeds } from './staff.ts'

const cleanupKinds = ['account-without-staff', 'never-registered', 'long-inactive', 'duplicate'] as const
export type CleanupKind = (typeof cleanupKinds)[number]

/** Something to clean up, and what tidying it would do. */
const Finding = z.object({
  kind: z.enum(cleanupKinds),
  /** Of the account for `account-without-staff`, of the staff record otherwise. */
  id,
  name: z.string(),
  email: z.string(),
  /** Why it is listed: 'Invited 3 weeks ago', 'Last signed in 4 months ago', 'Same GDC number as Tom Hughes'. */
  reason: z.string(),
  /** The effect of a clean-up: 'Sign-in will be disabled', 'The record will become inactive'. */
  effect: z.string(),
  /** Why it may not be tidied here; null when it may. */
  kept: z.string().nullable(),
})
export type CleanupFinding = z.infer<typeof Finding>

const Cleanup = z.object({
  id,
  at: instant,
  by: z.string(),
  items: z.array(z.object({ name: z.string(), effect: z.string() })),
  undoneAt: instant.nullable(),
})

/** User clean-up (specification section 2, `/clinic/user-cleanup`): preview, act, undo. */
export const cleanup = {
  preview: operation({
    method: 'GET',
    path: '/api/clinic/user-cleanup',
    summary: 'Accounts and staff records that look left behind, and what tidying each would do',
    access: 'clinic',
    needs: staffNeeds,
    audit: null,
    input: z.object({}),
    output: z.object({ findings: z.array(Finding), recent: z.array(Cleanup) }),
    example: {},
  }),
  act: operation({
    method: 'POST',
    path: '/api/clinic/user-cleanup',
    summary: 'Tidy what was chosen; nothing is erased, so that it can be undone',
    access: 'clinic',
    needs: staffNeeds,
    stepUp: true,
    idempotent: true,
    audit: { done: 'cleanup.done', refused: 'cleanup.refused' },
    input: z.object({
      items: z.array(z.object({ kind: z.enum(cleanupKinds), id })).max(200),
    }),
    output: Cleanup,
    refusals: {
      changed: aborted('The list has changed. Reload it and try again.'),
      'not-found': notFound('Staff member or account'),
      'nothing-chosen': invalidArgument('Select the accounts to clean up.'),
    },
    example: { items: [{ kind: 'never-registered', id: ':invitedId' }] },
  }),
  undo: operation({
    method: 'POST',
    path: '/api/clinic/user-cleanup/{cleanupId}/undo',
    summary: 'Undo a clean-up: everything is as it was before',
    access: 'clinic',
    needs: staffNeeds,
    stepUp: true,
    audit: { done: 'cleanup.undone', refused: 'cleanup.refused' },
    input: z.object({ cleanupId: id }),
    output: Cleanup,
    refusals: {
      'cleanup-not-found': notFound('Clean-up'),
      'above-own-rights': {
        code: 'permission-denied',
        message: 'You can only restore permissions that you have yourself.',
      },
      'already-undone': aborted('This has already been undone.'),
    },
    example: { cleanupId: ':cleanupId' },
  }),
}
