import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import library from '../../build/content/templates.json' with { type: 'json' }
import type { LibraryTemplate } from '../../build/content/types.d.ts'
import { ConsentPlan } from '../../contract/consent-plan.ts'
import { nations, type Nation } from '../../contract/retention-rules.ts'
import type { Facts } from '../../contract/risk-rules.ts'
import { buildFrozenContent, type ContentInput } from '../../server/modules/consents/consent-content.ts'
import { risksToDisclose } from '../../server/modules/consents/consent-health.ts'
import { riskRuleBook } from '../../server/modules/histories/history-rule-book.ts'
import { ageOnDay, evaluatePlanRisks } from '../../server/modules/histories/history-risks.ts'
import { libraryVersionContent } from '../../server/modules/templates/template-rules.ts'
import { treatmentPropertiesOf } from '../../server/modules/templates/template-treatment-properties.ts'
import { plainText } from '../../wording/plain-text.ts'
import { loadContent } from './content-loader.ts'
import { safetyListing } from './safety-listing.ts'

/** A patient, a treatment, and what the form must and must not say. Rules in the order told; `!` marks one that stops. */
type SafetyFixture = {
  who: string
  born: string
  nation: Nation
  treatment: string
  teeth?: readonly string[]
  facts: Facts
  rules: string
  /** Words of the patient's text. */
  says?: readonly string[]
  never?: readonly string[]
  /** Risks of the treatment's own list by label, and the band in which this patient reads them. */
  bands?: Record<string, string>
  /** Facts and fields that have to be asked before it is sent, as far as they matter here. */
  asks?: readonly string[]
}

/** The day on which every one of them is to be treated. */
const fixtureDay = '2026-11-28'

const yes = { answer: 'yes' } as const
const fact = (fields: Record<string, string>) => ({ answer: 'yes', fields }) as const
const warfarin = fact({ inrValue: '2.6', inrDate: '2026-11-27', inrStable: 'yes' })
const apixaban = fact({ drug: 'apixaban', doseTimes: '8 and 20', reason: 'atrial fibrillation' })
const alendronate = fact({ drug: 'alendronic acid', started: '2015-03-01', reason: 'bone thinning' })
const valve = fact({ cardiologyAdvice: 'Antibiotics before it', patientPreference: 'Wants them' })

const adult = '1980-05-04'

