/**
 * Who may sign for a patient, on which form and why: the decision table of the four nations as data, read from the top,
 * the first row that fits decides. Import-free but for types, so that browsers may use it as a value; the server decides
 * again by the same table. It says what is usual in dental practice; whoever decides stays answerable for it.
 */
import type { Nation } from './retention-rules.ts'

/** What each row stands on. Law first, then what the defence organisations and the health service make of it. */
export const authoritySources = {
  'children-act': 'Children Act 1989 ss2–5 (England and Wales)',
  'acquiring-2003':
    'Children Act 1989 s4 as amended by the Adoption and Children Act 2002 s111, in force 1 December 2003',
  'second-parent': 'Children Act 1989 s4ZA; Human Fertilisation and Embryology Act 2008 ss42–43',
  'step-parent': 'Children Act 1989 s4A',
  'child-arrangements': 'Children Act 1989 ss8 and 12',
  'special-guardian': 'Children Act 1989 ss14A–14C',
  'care-order': 'Children Act 1989 ss31 and 33',
  accommodation: 'Children Act 1989 s20',
  'emergency-order': 'Children Act 1989 s44',
  'reasonable-care': 'Children Act 1989 s3(5)',
  delegation: 'Care Planning, Placement and Case Review Regulations 2010; the placement plan',
  'adoption-2002': 'Adoption and Children Act 2002 s46',
  'scotland-children': 'Children (Scotland) Act 1995 ss1–4 and 11',
  'scotland-2006': 'Family Law (Scotland) Act 2006 s23, in force 4 May 2006',
  'scotland-carer': 'Children (Scotland) Act 1995 s5',
  'scotland-guardian': 'Children (Scotland) Act 1995 s7',
  'scotland-adoption': 'Adoption and Children (Scotland) Act 2007 ss28 and 80–82',
  'scotland-hearings': "Children's Hearings (Scotland) Act 2011 s83",
  'scotland-age': 'Age of Legal Capacity (Scotland) Act 1991 ss1 and 2(4)',
  'ni-children': 'Children (Northern Ireland) Order 1995 arts 5–8',
  'ni-2002': 'Family Law Act (Northern Ireland) 2001 s1, in force 15 April 2002',
  'ni-care': 'Children (Northern Ireland) Order 1995 arts 50 and 52',
  'ni-adoption': 'Adoption (Northern Ireland) Order 1987 art 12',
  'ni-guardian': 'Children (Northern Ireland) Order 1995 arts 159–160',
  'family-law-1969': 'Family Law Reform Act 1969 s8',
  'ni-age-1969': 'Age of Majority Act (Northern Ireland) 1969 s4',
  gillick: 'Gillick v West Norfolk and Wisbech AHA [1986] AC 112',
  'capacity-act': 'Mental Capacity Act 2005 ss1–5',
  'lasting-power': 'Mental Capacity Act 2005 ss9–11 and Schedule 1',
  deputy: 'Mental Capacity Act 2005 ss16–20',
  'advance-refusal': 'Mental Capacity Act 2005 ss24–26',
  'adults-scotland': 'Adults with Incapacity (Scotland) Act 2000 ss1, 47 and 50',
  'scotland-power': 'Adults with Incapacity (Scotland) Act 2000 ss16, 19 and 50',
  'scotland-welfare': 'Adults with Incapacity (Scotland) Act 2000 ss50, 53, 57 and 64',
  'ni-common-law':
    'Common law; Mental Capacity Act (Northern Ireland) 2016 as far as in force (BMA, March 2024)',
  'ni-power': 'Enduring Powers of Attorney (Northern Ireland) Order 1987: property and affairs alone',
  'ni-controller': 'Mental Health (Northern Ireland) Order 1986 arts 97–101: property and affairs alone',
  ddu: 'DDU guidance on consent: children and young people; adults without capacity',
  'dental-protection': 'Dental Protection guidance on consent: parental responsibility',
  nhs: 'NHS guidance: consent to treatment',
  sdcep: 'SDCEP Practice Support Manual: consent',
} as const
export type AuthoritySource = keyof typeof authoritySources

/** From which registration of a birth on an unmarried father who stands on the certificate has parental responsibility. */
export const registrationDates: Record<Nation, string> = {
  england: '2003-12-01',
  wales: '2003-12-01',
  scotland: '2006-05-04',
  'northern-ireland': '2002-04-15',
}

/** What is asked, in this order, each only where a row that may still fit depends on it. */
export const authorityQuestions = {
  capacity: ['not-doubted', 'has', 'doubted', 'lacks'],
  advance: ['none', 'valid', 'unsure'],
  who: [
    'patient',
    'mother',
    'father',
    'second-parent',
    'adoptive-parent',
    'step-parent',
    'relative',
    'foster-carer',
    'carer',
    'special-guardian',
    'appointed-guardian',
    'local-authority',
    'welfare-attorney',
    'deputy',
    'welfare-guardian',
    'controller',
    'nobody',
  ],
  obstacle: ['none', 'order-limits', 'court-decides', 'dispute'],
  competence: ['competent', 'not-competent', 'not-assessed'],
  basis: ['married', 'birth-certificate', 'agreement', 'court', 'abroad', 'none'],
  registration: ['since', 'before', 'unknown'],
  granted: ['order', 'agreement', 'delegated', 'none'],
  control: ['yes', 'no'],
  care: ['care-order', 'emergency', 'supervision', 'voluntary'],
  power: ['health', 'finance', 'unregistered'],
  scope: ['yes', 'no'],
} as const
export type AuthorityQuestion = keyof typeof authorityQuestions
export type AuthorityAnswers = {
  [Question in AuthorityQuestion]?: (typeof authorityQuestions)[Question][number] | undefined
}

