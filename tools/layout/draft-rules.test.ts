import { expect, test } from 'vitest'
import { checkDraftForms } from './draft-rules.ts'
import { linesOf } from './made-up-tree.ts'

const reasons = { 'web/features/identity/sign-in-form.tsx': 'signing in' }
const signIn = ['web/features/identity/sign-in-form.tsx', '<form></form>'] as const

test.each([
  ['a form of its own', '<form onSubmit={send}><textarea /></form>', 1],
  ['a form in the store', '<Form draft="note"><TextareaField label="Note" /></Form>', 0],
  ['a form of patients in the store', '<DraftForm draft="note"></DraftForm>', 0],
])('%s', (_, text, found) =>
  expect(
    checkDraftForms(new Map([signIn, ['web/features/patients/note-form.tsx', text]]), reasons),
  ).toHaveLength(found),
)

test('an exception without its form is told', () =>
  expect(linesOf(checkDraftForms(new Map(), reasons))).toEqual([
    'web/features/identity/sign-in-form.tsx is excepted from keeping drafts and has no <form>',
  ]))