/** Forty patients: history, procedure, nation and age. */
const safetyFixtures: readonly SafetyFixture[] = [
  {
    who: '58, alendronate since 2015, warfarin with an INR of 2.6, diabetes, 20 a day',
    ...{ born: '1968-06-01', nation: 'england', treatment: 'simple-extraction', teeth: ['46'] },
    facts: {
      'antiresorptive-low': alendronate,
      warfarin,
      'diabetes-controlled': fact({ hba1c: '52' }),
      smoker: fact({ perDay: '20' }),
    },
    rules: 'R017! R110 R001 R112 R021 R023',
    says: [
      'more than five years',
      'This is called MRONJ',
      'More than one thing makes it harder for you to heal',
      'blood test result (INR) below 4',
      'For you: For pain, take paracetamol',
      'do not use miconazole gel: you take warfarin',
      'Diabetes can slow healing',
      'Smoking makes dry socket',
      'For you: Keep the root.',
    ],
    never: [
      'about 1 in every 1,000',
      'lower-risk group',
      'the painkiller you would use for a headache',
      'Do not use aspirin for this pain',
      'is too high',
    ],
  },
  {
    who: 'the same, treated four days after the blood test',
    ...{ born: '1968-06-01', nation: 'wales', treatment: 'simple-extraction', teeth: ['46'] },
    facts: { warfarin: fact({ inrValue: '2.6', inrDate: '2026-11-24', inrStable: 'yes' }) },
    rules: 'R002! R001 R112',
    says: ['will be too old on the day'],
    never: ['MRONJ'],
  },
  {
    who: 'alendronate for two years',
    ...{ born: '1960-01-01', nation: 'scotland', treatment: 'surgical-extraction', teeth: ['16'] },
    facts: { 'antiresorptive-low': fact({ drug: 'alendronic acid', started: '2024-10-01' }) },
    rules: 'R010',
    says: ['about 1 in every 1,000 or fewer', 'the painkiller you would use for a headache'],
    never: ['more than five years', 'For you:'],
  },
  {
    who: 'alendronate for two years, with steroid tablets',
    ...{ born: '1960-01-01', nation: 'scotland', treatment: 'simple-extraction', teeth: ['16'] },
    facts: {
      'antiresorptive-low': fact({ drug: 'alendronic acid', started: '2024-10-01' }),
      'steroid-adrenal': yes,
    },
    rules: 'R018! R027',
    says: ['a bone medicine and steroid tablets', 'Keep the root.', 'steroid emergency card'],
    never: ['about 1 in every 1,000 or fewer'],
  },
  {
    who: 'denosumab for eight years',
    ...{ born: '1950-01-01', nation: 'england', treatment: 'simple-extraction', teeth: ['26'] },
    facts: { 'antiresorptive-low': fact({ drug: 'Denosumab', started: '2018-01-01' }) },
    rules: 'R010',
    says: ['about 1 in every 1,000 or fewer'],
    never: ['more than five years', 'Keep the root.'],
  },
  {
    who: 'alendronate, since when nobody knows',
    ...{ born: '1960-01-01', nation: 'england', treatment: 'simple-extraction', teeth: ['26'] },
    facts: { 'antiresorptive-low': fact({ drug: 'alendronic acid' }) },
    rules: 'R010',
    says: ['about 1 in every 1,000 or fewer'],
    never: ['more than five years'],
    asks: ['antiresorptive-low.started'],
  },
  {
    who: 'bevacizumab for cancer',
    ...{ born: adult, nation: 'england', treatment: 'single-tooth-implant', teeth: ['14'] },
    facts: { 'antiresorptive-high': fact({ drug: 'bevacizumab' }) },
    rules: 'R011!',
    says: ['10 in every 1,000 or more', 'a medicine that can slow bone healing', 'Keep the root.'],
    never: ['bevacizumab'],
  },
  {
    who: 'a bone medicine, and new lower dentures',
    ...{ born: '1948-01-01', nation: 'wales', treatment: 'complete-lower-denture' },
    facts: { 'antiresorptive-low': alendronate },
    rules: 'R019',
    says: ['bare bone that does not heal', 'Leave the denture out at night'],
    never: ['after a tooth is taken out'],
  },
  {
    who: 'alendronate since 2015, a molar root canal instead',
    ...{ born: '1968-06-01', nation: 'england', treatment: 'molar-root-canal', teeth: ['46'] },
    facts: { 'antiresorptive-low': alendronate },
    rules: '',
    never: ['MRONJ', 'Some risks are higher for you'],
  },
  {
    who: 'an artificial valve and a molar root canal, the heart team not asked yet',
    ...{ born: '1955-01-01', nation: 'england', treatment: 'molar-root-canal', teeth: ['36'] },
    facts: { 'endocarditis-special': yes },
    rules: 'R031!',
    says: ['antibiotics before this treatment are considered one by one'],
    never: ['Do not blow your nose'],
  },
  {
    who: 'an artificial valve and a scale and polish',
    ...{ born: '1955-01-01', nation: 'england', treatment: 'scale-and-polish' },
    facts: { 'endocarditis-special': yes },
    rules: '',
    never: ['are considered one by one'],
  },
  {
    who: 'an artificial valve and deep cleaning',
    ...{
      born: '1955-01-01',
      nation: 'scotland',
      treatment: 'non-surgical-periodontal-therapy-deep-cleaning',
    },
    facts: { 'endocarditis-special': valve },
    rules: 'R031!',
    says: ['what your heart team advises and what you decide'],
    never: ['Antibiotics before it'],
  },
  {
    who: 'an artificial valve and a crown',
    ...{ born: '1955-01-01', nation: 'northern-ireland', treatment: 'zirconia-crown', teeth: ['36'] },
    facts: { 'endocarditis-special': valve },
    rules: 'R031!',
    says: ['are considered one by one'],
  },
  {
    who: 'an artificial valve and aligners',
    ...{ born: adult, nation: 'england', treatment: 'clear-aligners-full-treatment' },
    facts: { 'endocarditis-special': valve },
    rules: '',
    never: ['are considered one by one'],
  },
  {
    who: 'a child with a heart defect and a preformed crown',
    ...{
      born: '2020-02-01',
      nation: 'england',
      treatment: 'stainless-steel-crown-hall-technique',
      teeth: ['75'],
    },
    facts: { 'endocarditis-increased': yes },
    rules: 'R030 R094',
    says: ['a rare infection of the heart', 'somebody with parental responsibility'],
    never: ['are considered one by one'],
  },
  {
    who: 'a child with a heart defect and fluoride varnish',
    ...{ born: '2020-02-01', nation: 'scotland', treatment: 'fluoride-varnish-child' },
    facts: { 'endocarditis-increased': yes },
    rules: 'R094',
    says: ['or the young person, if they understand it well enough'],
    never: ['infection of the heart'],
  },
  {
    who: 'apixaban and a wisdom tooth close to the nerve',
    ...{
      born: '1990-01-01',
      nation: 'england',
      treatment: 'surgical-wisdom-tooth-extraction',
      teeth: ['48'],
    },
    facts: { doac: apixaban, 'near-ian': { answer: 'yes', teeth: ['48'] } },
    rules: 'R003 R060 R113 R097',
    says: [
      'about 14 in every 100',
      'For you: The wound bleeds more than expected',
      'The same is true of your tongue',
      'that morning’s dose only',
      'leave the roots in place (coronectomy)',
      'tends to be harder with age',
      'take paracetamol',
    ],
    never: ['miconazole', 'atrial fibrillation', 'the painkiller you would use for a headache'],
    bands: { Bleeding: 'very common' },
  },
  {
    who: 'apixaban and an upper molar',
    ...{ born: '1990-01-01', nation: 'wales', treatment: 'simple-extraction', teeth: ['16'] },
    facts: { doac: apixaban, 'near-sinus': { answer: 'yes', teeth: ['16'] } },
    rules: 'R063 R004 R113',
    says: [
      'Keep taking your blood thinner as you always do',
      'next to your sinus',
      'Your lip or cheek stays numb for a few hours',
    ],
    never: ['that morning’s dose', 'coronectomy', 'The same is true of your tongue'],
    bands: { 'Bleeding or oozing for up to 24 hours': 'very common' },
  },
  {
    who: 'apixaban and a root canal',
    ...{ born: '1990-01-01', nation: 'england', treatment: 'premolar-root-canal', teeth: ['34'] },
    facts: { doac: apixaban },
    rules: 'R113',
    says: ['take paracetamol, as the packet says'],
    never: ['You may bleed for longer', 'that morning’s dose'],
  },
  {
    who: 'aspirin and clopidogrel, and filler for the lips',
    ...{ born: '1975-01-01', nation: 'england', treatment: 'dermal-filler-lips' },
    facts: { 'antiplatelet-dual': yes },
    rules: 'R104',
    says: ['bruises and swelling where the needle goes in'],
    never: ['take paracetamol'],
  },
  {
    who: 'aspirin and apixaban with gum surgery',
    ...{ born: '1960-01-01', nation: 'england', treatment: 'open-flap-gum-surgery' },
    facts: { 'antiplatelet-single': yes, doac: apixaban },
    rules: 'R111 R003 R006 R113',
    says: [
      'More than one thing makes you bleed for longer',
      'If your doctor told you to take aspirin each day, keep taking it',
    ],
    never: ['miconazole'],
  },
  {
    who: 'haemophilia and a filling',
    ...{ born: '1999-01-01', nation: 'northern-ireland', treatment: 'composite-filling', teeth: ['36'] },
    facts: { 'bleeding-disorder': yes },
    rules: 'R008!',
    says: ['agree a plan with your haematology team'],
    never: ['haemophilia'],
  },
  {
    who: 'a jaw that still grows at 19, and an implant',
    ...{ born: '2007-08-01', nation: 'england', treatment: 'single-tooth-implant', teeth: ['12'] },
    facts: { 'growth-incomplete': yes },
    rules: 'R090!',
    says: ['The jaws are still growing'],
    never: ['parental responsibility'],
  },
  {
    who: '15 and grown, with white spots',
    ...{
      born: '2011-05-01',
      nation: 'scotland',
      treatment: 'resin-infiltration-of-white-spots',
      teeth: ['11'],
    },
    facts: { 'growth-incomplete': yes },
    rules: 'R094',
    says: ['somebody with parental responsibility'],
    never: ['The jaws are still growing'],
  },
  {
    who: 'semaglutide bought for weight, and sedation into a vein',
    ...{ born: adult, nation: 'england', treatment: 'intravenous-sedation-midazolam' },
    facts: { 'glp-one': fact({ drug: 'semaglutide' }) },
    rules: 'R088',
    says: ['food may still be in it after you have fasted'],
    never: ['semaglutide', 'to lose weight'],
  },
  {
    who: 'semaglutide and gas and air',
    ...{ born: adult, nation: 'england', treatment: 'inhalation-sedation-nitrous-oxide' },
    facts: { 'glp-one': fact({ drug: 'semaglutide' }) },
    rules: '',
    never: ['food may still be in it'],
  },
  {
    who: 'gas in an eye, pernicious anaemia, and gas and air',
    ...{ born: '1958-01-01', nation: 'england', treatment: 'inhalation-sedation-nitrous-oxide' },
    facts: { 'eye-gas': yes, 'low-vitamin-b': yes },
    rules: 'R085! R086',
    says: ['you could lose your sight', 'makes vitamin B12 useless for a time'],
  },
  {
    who: 'ten years old, sedation into a vein',
    ...{ born: '2016-03-01', nation: 'england', treatment: 'intravenous-sedation-midazolam' },
    facts: {},
    rules: 'R087! R094',
    says: ['Children under 12'],
  },
  {
    who: 'fifteen in Scotland, sedation into a vein',
    ...{ born: '2011-03-01', nation: 'scotland', treatment: 'intravenous-sedation-midazolam' },
    facts: {},
    rules: 'R094',
    says: ['or the young person, if they understand it well enough'],
    never: ['Children under 12'],
  },
  {
    who: 'myasthenia and a night guard',
    ...{ born: adult, nation: 'england', treatment: 'night-guard-to-protect-teeth-from-grinding' },
    facts: { neuromuscular: yes },
    rules: '',
    never: ['can be dangerous with your condition'],
  },
  {
    who: 'myasthenia and a general anaesthetic',
    ...{ born: adult, nation: 'england', treatment: 'general-anaesthetic-referral' },
    facts: { neuromuscular: yes },
    rules: 'R100!',
    says: ['can be dangerous with your condition'],
  },
  {
    who: 'latex allergy and dentures',
    ...{ born: '1950-01-01', nation: 'wales', treatment: 'complete-dentures' },
    facts: { 'allergy-latex': yes },
    rules: 'R041',
    says: ['without latex for you'],
  },
  {
    who: 'latex allergy and whitening',
    ...{ born: adult, nation: 'england', treatment: 'home-whitening-with-custom-trays' },
    facts: { 'allergy-latex': yes },
    rules: 'R041',
    says: ['without latex for you'],
  },
  {
    who: 'penicillin allergy and a prescription',
    ...{ born: adult, nation: 'england', treatment: 'antibiotic-prescription' },
    facts: { 'allergy-penicillin': yes },
    rules: 'R042',
    says: ['we do not use penicillin'],
  },
  {
    who: 'asthma from ibuprofen and a wisdom tooth',
    ...{
      born: '2000-01-01',
      nation: 'england',
      treatment: 'surgical-wisdom-tooth-extraction',
      teeth: ['38'],
    },
    facts: { 'allergy-nsaid-asthma': yes },
    rules: 'R046 R097',
    says: ['Ask us or a pharmacist which painkiller is safe for you'],
    never: ['the painkiller you would use for a headache'],
  },
  {
    who: 'cocaine, which nobody else is told of, and an extraction',
    ...{ born: adult, nation: 'england', treatment: 'simple-extraction', teeth: ['24'] },
    facts: { 'recreational-drugs': yes },
    rules: 'R029',
    says: ['Tell us in private'],
    never: ['cocaine', 'Recreational'],
  },
  {
    who: '14 and a silver filling',
    ...{ born: '2012-06-01', nation: 'wales', treatment: 'amalgam-filling', teeth: ['46'] },
    facts: {},
    rules: 'R091! R094',
    says: ['under the age of 15'],
  },
  {
    who: '17 and botulinum toxin',
    ...{ born: '2009-06-01', nation: 'scotland', treatment: 'botulinum-toxin-for-facial-lines' },
    facts: {},
    rules: 'R093!',
    says: ['only for adults when they are for looks'],
  },
  {
    who: 'radiotherapy, smoking and poor diabetes, and an extraction at 82',
    ...{ born: '1944-01-01', nation: 'england', treatment: 'simple-extraction', teeth: ['36'] },
    facts: { 'jaw-radiotherapy': yes, smoker: yes, 'diabetes-poor': yes },
    rules: 'R013! R110 R020 R023 R095',
    says: [
      'Radiotherapy can stop the jaw bone from healing',
      'More than one thing makes it harder for you to heal',
      'as we get older',
    ],
    never: ['MRONJ', 'hard to control'],
  },
  {
    who: 'whose looks trouble them, and veneers; nothing else known',
    ...{ born: '1995-01-01', nation: 'england', treatment: 'porcelain-veneers', teeth: ['11', '21'] },
    facts: { 'body-image': yes },
    rules: 'R101!',
    says: ['a second opinion or support for you first'],
    never: ['dysmorphia', 'trouble you'],
  },
]

