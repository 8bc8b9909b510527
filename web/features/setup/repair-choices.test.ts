import { expect, test } from 'vitest'
import type { FoundAccount } from './account-facts.tsx'
import { repairChoices } from './repair-choices.ts'

const healthy: FoundAccount = {
  userId: '0b1c6f1e-6f0a-4a55-9a39-0d8a3e1b5a01',
  email: 'dentist@harbour-street.example.org',
  name: 'Amara Okafor',
  isActive: true,
  isSuperAdmin: false,
  emailVerified: true,
  hasSecondFactor: false,
  createdAt: '2026-11-01T09:00:00.000Z',
  staff: [{ clinicName: 'Harbour Street', role: 'clinic_staff', isActive: true, isLinked: true }],
}
const offeredRepairs = (change: Partial<FoundAccount>) =>
  repairChoices({ ...healthy, ...change }).map(({ repair }) => repair)

test('a healthy account can only be signed out', () => {
  expect(offeredRepairs({})).toEqual(['end-sessions'])
})

test.each<[Partial<FoundAccount>, string]>([
  [{ isActive: false }, 'activate'],
  [{ emailVerified: false }, 'verify-email'],
  [{ staff: [{ ...healthy.staff[0]!, isLinked: false }] }, 'link-staff'],
  [{ hasSecondFactor: true }, 'remove-second-factor'],
])('%o is offered %s', (change, repair) => {
  expect(offeredRepairs(change)).toEqual([repair, 'end-sessions'])
})
