import type { Input } from './dependent-inputs.ts'

const words = 'As told in the surgery'

const completeTemplates: Input[] = [
  {
    treatmentSubtype: 'Night splint',
    sections: [
      {
        ...{ id: 1, title: 'Treatment Description', content: '<p>A splint that you wear at night.</p>' },
        media: { url: 'https://videos.example/splint.mp4', required: false, transcript: words },
      },
    ],
    risks: [{ label: 'A sore jaw in the morning', band: 'common', serious: false, source: words }],
    questions: [
      {
        question: 'When do you wear the splint?',
        explanation: words,
        answers: [
          { text: 'At night', right: true },
          { text: 'By day', right: false },
        ],
      },
    ],
    cautions: [words],
  },
  { title: 'Snoring splint', category: 'Other', subCategory: 'Night splint' },
]

const completePlan: Input = {
  options: [
    {
      ...{ title: 'Crown', kind: 'treatment', benefit: words, risk: words, lasts: '10 years' },
      ...{ visits: 'Two', notSuitable: words },
    },
  ],
  personalRisks: [
    {
      ...{ ruleId: '', severity: 'confirm', decision: 'edited', statement: words, reason: words },
      ...{ because: [words], teeth: ['36'] },
    },
  ],
}

const guardian = {
  ...{ name: 'Ada Whitcombe', relationship: 'Daughter', authority: 'welfare-attorney', email: '' },
  ...{ phone: '01632 960701', evidence: words, evidenceBy: words, validUntil: null },
}
const file = { name: 'screen.txt', content: Buffer.from('What the screen said').toString('base64') }
const exampleDay = '2025-01-06'

/** The parts that an operation's example does without, so that words are written to them as well: one input after the other. */
export const completeInputs: Record<string, Input[]> = {
  'adminTemplates.create': completeTemplates,
  'adminTemplates.update': completeTemplates,
  'adminTickets.answer': [{ files: [file] }],
  'appointments.start': [{ note: words, override: { reason: `${words}, by word of mouth` } }],
  'authority.decide': [{ person: { name: 'Ada Whitcombe', relationship: 'Daughter' } }],
  'consents.create': [completePlan],
  'consents.update': [completePlan],
  'consents.recordAddendum': [{ personalRisks: completePlan['personalRisks'] }],
  'consents.confirm': [{ witness: { name: 'Tom Hughes', capacity: 'Nurse', statement: words } }],
  'dataProtection.addBreachEntry': [
    { said: { kind: 'facts', facts: words, effects: words, people: 1, records: 1 } },
    { said: { kind: 'assessed', risk: 'unlikely', reason: words } },
    { said: { kind: 'commissioner-told', at: '2025-01-06T09:30:00Z', reference: words, delay: words } },
    { said: { kind: 'commissioner-not-told', reason: words } },
    { said: { kind: 'people-told', how: words } },
    { said: { kind: 'people-not-told', reason: words } },
    { said: { kind: 'measures', measures: words } },
  ],
  'dataRequests.addStep': [
    { step: { kind: 'identity-asked', on: exampleDay, note: words } },
    { step: { kind: 'identified', on: exampleDay, note: words } },
    { step: { kind: 'clarification-asked', on: exampleDay, note: words } },
    { step: { kind: 'clarified', on: exampleDay, note: words } },
    { step: { kind: 'extended', note: words } },
    { step: { kind: 'corrected', note: words, consentId: null } },
    { step: { kind: 'marketing-erased', note: words } },
  ],
  'documents.previewTemplate': [completeTemplates[0]!],
  'patients.create': [{ guardians: [guardian] }],
  'patients.update': [{ guardians: [guardian] }],
  'patients.merge': [{ guardians: [guardian] }],
  'signing.sign': [
    {
      help: { kind: 'on-behalf', why: 'movement', of: 'Eleanor Whitcombe', agreed: true },
      cosigners: [
        {
          ...{ role: 'witness', name: 'Tom Hughes', capacity: 'Neighbour' },
          mark: { kind: 'typed', typed: 'Tom Hughes' },
        },
      ],
      said: { matters: { told: [{ prompt: 'worry', text: words }], isNothing: false } },
    },
  ],
  'templates.create': completeTemplates,
  'templates.update': completeTemplates,
  'tickets.open': [{ files: [file] }],
  'tickets.answer': [{ files: [file] }],
}