const root = join(import.meta.dirname, '../..')
const templates = library as LibraryTemplate[]
const id = '0199e000-0000-7000-8000-000000000001'

function risksOf({ treatment, teeth = [], facts, born }: SafetyFixture) {
  const { properties } = treatmentPropertiesOf({
    ...{ treatmentType: '', treatmentSubtype: '' },
    libraryIds: [treatment],
  })
  const treatments = [{ templateId: id, properties, teeth }]
  return evaluatePlanRisks(riskRuleBook, facts, {
    ageYears: ageOnDay(born, fixtureDay),
    day: fixtureDay,
    treatments,
  })
}

/** The form as it would be frozen with every risk accepted. */
function formOf(fixture: SafetyFixture) {
  const entry = templates.find((template) => template.id === fixture.treatment)!
  const { heading, wording } = libraryVersionContent(entry)
  const decisions = risksOf(fixture).findings.map((risk) => ({
    ...{ ruleId: risk.ruleId, severity: risk.severity, statement: risk.statement, teeth: risk.teeth },
    ...{ because: risk.patientReasons, decision: 'accepted' as const, reason: 'Talked about' },
  }))
  const plan = ConsentPlan.parse({
    diagnosis: 'As found',
    items: [{ templateId: id, teeth: fixture.teeth ?? [] }],
    personalRisks: risksToDisclose(risksOf(fixture).findings, decisions),
  })
  const parts: ContentInput = {
    ...{
      kind: 'consent',
      plan,
      reflectionHours: 0,
      understandingCheck: 'offered',
      ownPictures: [],
      ownFigures: [],
    },
    ...{ nation: fixture.nation, day: fixtureDay },
    treatments: [
      {
        template: {
          ...{ id, versionId: id, versionLabel: entry.version },
          ...{ name: heading.name, treatmentType: heading.treatmentType, wording },
        },
        item: plan.items[0]!,
      },
    ],
    clinic: { name: 'Elm', address: '', phone: '020 7946 0000', outOfHours: '111', email: 'a@b.example' },
    patient: { name: 'Sam Reed', dateOfBirth: fixture.born, nhsNumber: '' },
    clinician: { name: 'Ada Bell', role: 'Dentist', gdcNumber: null },
    ...{ statements: [], additionalConsents: [] },
  }
  return buildFrozenContent(parts)
}

