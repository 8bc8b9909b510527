import { expect, test } from 'vitest'
import { requestedPath, lockedPath, loginPath, otherSignInPath, safeReturnPath } from './return-path.ts'

test.each([
  '/clinic',
  '/clinic/patients?q=ann&page=2',
  '/clinic/consents/1#events',
  '/admin/consents?status=sent',
  '/login-notes',
])('returns to %s', (path) => expect(safeReturnPath(path)).toBe(path))

test.each([
  null,
  '',
  'clinic',
  'https://evil.example/clinic',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n//evil.example',
  '/./\\evil.example',
  '/..//evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  ' /clinic',
  '/login',
  '/login/',
  '/login?to=/clinic',
  '/login/back?shown=page',
  '/login/link',
  '/admin-login',
  '/locked?to=/clinic',
])('refuses %j', (path) => expect(safeReturnPath(path)).toBeNull())

test.each([loginPath, lockedPath, otherSignInPath])(
  'the way there carries the asked place unharmed',
  (path) => {
    const to = new URL(path('/clinic/patients?q=a&b'), 'https://x.invalid').searchParams.get('to')
    expect(safeReturnPath(to)).toBe('/clinic/patients?q=a&b')
  },
)

test.each<[situation: string, requested: string, shown: string, place: string]>([
  [
    'opened by its address',
    '/clinic/patients?q=ann',
    '/clinic/patients?q=ann#list',
    '/clinic/patients?q=ann#list',
  ],
  [
    'with an answer of a practice system, which stays out of it',
    '/clinic/settings/practice-system?tab=held&code=a&state=b&error=c',
    '/clinic/settings/practice-system?tab=held&code=a&state=b&error=c',
    '/clinic/settings/practice-system?tab=held',
  ],
  ['with a code of another page', '/clinic/consents?code=a', '/clinic/consents', '/clinic/consents?code=a'],
  ['opened without a part', '/clinic', '/clinic', '/clinic'],
  ['reached from another page', '/clinic/patients', '/clinic/consents#events', '/clinic/patients'],
  [
    'reached from another search',
    '/clinic/patients?q=ann',
    '/clinic/patients#list',
    '/clinic/patients?q=ann',
  ],
])('the place asked for, %s', (_situation, requested, shown, place) => {
  const site = 'https://x.invalid'
  expect(requestedPath(site + requested, site + shown)).toBe(place)
})