/** By age: a child; somebody of 16 or 17 outside Scotland; and an adult, which in Scotland is everybody from 16 on. */
export const ageGroups = ['child', 'young', 'adult'] as const
export type AgeGroup = (typeof ageGroups)[number]

export const ageGroupOf = (age: number, nation: Nation): AgeGroup => {
  if (age < 16) return 'child'
  return age >= 18 || nation === 'scotland' ? 'adult' : 'young'
}

export type AuthorityFacts = { nation: Nation; group: AgeGroup } & AuthorityAnswers

/** On which form: the consent alone, or with what stands beside it or takes its place. */
export type AuthorityForm = 'consent' | 'competence' | 'capacity' | 'best-interests' | 'section-47' | 'none'
export type SigningRole = 'patient' | 'parent' | 'attorney' | 'deputy' | 'guardian'

/**
 * `signs`: these may sign. `not-this-person`: others still may, by what is on record. `stop`: nobody signs until it is
 * settled, by a later answer.
 */
type Outcome = {
  kind: 'signs' | 'not-this-person' | 'stop'
  signers: readonly SigningRole[]
  form: AuthorityForm
  /** As what somebody goes into the patient's record who may sign; absent for the patient. */
  authority?:
    | 'parental-responsibility'
    | 'court-order'
    | 'local-authority'
    | 'guardian'
    | 'welfare-attorney'
    | 'deputy'
    | 'welfare-guardian'
  basis?: 'birth-mother' | 'married-to-mother' | 'birth-certificate' | 'agreement' | 'court' | 'adoption'
  /** A clinician says in writing how they came to it. */
  needsReason?: true
  title: string
  why: string
  /** What to see before anybody signs. */
  evidence: readonly string[]
}

const fullBirthCertificate = 'The full birth certificate'
const parent = {
  kind: 'signs',
  signers: ['parent'],
  form: 'consent',
  authority: 'parental-responsibility',
} as const
const courtOrderOutcome = { ...parent, authority: 'court-order', basis: 'court' } as const
const notThisPersonOutcome = { kind: 'not-this-person', signers: [], form: 'none', evidence: [] } as const
const stopOutcome = { kind: 'stop', signers: [], form: 'none', evidence: [] } as const

