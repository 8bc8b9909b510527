import { expect, test } from 'vitest'
import { isInvitationPending, memberName, staffState } from './staff-state-words.ts'

const now = new Date('2026-11-21T12:00:00Z')
const sent = {
  status: 'sent',
  sentAt: '2026-11-20T09:00:00Z',
  expiresAt: '2026-11-27T09:00:00Z',
} as const
const invited = { isActive: true, registered: false, invitation: sent }

test.each([
  ['registered', { ...invited, registered: true, invitation: null }, 'Active', null],
  ['deactivated', { ...invited, isActive: false }, 'Inactive', null],
  ['without an invitation', { ...invited, invitation: null }, 'Not registered', 'No invitation was sent'],
  ['sent', invited, 'Invited', 'Invitation sent: Yesterday'],
  [
    'queued',
    { ...invited, invitation: { ...sent, status: 'queued' as const } },
    'Invited',
    'The invitation is waiting to be sent',
  ],
  [
    'failed',
    { ...invited, invitation: { ...sent, status: 'failed' as const } },
    'Failed',
    'The invitation could not be sent',
  ],
  [
    'unconfirmed',
    { ...invited, invitation: { ...sent, status: 'unconfirmed' as const } },
    'Invited',
    'The invitation may not have arrived',
  ],
  [
    'run out',
    { ...invited, invitation: { ...sent, expiresAt: '2026-11-21T12:00:00Z' } },
    'Expired',
    'The invitation expired on 21 Nov 2026',
  ],
])('%s', (_, member, label, more) => {
  expect(staffState(member, now)).toMatchObject({ label, more })
})

test('only what is queued or being sent is worth looking at again', () => {
  const waiting = (['queued', 'sending', 'sent', 'failed', 'unconfirmed'] as const).filter((status) =>
    isInvitationPending({ invitation: { ...sent, status } }),
  )
  expect(waiting).toEqual(['queued', 'sending'])
  expect(isInvitationPending({ invitation: null })).toBe(false)
})

test('a name is both names', () => {
  expect(memberName({ firstName: 'Siân', lastName: 'Rees' })).toBe('Siân Rees')
})
