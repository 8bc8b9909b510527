import type { AuthorityForm, AuthorityQuestion } from '../../../contract/authority-rules.ts'

type Asked = { legend: string; hint?: string; answers: Record<string, string> }

/** The questions of the table as staff read them. */
export const questionWords: Record<AuthorityQuestion, Asked> = {
  capacity: {
    legend: 'Can the patient decide this for themselves now?',
    hint: 'Everyone aged 16 or over is presumed to have capacity. Age, illness or an unwise choice are no reason to doubt it.',
    answers: {
      'not-doubted': 'Yes, no contradicting evidence',
      has: 'Yes, their capacity was assessed',
      doubted: 'In doubt and not assessed yet',
      lacks: 'No, an assessment for this decision says that they cannot',
    },
  },
  advance: {
    legend: 'Has the patient refused this treatment in advance?',
    hint: 'Made as an adult with capacity, about this treatment, not withdrawn, and not overridden by a later power of attorney.',
    answers: {
      none: 'Not that we know of',
      valid: 'Yes, and it is valid',
      unsure: 'Not clear',
    },
  },
  who: {
    legend: 'Who will sign?',
    answers: {
      patient: 'The patient',
      mother: 'The mother who gave birth',
      father: 'The father',
      'second-parent': 'The second mother or parent',
      'adoptive-parent': 'An adoptive parent',
      'step-parent': 'A step-parent',
      relative: 'A grandparent or another relative, or next of kin',
      'foster-carer': 'A foster carer',
      carer: 'Another person who looks after them',
      'special-guardian': 'A special guardian',
      'appointed-guardian': 'A guardian appointed by a will or a court',
      'local-authority': 'The local authority',
      'welfare-attorney': 'An attorney',
      deputy: 'A deputy of the Court of Protection',
      'welfare-guardian': 'A guardian appointed by a Scottish court',
      controller: 'A controller (Northern Ireland)',
      nobody: 'No one',
    },
  },
  obstacle: {
    legend: 'Are there any restrictions?',
    hint: 'Ask whether there is a court order about the child, and whether everyone agrees.',
    answers: {
      none: 'No',
      'order-limits': 'A court order removes this person’s authority',
      'court-decides': 'A court has reserved this decision, or protects the child',
      dispute: 'The people who may decide disagree',
    },
  },
  competence: {
    legend: 'Does the child understand enough to decide this alone?',
    hint: 'The treatment and why, its risks, the alternatives and what happens without it, free of pressure.',
    answers: {
      competent: 'Yes, a clinician has assessed this',
      'not-competent': 'No',
      'not-assessed': 'Not assessed yet',
    },
  },
  basis: {
    legend: 'Where does this parent’s responsibility come from?',
    answers: {
      married: 'Married to, or in a civil partnership with, the mother',
      'birth-certificate': 'Named on the birth certificate, not married to the mother',
      agreement: 'A registered parental responsibility agreement',
      court: 'A court order',
      abroad: 'The birth was registered outside the United Kingdom',
      none: 'None of these',
    },
  },
  registration: {
    legend: 'When was the birth registered?',
    hint: 'The day of registration on the full certificate, which can be later than the birth.',
    answers: {},
  },
  granted: {
    legend: 'What authority does this person have?',
    answers: {
      order: 'A court order that gives them parental responsibility',
      agreement: 'An agreement with the parents',
      delegated: 'The decision was delegated to them in writing by the person with responsibility',
      none: 'None of these',
    },
  },
  control: {
    legend: 'Do they look after the child, with no reason to think that a parent would refuse?',
    hint: 'A person over 16 with care or control of the child; not a teacher.',
    answers: { yes: 'Yes', no: 'No' },
  },
  care: {
    legend: 'On what basis does the authority look after the child?',
    answers: {
      'care-order': 'A care order, or a permanence order in Scotland',
      emergency: 'An emergency or child protection order',
      supervision: 'A supervision order',
      voluntary: 'By agreement with the parents',
    },
  },
  power: {
    legend: 'Which powers do they have?',
    hint: 'Read the document itself, with its registration.',
    answers: {
      health: 'Health and welfare, registered or granted by a court',
      finance: 'Property and money only',
      unregistered: 'Not registered or not granted yet',
    },
  },
  scope: {
    legend: 'Does their power cover this treatment?',
    answers: { yes: 'Yes', no: 'No, it is limited or excludes it' },
  },
}

export const formWords: Record<AuthorityForm, string> = {
  consent: 'On the consent form',
  competence: 'On the consent form, with the record of competence',
  capacity: 'First a capacity assessment',
  'best-interests': 'A best-interests record in its place',
  'section-47': 'With a certificate under section 47',
  none: 'Not possible yet',
}