/** What each answer comes to. */
export const authorityOutcomes = {
  'patient-signs': {
    ...{ kind: 'signs', signers: ['patient'], form: 'consent', evidence: [] },
    title: 'The patient signs',
    why: 'Adults are presumed to be able to decide for themselves. Nobody else can consent for them.',
  },
  'young-person-signs': {
    ...{ kind: 'signs', signers: ['patient'], form: 'consent', evidence: [] },
    title: 'The young person signs',
    why: 'At 16 and 17 a young person consents to dental treatment as an adult does. A parent’s signature is not needed.',
  },
  'competent-child-signs': {
    ...{ kind: 'signs', signers: ['patient'], form: 'competence', needsReason: true, evidence: [] },
    title: 'The young person signs, with your record that they are competent',
    why: 'A clinician judged that this young person understands the treatment, its risks, the alternatives and the effect of no treatment well enough to decide alone.',
  },
  'child-not-competent': {
    ...notThisPersonOutcome,
    title: 'A person with parental responsibility signs',
    why: 'This child was assessed as not understanding enough to decide alone. Their view still matters: record it.',
  },
  'assess-competence': {
    ...{ ...notThisPersonOutcome, form: 'competence' },
    title: 'Assess the child’s competence first, or ask a person with parental responsibility',
    why: 'Under 16, a child signs alone only if a clinician has judged that they understand enough to decide this.',
  },
  'find-responsible-person': {
    ...notThisPersonOutcome,
    title: 'Find a person with parental responsibility',
    why: 'Under 16, a person with parental responsibility signs, unless the child is competent. Urgent treatment may be given in the child’s best interests.',
  },
  'mother-signs': {
    ...{ ...parent, basis: 'birth-mother', evidence: [fullBirthCertificate] },
    title: 'The mother signs',
    why: 'A birth mother has parental responsibility from birth, unless a court has taken it away. One person who has it is usually enough.',
  },
  'married-parent-signs': {
    ...{
      ...parent,
      basis: 'married-to-mother',
      evidence: [fullBirthCertificate, 'The marriage or civil partnership certificate'],
    },
    title: 'This parent signs',
    why: 'A father, or second parent, who is married to or in a civil partnership with the mother has parental responsibility.',
  },
  'certificate-parent-signs': {
    ...{
      ...parent,
      basis: 'birth-certificate',
      evidence: [`${fullBirthCertificate}, with the day of registration`],
    },
    title: 'This parent signs',
    why: 'The birth was registered, with this parent on the certificate, on or after the day from which that gives parental responsibility in this nation.',
  },
  'agreement-signs': {
    ...{ ...parent, basis: 'agreement', evidence: ['The registered parental responsibility agreement'] },
    title: 'This person signs',
    why: 'A registered agreement with the people who had parental responsibility gives it to them too.',
  },
  'order-signs': {
    ...{ ...courtOrderOutcome, evidence: ['The order of the court'] },
    title: 'This person signs',
    why: 'An order of a court gives them parental responsibility.',
  },
  'adoptive-parent-signs': {
    ...{ ...parent, basis: 'adoption', evidence: ['The adoption certificate or order'] },
    title: 'The adoptive parent signs',
    why: 'Adoption gives parental responsibility to the adopters only. Before the order is made, ask who has it.',
  },
  'special-guardian-signs': {
    ...{ ...courtOrderOutcome, evidence: ['The special guardianship order'] },
    title: 'The special guardian signs',
    why: 'A special guardian has parental responsibility and may use it without the parents, except for a few serious steps.',
  },
  'appointed-guardian-signs': {
    ...{
      ...parent,
      authority: 'guardian',
      evidence: ['The will or the order that appoints them', 'Evidence that the parents have died'],
    },
    title: 'The appointed guardian signs',
    why: 'A guardian appointed to act after the parents’ death has parental responsibility from then on.',
  },
  'authority-signs': {
    ...{
      ...parent,
      authority: 'local-authority',
      evidence: ['The order', 'Name and post of the social worker, confirmed by calling back'],
    },
    title: 'The local authority signs',
    why: 'Under this order the authority shares parental responsibility and can limit how far the parents use theirs.',
  },
  'delegated-carer-signs': {
    ...{
      ...parent,
      authority: 'local-authority',
      evidence: ['The placement plan, or a letter that names dental treatment'],
    },
    title: 'The foster carer signs, within written delegation',
    why: 'Foster carers have no parental responsibility, but the person who has it may delegate routine treatment to them in writing.',
  },
  'carer-signs': {
    ...{
      ...parent,
      authority: 'guardian',
      evidence: ['How they came to look after the child', 'That no parent is known to refuse'],
    },
    title: 'The person with care of the child may sign',
    why: 'In Scotland a person over 16 who has care or control of a child may consent where the child cannot and they have no reason to think that a parent would refuse. Not teachers or others at school.',
  },
  'no-responsibility': {
    ...notThisPersonOutcome,
    title: 'This person cannot sign',
    why: 'Their relationship alone does not give parental responsibility. Ask a parent who has it, or see an agreement or an order.',
  },
  'registered-before': {
    ...notThisPersonOutcome,
    title: 'This father cannot sign on the certificate alone',
    why: 'The birth was registered before the day from which a certificate gives an unmarried father parental responsibility in this nation. See a marriage certificate, an agreement or an order, or ask the mother.',
  },
  'see-certificate': {
    ...{ ...notThisPersonOutcome, evidence: [fullBirthCertificate] },
    title: 'Check the date of registration first',
    why: 'Whether the certificate gives parental responsibility depends on the date the birth was registered. Until it is known, ask the mother.',
  },
  'seek-advice': {
    ...{ ...notThisPersonOutcome, evidence: ['Their documents, to show to your adviser'] },
    title: 'Ask your defence organisation first',
    why: 'This person’s authority comes from other rules or may be limited. Nobody signs under it until you have taken advice.',
  },
  'emergency-order': {
    ...{ ...notThisPersonOutcome, evidence: ['The order'] },
    title: 'Urgent treatment only, with advice',
    why: 'An emergency order gives limited responsibility, as needed for the child’s welfare while it lasts. Ask a parent as well, and your defence organisation.',
  },
  'order-limits': {
    ...{ ...notThisPersonOutcome, evidence: ['The order of the court'] },
    title: 'This person cannot sign',
    why: 'A court order takes this decision away from them. Ask another person with parental responsibility.',
  },
  'court-decides': {
    ...{ ...stopOutcome, evidence: ['The order of the court'] },
    title: 'Nobody signs: a court decides',
    why: 'The child is under the protection of a court, or the court has kept this decision for itself. Ask your defence organisation.',
  },
  dispute: {
    ...stopOutcome,
    title: 'Nobody signs yet: the people who may decide disagree',
    why: 'One signature is enough in law, but not wise against another who may decide. Seek agreement, then advice; a court decides as a last resort. Urgent treatment may be given in the child’s best interests.',
  },
  'assess-capacity': {
    ...{ ...stopOutcome, form: 'capacity' },
    title: 'Assess the patient’s capacity first',
    why: 'There is a reason to doubt that the patient can make this decision now. Nobody signs until capacity has been assessed for this decision, with all the support they need.',
  },
  'decides-alone': {
    ...notThisPersonOutcome,
    title: 'Nobody signs for this patient',
    why: 'The patient can make this decision. Another person’s authority starts only when the patient cannot.',
  },
  'advance-refusal': {
    ...{ ...stopOutcome, evidence: ['The refusal: in force, about this treatment, not withdrawn since'] },
    title: 'Do not treat: the patient refused it in advance',
    why: 'A valid advance decision that covers this treatment binds as if the patient said it now. Nobody can consent against it.',
  },
  'advance-statement': {
    ...{ ...stopOutcome, evidence: ['The statement'] },
    title: 'Do not treat before you have taken advice',
    why: 'In Scotland advance statements are not set out in an Act, but known past wishes must be followed and a clear refusal is likely to be binding.',
  },
  'advance-unsure': {
    ...{ ...stopOutcome, evidence: ['The document, or the person who has it'] },
    title: 'Find out first whether the patient refused it in advance',
    why: 'If a valid refusal covers this treatment, nobody can consent against it. In the meantime, treat only to keep the patient safe.',
  },
  'attorney-signs': {
    ...{ kind: 'signs', signers: ['attorney'], form: 'consent', authority: 'welfare-attorney' },
    evidence: ['The lasting power of attorney for health and welfare, registered', 'The capacity assessment'],
    title: 'The attorney signs',
    why: 'The patient lacks capacity for this decision, and a registered power for health and welfare covers it. The attorney decides in the patient’s best interests.',
  },
  'deputy-signs': {
    ...{ kind: 'signs', signers: ['deputy'], form: 'consent', authority: 'deputy' },
    evidence: ['The order of the Court of Protection, with its powers', 'The capacity assessment'],
    title: 'The deputy signs',
    why: 'The patient lacks capacity for this decision, and the court gave this deputy power over health and welfare.',
  },
  'attorney-agrees': {
    ...{ kind: 'signs', signers: ['attorney'], form: 'section-47', authority: 'welfare-attorney' },
    evidence: ['The certificate under section 47', 'The welfare power, registered with the Public Guardian'],
    title: 'The welfare attorney signs, with a certificate under section 47',
    why: 'The adult is incapable of this decision. A certificate gives authority to treat, and the attorney’s agreement is obtained wherever that is practicable.',
  },
  'guardian-agrees': {
    ...{ kind: 'signs', signers: ['guardian'], form: 'section-47', authority: 'welfare-guardian' },
    evidence: ['The certificate under section 47', 'The order of the sheriff, with its welfare powers'],
    title: 'The welfare guardian signs, with a certificate under section 47',
    why: 'The adult is incapable of this decision. A certificate gives authority to treat, and the guardian’s agreement is obtained wherever that is practicable.',
  },
  'certificate-47': {
    ...{ ...stopOutcome, form: 'section-47' },
    evidence: ['The certificate under section 47'],
    title: 'Nobody signs: a certificate under section 47 is needed',
    why: 'The adult is incapable of this decision and nobody with welfare powers decides. The certificate is the authority to treat; consult the nearest relative and carers.',
  },
  'best-interests': {
    ...{ ...stopOutcome, form: 'best-interests' },
    evidence: ['The capacity assessment'],
    title: 'Nobody signs: make a best-interests record',
    why: 'The patient lacks capacity for this decision and nobody holds a power over it. The clinician decides in their best interests after asking the people who know them; relatives are consulted and do not consent.',
  },
  'finance-only': {
    ...notThisPersonOutcome,
    title: 'This person cannot sign',
    why: 'A power over property and money does not cover treatment.',
  },
  'not-registered': {
    ...notThisPersonOutcome,
    title: 'This attorney cannot sign yet',
    why: 'A power of attorney can be used only once it is registered. Until then others decide, after consulting the attorney.',
  },
  'outside-scope': {
    ...notThisPersonOutcome,
    title: 'This person cannot sign for this treatment',
    why: 'Their power does not cover it. Consult them; the decision is made by others.',
  },
  'donor-too-young': {
    ...notThisPersonOutcome,
    title: 'This person cannot sign',
    why: 'A lasting power of attorney can be made only by a person aged 18 or over.',
  },
  'family-consulted': {
    ...notThisPersonOutcome,
    title: 'Family cannot sign for an adult',
    why: 'Neither parents, partners nor next of kin can consent for an adult. Parental responsibility has ended. They are consulted about what the patient would want.',
  },
  'no-health-power': {
    ...notThisPersonOutcome,
    title: 'This person cannot sign',
    why: 'In Northern Ireland neither an enduring power of attorney nor a controller covers treatment: their powers are over property and money. Decide in the patient’s best interests.',
  },
} as const satisfies Record<string, Outcome>
export type AuthorityOutcome = keyof typeof authorityOutcomes
export const authorityOutcome = (code: AuthorityOutcome): Outcome => authorityOutcomes[code]