const textOf = (fixture: SafetyFixture) =>
  formOf(fixture)
    .sections.map(({ title, content }) => `${title} ${plainText(content)}`)
    .join(' ')
    .replaceAll(/\s+/g, ' ')

describe('what is said to one patient', () => {
  test.each(safetyFixtures.map((fixture) => [fixture.who, fixture] as const))('%s', (_who, fixture) => {
    const { findings, questions } = risksOf(fixture)
    const told = findings.map(({ ruleId, severity }) => ruleId + (severity === 'stop' ? '!' : ''))
    expect(told.join(' ')).toBe(fixture.rules)
    const text = textOf(fixture)
    for (const words of fixture.says ?? []) expect(text).toContain(words)
    for (const words of fixture.never ?? []) expect(text).not.toContain(words)
    for (const [label, band] of Object.entries(fixture.bands ?? {}))
      expect(formOf(fixture).risks).toContainEqual(expect.objectContaining({ label, band }))
    const asked = questions.map(({ factor, field }) => [factor, field].filter(Boolean).join('.'))
    expect(asked).toEqual(expect.arrayContaining([...(fixture.asks ?? [])]))
    if (told.length > 0) expect(formOf(fixture).sections[0]!.title).toBe('Risks that apply to you')
    // No label that staff see, and no word of where a rule comes from.
    for (const { label } of riskRuleBook.factors) expect(text).not.toContain(label)
  })

  test('is tried for forty patients, of every nation and from childhood to old age', () => {
    expect(safetyFixtures.length).toBeGreaterThanOrEqual(40)
    expect(new Set(safetyFixtures.map(({ nation }) => nation))).toEqual(new Set(nations))
    const ages = safetyFixtures.map(({ born }) => ageOnDay(born, fixtureDay))
    expect(Math.min(...ages)).toBeLessThan(10)
    expect(Math.max(...ages)).toBeGreaterThan(80)
  })
})

