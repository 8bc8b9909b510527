import type { CleanupKind } from '../../../contract/cleanup.ts'

/** The kinds of things that get left behind, in the order in which the page shows them. */
export const cleanupGroups: readonly { kind: CleanupKind; title: string; lead: string }[] = [
  {
    kind: 'account-without-staff',
    title: 'Accounts without a staff record',
    lead: 'They have an account but are no longer on the staff list.',
  },
  {
    kind: 'never-registered',
    title: 'Invited, never registered',
    lead: 'They were added to the staff list but have not registered.',
  },
  {
    kind: 'long-inactive',
    title: 'Not signed in for a long time',
    lead: 'Unused accounts are a security risk.',
  },
  {
    kind: 'duplicate',
    title: 'Possible duplicates',
    lead: 'Two records that may be the same person.',
  },
]

export const entryCount = (count: number): string => (count === 1 ? '1 entry' : `${count} entries`)
