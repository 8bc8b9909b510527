import { expect, test } from 'vitest'
import type { SessionUser } from '../../../contract/identity.ts'
import type { SessionResponse } from './guard-rules.ts'
import { tabActionAfterSessionEvent } from './tab-session-events.ts'

const amara = { uid: 'a', clinicId: 'harbour' } as SessionUser
const tom = { uid: 't', clinicId: 'harbour' } as SessionUser
const open = (user: SessionUser): SessionResponse => ({ user, step: 'open' })
const nobody: SessionResponse = { user: null, step: 'none' }

test.each<[string, SessionUser | null, SessionResponse, ReturnType<typeof tabActionAfterSessionEvent>]>([
  ['nobody was signed in', null, open(amara), 'stay'],
  ['the same person signed in again', amara, open({ ...amara }), 'stay'],
  ['another person signed in', amara, open(tom), 'reload'],
  ['the same person went to another clinic', amara, open({ ...amara, clinicId: 'mill' }), 'reload'],
  ['the person signed out', amara, nobody, { to: '/login?to=%2Fclinic%2Fpatients' }],
  [
    'the computer was locked',
    amara,
    { user: null, step: 'locked' },
    { to: '/locked?to=%2Fclinic%2Fpatients' },
  ],
  [
    'somebody is half way through signing in',
    amara,
    { user: tom, step: 'second-factor' },
    { to: '/login?to=%2Fclinic%2Fpatients' },
  ],
])('%s', (_situation, shown, now, move) => {
  expect(tabActionAfterSessionEvent(shown, now, '/clinic/patients')).toEqual(move)
})
