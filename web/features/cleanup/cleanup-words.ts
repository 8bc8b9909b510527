import type { CleanupKind } from '../../../contract/cleanup.ts'

/** The kinds of things that get left behind, in the order in which the page shows them. */
export const cleanupGroups: readonly { kind: CleanupKind; title: string; lead: string }[] = [
  {
    kind: 'account-without-staff',
    title: 'Accounts without a staff record',
    lead: 'They have an account, but no longer stand on the staff.',
  },
  {
    kind: 'never-registered',
    title: 'Invited, never registered',
    lead: 'They were put on the staff and have not chosen a password.',
  },
  {
    kind: 'long-inactive',
    title: 'Not signed in for a long time',
    lead: 'An account that nobody uses is one that nobody watches.',
  },
  {
    kind: 'duplicate',
    title: 'Possible duplicates',
    lead: 'Two records that look like one person.',
  },
]

export const entryCount = (count: number): string => (count === 1 ? '1 entry' : `${count} entries`)
