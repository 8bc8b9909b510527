import { expect, test } from 'vitest'
import { permissions, permissionsOfLevel, type Flag } from '../../../contract/permissions.ts'
import type { ConsentStatus } from '../../../contract/consent-states.ts'
import { allowedActions } from './consent-actions.ts'

const allowed = (status: ConsentStatus, held: readonly Flag[]) =>
  Object.entries(allowedActions(status, (wanted) => held.includes(wanted)))
    .filter(([, yes]) => yes)
    .map(([action]) => action)

test.each([
  ['draft', ['edit', 'send', 'discuss', 'agreeVerbally', 'void']],
  ['approved', ['send', 'discuss', 'agreeVerbally', 'void']],
  ['sent', ['links', 'giveLink', 'discuss', 'agreeVerbally', 'refuse', 'replace', 'void']],
  ['verbal', ['links', 'giveLink', 'discuss', 'confirm', 'withdraw', 'replace', 'void']],
  ['signed', ['links', 'discuss', 'confirm', 'addendum', 'countersign', 'withdraw', 'replace', 'void']],
  ['finalised', ['links', 'discuss', 'confirm', 'addendum', 'withdraw', 'replace', 'void']],
  ['declined', ['links', 'discuss', 'replace']],
  ['voided', ['links']],
] as const)('with every permission, a %s consent allows %o', (status, actions) => {
  expect(allowed(status, permissions)).toEqual(actions)
})

test('a level 2 person cannot void', () => {
  expect(allowed('draft', permissionsOfLevel[2])).toEqual(['edit', 'send', 'discuss', 'agreeVerbally'])
})

test('a receptionist who may send forms sends, and no more', () => {
  expect(allowed('draft', ['sendReminders', 'canSendForms'])).toEqual(['send'])
  expect(allowed('signed', ['sendReminders', 'canSendForms'])).toEqual(['links'])
})

test('a change of plan is added to a consent, and not to another change or to a refusal', () => {
  const offered = (['consent', 'addendum', 'refusal'] as const).map(
    (kind) => allowedActions('signed', () => true, kind).addendum,
  )
  expect(offered).toEqual([true, false, false])
})