type AuthorityConditions = Partial<Record<AuthorityQuestion | 'nation' | 'group', readonly string[]>>
export type AuthorityRow = {
  id: string
  when: AuthorityConditions
  outcome: AuthorityOutcome
  sources: readonly AuthoritySource[]
}

const [ew, sc, ni] = [['england', 'wales'], ['scotland'], ['northern-ireland']]
const minors = ['child', 'young']
const sixteenAndOver = ['young', 'adult']
const familyRelationships = [
  'mother',
  'father',
  'second-parent',
  'adoptive-parent',
  'step-parent',
  'relative',
  'foster-carer',
  'carer',
]
const otherAuthorityHolders = ['special-guardian', 'appointed-guardian', 'local-authority']
const parentalAuthorityHolders = [...familyRelationships, ...otherAuthorityHolders]
const legalPowers = ['welfare-attorney', 'deputy', 'welfare-guardian', 'controller']
const unmarriedParents = ['father', 'second-parent']
const withCapacity = ['not-doubted', 'has']

const authorityRow = (
  id: string,
  when: AuthorityConditions,
  outcome: AuthorityOutcome,
  ...sources: [AuthoritySource, ...AuthoritySource[]]
): AuthorityRow => ({ id, when, outcome, sources })

/** The table. Rows of one kind stand together; within them nation by nation. */
export const authorityTable: readonly AuthorityRow[] = [
  // From 16 on the first question is whether the patient can decide.
  authorityRow(
    'doubt',
    { group: sixteenAndOver, capacity: ['doubted'], nation: ew },
    'assess-capacity',
    'capacity-act',
    'ddu',
  ),
  authorityRow(
    'doubt-scotland',
    { group: sixteenAndOver, capacity: ['doubted'], nation: sc },
    'assess-capacity',
    'adults-scotland',
    'sdcep',
  ),
  authorityRow(
    'doubt-ni',
    { group: sixteenAndOver, capacity: ['doubted'], nation: ni },
    'assess-capacity',
    'ni-common-law',
  ),
  authorityRow(
    'young',
    { group: ['young'], capacity: withCapacity, who: ['patient'], nation: ew },
    'young-person-signs',
    'family-law-1969',
    'dental-protection',
  ),
  authorityRow(
    'young-ni',
    { group: ['young'], capacity: withCapacity, who: ['patient'], nation: ni },
    'young-person-signs',
    'ni-age-1969',
    'dental-protection',
  ),
  authorityRow(
    'adult',
    { group: ['adult'], capacity: withCapacity, who: ['patient'], nation: ew },
    'patient-signs',
    'capacity-act',
    'nhs',
  ),
  authorityRow(
    'adult-scotland',
    { group: ['adult'], capacity: withCapacity, who: ['patient'], nation: sc },
    'patient-signs',
    'scotland-age',
    'sdcep',
  ),
  authorityRow(
    'adult-ni',
    { group: ['adult'], capacity: withCapacity, who: ['patient'], nation: ni },
    'patient-signs',
    'ni-common-law',
  ),
  authorityRow(
    'able',
    { group: sixteenAndOver, capacity: withCapacity, nation: ew },
    'decides-alone',
    'capacity-act',
    'lasting-power',
  ),
  authorityRow(
    'able-scotland',
    { group: sixteenAndOver, capacity: withCapacity, nation: sc },
    'decides-alone',
    'scotland-age',
    'adults-scotland',
  ),
  authorityRow(
    'able-ni',
    { group: sixteenAndOver, capacity: withCapacity, nation: ni },
    'decides-alone',
    'ni-common-law',
  ),

  // What was refused in advance, by an adult: an advance decision needs 18 in England and Wales.
  authorityRow(
    'refused',
    { group: ['adult'], advance: ['valid'], nation: ew },
    'advance-refusal',
    'advance-refusal',
    'ddu',
  ),
  authorityRow(
    'refused-scotland',
    { group: ['adult'], advance: ['valid'], nation: sc },
    'advance-statement',
    'adults-scotland',
  ),
  authorityRow(
    'refused-ni',
    { group: ['adult'], advance: ['valid'], nation: ni },
    'advance-refusal',
    'ni-common-law',
  ),
  authorityRow(
    'refused-unsure',
    { group: ['adult'], advance: ['unsure'] },
    'advance-unsure',
    'advance-refusal',
    'ni-common-law',
    'adults-scotland',
  ),

  // Powers over an adult who cannot decide.
  authorityRow(
    'attorney-young',
    { group: ['young'], who: ['welfare-attorney'], nation: ew },
    'donor-too-young',
    'lasting-power',
  ),
  authorityRow(
    'attorney',
    { group: ['adult'], who: ['welfare-attorney'], power: ['health'], scope: ['yes'], nation: ew },
    'attorney-signs',
    'lasting-power',
    'ddu',
  ),
  authorityRow(
    'attorney-scope',
    { group: ['adult'], who: ['welfare-attorney'], power: ['health'], scope: ['no'], nation: [...ew, ...sc] },
    'outside-scope',
    'lasting-power',
    'scotland-power',
  ),
  authorityRow(
    'attorney-finance',
    { group: ['adult'], who: ['welfare-attorney'], power: ['finance'], nation: [...ew, ...sc] },
    'finance-only',
    'lasting-power',
    'scotland-power',
  ),
  authorityRow(
    'attorney-unregistered',
    { group: ['adult'], who: ['welfare-attorney'], power: ['unregistered'], nation: [...ew, ...sc] },
    'not-registered',
    'lasting-power',
    'scotland-power',
  ),
  authorityRow(
    'attorney-scotland',
    { group: ['adult'], who: ['welfare-attorney'], power: ['health'], scope: ['yes'], nation: sc },
    'attorney-agrees',
    'scotland-power',
    'adults-scotland',
    'sdcep',
  ),
  authorityRow(
    'attorney-ni',
    { group: sixteenAndOver, who: ['welfare-attorney'], nation: ni },
    'no-health-power',
    'ni-power',
  ),
  authorityRow(
    'deputy',
    { group: sixteenAndOver, who: ['deputy'], power: ['health'], scope: ['yes'], nation: ew },
    'deputy-signs',
    'deputy',
    'ddu',
  ),
  authorityRow(
    'deputy-scope',
    { group: sixteenAndOver, who: ['deputy'], power: ['health'], scope: ['no'], nation: ew },
    'outside-scope',
    'deputy',
  ),
  authorityRow(
    'deputy-finance',
    { group: sixteenAndOver, who: ['deputy'], power: ['finance'], nation: ew },
    'finance-only',
    'deputy',
  ),
  authorityRow(
    'deputy-unregistered',
    { group: sixteenAndOver, who: ['deputy'], power: ['unregistered'], nation: ew },
    'not-registered',
    'deputy',
  ),
  authorityRow(
    'deputy-scotland',
    { group: sixteenAndOver, who: ['deputy'], nation: sc },
    'seek-advice',
    'adults-scotland',
  ),
  authorityRow(
    'controller-ni',
    { group: sixteenAndOver, who: ['controller', 'deputy'], nation: ni },
    'no-health-power',
    'ni-controller',
  ),
  authorityRow(
    'controller',
    { group: sixteenAndOver, who: ['controller'] },
    'seek-advice',
    'capacity-act',
    'adults-scotland',
  ),
  authorityRow(
    'guardian-scotland',
    { group: ['adult'], who: ['welfare-guardian'], power: ['health'], scope: ['yes'], nation: sc },
    'guardian-agrees',
    'scotland-welfare',
    'sdcep',
  ),
  authorityRow(
    'guardian-scope',
    { group: ['adult'], who: ['welfare-guardian'], power: ['health'], scope: ['no'], nation: sc },
    'outside-scope',
    'scotland-welfare',
  ),
  authorityRow(
    'guardian-finance',
    { group: ['adult'], who: ['welfare-guardian'], power: ['finance'], nation: sc },
    'finance-only',
    'scotland-welfare',
  ),
  authorityRow(
    'guardian-unregistered',
    { group: ['adult'], who: ['welfare-guardian'], power: ['unregistered'], nation: sc },
    'not-registered',
    'scotland-welfare',
  ),
  authorityRow(
    'guardian-elsewhere',
    { group: sixteenAndOver, who: ['welfare-guardian'] },
    'seek-advice',
    'capacity-act',
    'ni-common-law',
  ),
  authorityRow(
    'family',
    { group: ['adult'], who: parentalAuthorityHolders, nation: ew },
    'family-consulted',
    'capacity-act',
    'ddu',
  ),
  authorityRow(
    'family-scotland',
    { group: ['adult'], who: parentalAuthorityHolders, nation: sc },
    'family-consulted',
    'adults-scotland',
    'sdcep',
  ),
  authorityRow(
    'family-ni',
    { group: ['adult'], who: parentalAuthorityHolders, nation: ni },
    'family-consulted',
    'ni-common-law',
  ),
  authorityRow(
    'nobody',
    { group: sixteenAndOver, who: ['patient', 'nobody'], nation: ew },
    'best-interests',
    'capacity-act',
    'ddu',
  ),
  authorityRow(
    'nobody-scotland',
    { group: ['adult'], who: ['patient', 'nobody'], nation: sc },
    'certificate-47',
    'adults-scotland',
    'sdcep',
  ),
  authorityRow(
    'nobody-ni',
    { group: sixteenAndOver, who: ['patient', 'nobody'], nation: ni },
    'best-interests',
    'ni-common-law',
  ),

  // A child of under 16 who signs alone.
  authorityRow(
    'competent',
    { group: ['child'], who: ['patient'], competence: ['competent'], nation: [...ew, ...ni] },
    'competent-child-signs',
    'gillick',
    'ddu',
  ),
  authorityRow(
    'competent-scotland',
    { group: ['child'], who: ['patient'], competence: ['competent'], nation: sc },
    'competent-child-signs',
    'scotland-age',
    'sdcep',
  ),
  authorityRow(
    'incompetent',
    { group: ['child'], who: ['patient'], competence: ['not-competent'] },
    'child-not-competent',
    'gillick',
    'scotland-age',
  ),
  authorityRow(
    'unassessed',
    { group: ['child'], who: ['patient'], competence: ['not-assessed'] },
    'assess-competence',
    'gillick',
    'scotland-age',
  ),
  authorityRow(
    'child-nobody',
    { group: ['child'], who: ['nobody'] },
    'find-responsible-person',
    'children-act',
    'scotland-children',
    'ni-children',
  ),
  authorityRow(
    'child-powers',
    { group: ['child'], who: legalPowers },
    'no-responsibility',
    'lasting-power',
    'adults-scotland',
  ),

  // Somebody for a child, and for a young person of 16 or 17 who cannot decide.
  authorityRow(
    'obstacle-order',
    { group: minors, who: parentalAuthorityHolders, obstacle: ['order-limits'] },
    'order-limits',
    'child-arrangements',
    'scotland-children',
    'ni-children',
  ),
  authorityRow(
    'obstacle-court',
    { group: minors, who: parentalAuthorityHolders, obstacle: ['court-decides'] },
    'court-decides',
    'child-arrangements',
    'scotland-children',
    'ni-children',
  ),
  authorityRow(
    'obstacle-dispute',
    { group: minors, who: parentalAuthorityHolders, obstacle: ['dispute'] },
    'dispute',
    'ddu',
    'dental-protection',
  ),
  authorityRow(
    'mother',
    { group: minors, who: ['mother'], nation: ew },
    'mother-signs',
    'children-act',
    'dental-protection',
  ),
  authorityRow(
    'mother-scotland',
    { group: minors, who: ['mother'], nation: sc },
    'mother-signs',
    'scotland-children',
  ),
  authorityRow('mother-ni', { group: minors, who: ['mother'], nation: ni }, 'mother-signs', 'ni-children'),
  authorityRow(
    'father-married',
    { group: minors, who: ['father'], basis: ['married'], nation: ew },
    'married-parent-signs',
    'children-act',
    'dental-protection',
  ),
  authorityRow(
    'second-married',
    { group: minors, who: ['second-parent'], basis: ['married'], nation: ew },
    'married-parent-signs',
    'second-parent',
  ),
  authorityRow(
    'married-scotland',
    { group: minors, who: unmarriedParents, basis: ['married'], nation: sc },
    'married-parent-signs',
    'scotland-children',
  ),
  authorityRow(
    'married-ni',
    { group: minors, who: unmarriedParents, basis: ['married'], nation: ni },
    'married-parent-signs',
    'ni-children',
  ),
  authorityRow(
    'father-certificate',
    { group: minors, who: ['father'], basis: ['birth-certificate'], registration: ['since'], nation: ew },
    'certificate-parent-signs',
    'acquiring-2003',
    'dental-protection',
  ),
  authorityRow(
    'father-certificate-scotland',
    { group: minors, who: ['father'], basis: ['birth-certificate'], registration: ['since'], nation: sc },
    'certificate-parent-signs',
    'scotland-2006',
    'dental-protection',
  ),
  authorityRow(
    'father-certificate-ni',
    { group: minors, who: ['father'], basis: ['birth-certificate'], registration: ['since'], nation: ni },
    'certificate-parent-signs',
    'ni-2002',
    'dental-protection',
  ),
  authorityRow(
    'father-before',
    { group: minors, who: ['father'], basis: ['birth-certificate'], registration: ['before'], nation: ew },
    'registered-before',
    'acquiring-2003',
    'dental-protection',
  ),
  authorityRow(
    'father-before-scotland',
    { group: minors, who: ['father'], basis: ['birth-certificate'], registration: ['before'], nation: sc },
    'registered-before',
    'scotland-2006',
    'dental-protection',
  ),
  authorityRow(
    'father-before-ni',
    { group: minors, who: ['father'], basis: ['birth-certificate'], registration: ['before'], nation: ni },
    'registered-before',
    'ni-2002',
    'dental-protection',
  ),
  authorityRow(
    'father-unknown-day',
    { group: minors, who: ['father'], basis: ['birth-certificate'], registration: ['unknown'] },
    'see-certificate',
    'dental-protection',
  ),
  authorityRow(
    'second-certificate',
    { group: minors, who: ['second-parent'], basis: ['birth-certificate'] },
    'certificate-parent-signs',
    'second-parent',
  ),
  authorityRow(
    'couple-agreement',
    { group: minors, who: unmarriedParents, basis: ['agreement'], nation: ew },
    'agreement-signs',
    'children-act',
  ),
  authorityRow(
    'couple-agreement-scotland',
    { group: minors, who: unmarriedParents, basis: ['agreement'], nation: sc },
    'agreement-signs',
    'scotland-children',
  ),
  authorityRow(
    'couple-agreement-ni',
    { group: minors, who: unmarriedParents, basis: ['agreement'], nation: ni },
    'agreement-signs',
    'ni-children',
  ),
  authorityRow(
    'couple-court',
    { group: minors, who: unmarriedParents, basis: ['court'] },
    'order-signs',
    'children-act',
    'scotland-children',
    'ni-children',
  ),
  authorityRow(
    'couple-abroad',
    { group: minors, who: unmarriedParents, basis: ['abroad'] },
    'seek-advice',
    'dental-protection',
  ),
  authorityRow(
    'couple-none',
    { group: minors, who: unmarriedParents, basis: ['none'] },
    'no-responsibility',
    'dental-protection',
    'ddu',
  ),
  authorityRow(
    'adopter',
    { group: minors, who: ['adoptive-parent'], nation: ew },
    'adoptive-parent-signs',
    'adoption-2002',
  ),
  authorityRow(
    'adopter-scotland',
    { group: minors, who: ['adoptive-parent'], nation: sc },
    'adoptive-parent-signs',
    'scotland-adoption',
  ),
  authorityRow(
    'adopter-ni',
    { group: minors, who: ['adoptive-parent'], nation: ni },
    'adoptive-parent-signs',
    'ni-adoption',
  ),
  authorityRow(
    'special-guardian',
    { group: minors, who: ['special-guardian'], nation: ew },
    'special-guardian-signs',
    'special-guardian',
    'ddu',
  ),
  authorityRow(
    'special-guardian-elsewhere',
    { group: minors, who: ['special-guardian'] },
    'seek-advice',
    'special-guardian',
  ),
  authorityRow(
    'appointed',
    { group: minors, who: ['appointed-guardian'], nation: ew },
    'appointed-guardian-signs',
    'children-act',
  ),
  authorityRow(
    'appointed-scotland',
    { group: minors, who: ['appointed-guardian'], nation: sc },
    'appointed-guardian-signs',
    'scotland-guardian',
  ),
  authorityRow(
    'appointed-ni',
    { group: minors, who: ['appointed-guardian'], nation: ni },
    'appointed-guardian-signs',
    'ni-guardian',
  ),
  authorityRow(
    'authority',
    { group: minors, who: ['local-authority'], care: ['care-order'], nation: ew },
    'authority-signs',
    'care-order',
    'ddu',
  ),
  authorityRow(
    'authority-scotland',
    { group: minors, who: ['local-authority'], care: ['care-order'], nation: sc },
    'authority-signs',
    'scotland-adoption',
  ),
  authorityRow(
    'authority-ni',
    { group: minors, who: ['local-authority'], care: ['care-order'], nation: ni },
    'authority-signs',
    'ni-care',
  ),
  authorityRow(
    'authority-emergency',
    { group: minors, who: ['local-authority'], care: ['emergency'] },
    'emergency-order',
    'emergency-order',
    'ddu',
  ),
  authorityRow(
    'authority-supervision',
    { group: minors, who: ['local-authority'], care: ['supervision'] },
    'no-responsibility',
    'scotland-hearings',
    'care-order',
  ),
  authorityRow(
    'authority-voluntary',
    { group: minors, who: ['local-authority'], care: ['voluntary'] },
    'no-responsibility',
    'accommodation',
    'ddu',
  ),
  authorityRow(
    'granted-order',
    { group: minors, who: ['step-parent', 'relative', 'carer', 'foster-carer'], granted: ['order'] },
    'order-signs',
    'child-arrangements',
    'scotland-children',
    'ni-children',
  ),
  authorityRow(
    'step-agreement',
    { group: minors, who: ['step-parent'], granted: ['agreement'], nation: ew },
    'agreement-signs',
    'step-parent',
  ),
  authorityRow(
    'agreement-elsewhere',
    { group: minors, who: ['step-parent', 'relative', 'carer', 'foster-carer'], granted: ['agreement'] },
    'seek-advice',
    'step-parent',
    'dental-protection',
  ),
  authorityRow(
    'delegated',
    {
      group: minors,
      who: ['foster-carer', 'carer', 'relative', 'step-parent'],
      granted: ['delegated'],
      nation: [...ew, ...ni],
    },
    'delegated-carer-signs',
    'delegation',
    'ddu',
  ),
  authorityRow(
    'control',
    {
      group: ['child'],
      who: ['step-parent', 'relative', 'carer', 'foster-carer'],
      control: ['yes'],
      nation: sc,
    },
    'carer-signs',
    'scotland-carer',
    'sdcep',
  ),
  authorityRow(
    'no-control',
    {
      group: ['child'],
      who: ['step-parent', 'relative', 'carer', 'foster-carer'],
      control: ['no'],
      nation: sc,
    },
    'no-responsibility',
    'scotland-carer',
  ),
  authorityRow(
    'granted-none',
    { group: minors, who: ['step-parent', 'relative', 'foster-carer', 'carer'], granted: ['none'] },
    'no-responsibility',
    'ddu',
    'reasonable-care',
  ),
]