test('docs/safety-rules.md lists every treatment with every rule as they are now', () => {
  const { content } = loadContent(root)
  const page = readFileSync(join(root, 'docs/safety-rules.md'), 'utf8')
  expect(page).toBe(safetyListing(content))
  for (const { shipped } of content.templates) expect(page).toContain(`\`${shipped.id}\``)
})

test('what is invasive for the heart is told by procedure', () => {
  const isInvasive = (libraryId: string) =>
    treatmentPropertiesOf({
      ...{ treatmentType: '', treatmentSubtype: '' },
      libraryIds: [libraryId],
    }).properties.includes('endocarditis-invasive')
  const invasive = [
    ...['molar-root-canal', 'amalgam-filling', 'porcelain-crown', 'stainless-steel-crown-conventional'],
    ...['simple-extraction', 'single-tooth-implant', 'open-flap-gum-surgery'],
    ...['non-surgical-periodontal-therapy-deep-cleaning', 'incision-and-drainage-of-an-abscess'],
  ]
  const others = [
    ...['scale-and-polish', 'local-anaesthetic-injection', 'metal-fixed-braces', 'complete-dentures'],
    ...['dental-x-rays-bitewing-or-periapical', 'composite-edge-bonding', 'fissure-sealants-child'],
  ]
  expect(invasive.filter((one) => !isInvasive(one))).toEqual([])
  expect(others.filter(isInvasive)).toEqual([])
})
