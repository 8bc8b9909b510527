import { expect, it } from 'vitest'
import { buildConsentNote, type NoteFacts } from './consent-note.ts'

const facts: NoteFacts = {
  withdrawals: [],
  consentId: '0199d6f2-7c1e-7b3a-9a52-4f1de8a0c311',
  status: 'finalised',
  content: {
    title: 'Root canal treatment',
    treatmentType: 'Endodontics',
    templateId: 'one',
    templateVersionId: 'two',
    templateVersion: '3',
    sections: [
      { id: 1, title: 'What will happen', content: '<p>We clean the root.</p>' },
      {
        id: 2,
        title: 'Your options',
        content: '<ul><li>A crown &amp; root treatment</li><li>Extraction</li></ul>',
      },
      { id: 3, title: 'No treatment', content: '<p>The infection won&#39;t go.</p>' },
    ],
    risks: [
      { label: 'Pain for some days', band: 'common', serious: false, source: 'x' },
      { label: 'Loss of the tooth', band: 'rare', serious: true, source: 'x' },
    ],
    teeth: [{ fdi: '46', palmer: 'LR6', name: 'lower right first molar' }],
    diagnosis: 'Irreversible pulpitis',
    clinic: { name: 'Harbour Street', address: '', phone: '', outOfHours: '', email: '' },
    patient: { name: 'Mrs Eleanor Whitcombe', dateOfBirth: '1961-03-14', nhsNumber: '9434765919' },
    clinician: { name: 'Tom Hughes', role: 'Dentist', gdcNumber: '248163' },
    statements: ['I agree to have this treatment.', 'I could ask questions.'],
    personalRisks: [
      {
        ...{ ruleId: 'R001', severity: 'confirm', decision: 'accepted', because: ['Apixaban'] },
        ...{ statement: 'Takes apixaban: may bleed longer.', reason: '', teeth: [] },
      },
    ],
  },
  contentHash: 'a'.repeat(64),
  givenAt: new Date('2026-07-01T08:15:00Z'),
  discussedAt: null,
  signature: {
    ...{ name: 'Eleanor Whitcombe', signerRole: 'patient', declined: [] },
    at: new Date('2026-07-01T09:40:00Z'),
  },
  countersignature: { name: 'Tom Hughes', gdcNumber: '248163', at: new Date('2026-07-02T07:00:00Z') },
  reason: null,
  timeZone: 'Europe/London',
  notation: 'palmer',
}

it('says in plain lines what was given, discussed and signed, by the clock of the practice', () => {
  expect(buildConsentNote(facts).split('\n')).toEqual([
    'CONSENT: Root canal treatment',
    'Information given Wed 1 Jul 2026, 09:15 by Tom Hughes (GDC 248163)',
    'Teeth: LR6 (46)',
    'Diagnosis: Irreversible pulpitis',
    'Your options: A crown & root treatment Extraction',
    "No treatment: The infection won't go.",
    'Risks discussed: Pain for some days; Loss of the tooth (serious)',
    'Risks personal to this patient: Takes apixaban: may bleed longer.',
    'Signed by Eleanor Whitcombe (patient), Wed 1 Jul 2026, 10:40',
    'Confirmed: I agree to have this treatment.; I could ask questions.',
    'Countersigned by Tom Hughes (GDC 248163), Thu 2 Jul 2026, 08:00',
    `Record ${facts.consentId}, text SHA-256 ${'a'.repeat(64)}`,
  ])
})

it('says that nobody has signed, and why it ended', () => {
  const note = buildConsentNote({
    ...facts,
    ...{ status: 'declined', signature: undefined, countersignature: undefined, reason: 'Wants to wait' },
  })
  expect(note).toContain('Not signed (declined)')
  expect(note).toContain('Consent declined: Wants to wait')
  expect(note).not.toContain('Signed by')
})

it('keeps no birth date and no NHS number, and stays brief', () => {
  const long = { id: 9, title: 'Alternatives', content: `<p>${'word '.repeat(400)}</p>` }
  const note = buildConsentNote({ ...facts, content: { ...facts.content, sections: [long] } })
  expect(note).not.toMatch(/1961|9434765919/)
  expect(note.split('\n').find((line) => line.startsWith('Alternatives'))!.length).toBeLessThan(420)
})

it('says what was agreed to by word of mouth', () => {
  const spoken = { ...facts, signature: undefined, countersignature: undefined, status: 'verbal' }
  const note = buildConsentNote({ ...spoken, discussedAt: new Date('2026-07-01T08:20:00Z') })
  expect(note).toContain('Agreed verbally, Wed 1 Jul 2026, 09:20')
  expect(note).not.toContain('Not signed')
})

it('names the treatments that the signer said no to', () => {
  const treatments = ['Root canal treatment', 'Crown'].map((title) => ({
    ...{ title, treatmentType: '', templateId: 'one', templateVersionId: 'two', templateVersion: '3' },
    ...{ teeth: [], area: null, material: '', pricePence: null, band: null },
  }))
  const content = { ...facts.content, treatments }
  const note = buildConsentNote({ ...facts, content, signature: { ...facts.signature!, declined: [1] } })
  expect(note).toContain('Declined: Crown')
})

it.each([
  ['fdi', '46 (LR6)'],
  ['palmer', 'LR6 (46)'],
  ['names', 'lower right first molar (LR6, 46)'],
] as const)('names teeth as the practice does: %s', (notation, words) => {
  expect(buildConsentNote({ ...facts, notation })).toContain(`Teeth: ${words}\n`)
})