export type AuthorityStep =
  | { state: 'ask'; question: AuthorityQuestion; options: readonly string[] }
  | { state: 'decided'; row: AuthorityRow }

const questionOrder = Object.keys(authorityQuestions) as AuthorityQuestion[]

const matchesCondition = (value: string | undefined, wanted: readonly string[] | undefined): boolean =>
  wanted === undefined || value === undefined || wanted.includes(value)

/** Whether a row may still be the one, by all that is known. */
const isRowPossible = ({ when }: AuthorityRow, facts: AuthorityFacts): boolean =>
  matchesCondition(facts.nation, when.nation) &&
  matchesCondition(facts.group, when.group) &&
  questionOrder.every((question) => matchesCondition(facts[question], when[question]))

/** The answers to a question that lead anywhere, by what is known. */
function answerOptions(question: AuthorityQuestion, facts: AuthorityFacts): readonly string[] {
  const offered: readonly string[] = authorityQuestions[question]
  return offered.filter((answer) => {
    const first = authorityTable.find((each) => isRowPossible(each, { ...facts, [question]: answer }))
    return first !== undefined
  })
}

/**
 * What to ask next, or what it comes to. The first row that nothing speaks against is looked at: what it still depends on
 * is asked, and where it depends on nothing more it decides.
 */
