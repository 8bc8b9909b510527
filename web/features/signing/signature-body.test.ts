import { expect, test } from 'vitest'
import type { PatientConsent } from '../../../contract/signing.ts'
import { cosignersOf, noHelp, buildSignatureInput, signerRoleOf } from './signature-body.ts'
import type { Draft } from './signing-memory.ts'

const typed = { markKind: 'typed', drawing: undefined } as const
const draft: Draft = {
  ...{ confirmed: [0], answers: {}, signerRole: undefined, name: ' Robin ', ...typed },
  ...{ help: noHelp, cross: '', beside: [], cosigners: {} },
  ...{ ownWords: '', matters: undefined, leaning: undefined, additional: {} },
}
const patient = { name: 'Robin', relationship: '', signerRole: 'patient' } as const
const mother = { name: 'Mei Tan', relationship: 'Mother', signerRole: 'parent' } as const
const content = {} as PatientConsent['content']
const consent = (change: object = {}) => ({
  ...{ signers: [patient], cosignersAsked: [], contentHash: 'a', content },
  ...change,
})
const witness = { ...typed, name: 'Sam Reed', capacity: 'Friend' }

test('somebody signs as the one thing they can be, or as what they chose among those', () => {
  expect(signerRoleOf(consent(), draft)).toBe('patient')
  expect(signerRoleOf(consent({ signers: [mother] }), draft)).toBe('parent')
  expect(signerRoleOf(consent({ signers: [patient, mother] }), draft)).toBeUndefined()
  const chosen = { ...draft, signerRole: 'attorney' as const }
  expect(signerRoleOf(consent({ signers: [patient, mother] }), chosen)).toBeUndefined()
  expect(buildSignatureInput(consent({ signers: [] }), draft)).toBeUndefined()
})

test('an interpreter signs before a witness, and help needs the witness', () => {
  const asked = consent({ cosignersAsked: ['interpreter'] as const })
  const helped = { ...draft, help: { ...noHelp, kind: 'mark' as const } }
  expect(cosignersOf(asked, helped)).toEqual(['interpreter', 'witness'])
  expect(cosignersOf(consent(), { ...draft, beside: ['witness'] })).toEqual(['witness'])
})

test('all signatures are sent together, and nothing while one is missing', () => {
  const help = { kind: 'mark', why: 'reading', of: '', agreed: false } as const
  const marked = { ...draft, help, cross: ' X ' }
  expect(buildSignatureInput(consent(), marked)).toBeUndefined()
  expect(buildSignatureInput(consent(), { ...marked, cosigners: { witness } })).toMatchObject({
    name: 'Robin',
    mark: { kind: 'typed', typed: 'X' },
    help: { kind: 'mark', why: 'reading' },
    cosigners: [{ role: 'witness', name: 'Sam Reed', mark: { kind: 'typed', typed: 'Sam Reed' } }],
  })
})