export function nextStep(facts: AuthorityFacts): AuthorityStep {
  const first = authorityTable.find((each) => isRowPossible(each, facts))
  if (!first) throw new Error('No row of the table fits')
  const question = questionOrder.find((each) => first.when[each] !== undefined && facts[each] === undefined)
  return question
    ? { state: 'ask', question, options: answerOptions(question, facts) }
    : { state: 'decided', row: first }
}

/** Only the answers that were asked for on the way: changing an early one drops what no longer matters. */
export function relevantAnswers(facts: AuthorityFacts): AuthorityAnswers {
  const { nation, group } = facts
  let kept: AuthorityFacts = { nation, group }
  for (;;) {
    const step = nextStep(kept)
    if (step.state === 'decided') break
    const answer = facts[step.question]
    if (answer === undefined || !step.options.includes(answer)) break
    kept = { ...kept, [step.question]: answer }
  }
  const { nation: _nation, group: _group, ...answers } = kept
  return answers
}

/** Whether somebody signs in the place of the patient: a person who is to be named. */
export const isSignedOnBehalf = ({
  kind,
  signers,
}: Pick<ReturnType<typeof authorityOutcome>, 'kind' | 'signers'>): boolean =>
  kind === 'signs' && !signers.includes('patient')

/** Whether it says something of a person that holds beyond one consent: that they may sign, or that they may not. */
export const isPersonalAuthority = (outcome: Parameters<typeof isSignedOnBehalf>[0]): boolean =>
  isSignedOnBehalf(outcome) || outcome.kind === 'not-this-person'

/** By law, where nobody has recorded otherwise: a child of under 16 does not sign alone. */
export const maySignAlone = (group: AgeGroup): boolean => group !== 'child'
