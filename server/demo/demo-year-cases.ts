import type { TreatmentOption } from '../../contract/consent-plan.ts'

/** A treatment of the demo's year: what is planned, what it costs, and what its patients ask. */
export type YearCase = {
  template: string
  /** How often it comes, against the others. */
  weight: number
  /** Of which one is treated; none where the treatment is of the whole mouth. */
  teeth: string[]
  diagnoses: string[]
  pricePence: number
  options: TreatmentOption[]
  recommendedWhy: string
  questions: { asked: string; answered: string }[]
  /** Advised before signing. */
  reflectionHours: number
}

const option = (
  title: string,
  benefit: string,
  risk: string,
  pricePence: number | null,
): TreatmentOption => ({
  ...{ title, kind: 'treatment', benefit, risk, lasts: '', visits: '', pricePence, band: null },
  notSuitable: '',
})
const without = (risk: string): TreatmentOption => ({
  ...{ title: 'No treatment', kind: 'no-treatment', benefit: 'Nothing is done to the tooth', risk },
  ...{ lasts: '', visits: '', pricePence: 0, band: null, notSuitable: '' },
})

const molars = ['16', '17', '26', '27', '36', '37', '46', '47']
const premolars = ['14', '15', '24', '25', '34', '35', '44', '45']

export const yearCases: YearCase[] = [
  {
    ...{ template: 'Composite Filling', weight: 26, teeth: [...molars, ...premolars], pricePence: 9500 },
    diagnoses: ['Decay between two back teeth', 'A filling that has broken', 'Decay under an old filling'],
    options: [
      option('White filling', 'The tooth is sealed and looks natural', 'It may be sore for some days', 9500),
      option('Glass ionomer filling', 'It is quicker to place', 'It wears sooner', 7500),
      without('The decay grows and may reach the nerve'),
    ],
    recommendedWhy: 'It bonds to what is left of the tooth and lasts longest.',
    questions: [
      {
        asked: 'How soon can I eat after it?',
        answered: 'As soon as the numbness has gone, in two or three hours.',
      },
      {
        asked: 'How long does such a filling last?',
        answered: 'Most last seven to ten years. We check it at each visit.',
      },
    ],
    reflectionHours: 0,
  },
  {
    ...{ template: 'Scale and Polish', weight: 13, teeth: [], diagnoses: [''], pricePence: 6500 },
    options: [
      option('Scale and polish', 'The gums bleed less', 'Teeth may be sensitive for some days', 6500),
      without('Hardened plaque stays, and the gums may get worse'),
    ],
    recommendedWhy: 'A brush does not take hardened plaque away.',
    questions: [
      {
        asked: 'Will it hurt where my gums are sore?',
        answered: 'It may be tender. Tell us, and we numb the gum first.',
      },
    ],
    reflectionHours: 0,
  },
  {
    ...{ template: 'Simple Extraction', weight: 15, teeth: [...molars, ...premolars], pricePence: 14_000 },
    diagnoses: ['A tooth broken below the gum', 'A tooth that cannot be repaired', 'A loose tooth'],
    options: [
      option('Taking the tooth out', 'The pain and the infection end', 'A gap stays', 14_000),
      option('Root canal and crown', 'The tooth is kept', 'It may fail, as little is left of it', 129_000),
      without('The infection may spread'),
    ],
    recommendedWhy: 'Too little of the tooth is left to hold a crown.',
    questions: [
      {
        asked: 'When can I go back to work?',
        answered: 'Most people do the next day. Leave out heavy lifting for two days.',
      },
      {
        asked: 'Can the gap be filled later?',
        answered: 'Yes, from three months on. We talk about it then.',
      },
    ],
    reflectionHours: 0,
  },
  {
    ...{ template: 'Molar Root Canal', weight: 12, teeth: molars, pricePence: 59_500 },
    diagnoses: ['An infected nerve', 'An abscess at the root', 'A nerve that has died'],
    options: [
      option('Root canal treatment', 'The tooth is kept', 'One in ten needs more treatment', 59_500),
      option('Taking the tooth out', 'It is over in one visit', 'A gap stays', 14_000),
      without('The infection comes back and may spread'),
    ],
    recommendedWhy: 'The tooth is strong enough to be kept.',
    questions: [
      {
        asked: 'Do I need a crown afterwards?',
        answered: 'Yes, within four weeks, so that the tooth does not break.',
      },
    ],
    reflectionHours: 0,
  },
  {
    ...{ template: 'Premolar Root Canal', weight: 7, teeth: premolars, pricePence: 47_500 },
    diagnoses: ['An infected nerve', 'An abscess at the root'],
    options: [
      option('Root canal treatment', 'The tooth is kept', 'One in ten needs more treatment', 47_500),
      option('Taking the tooth out', 'It is over in one visit', 'A gap shows when you smile', 14_000),
      without('The infection comes back and may spread'),
    ],
    recommendedWhy: 'The tooth shows, and its root is sound.',
    questions: [{ asked: 'How many visits will it take?', answered: 'Two, about a fortnight apart.' }],
    reflectionHours: 0,
  },
  {
    ...{ template: 'Porcelain Crown', weight: 13, teeth: [...molars, ...premolars], pricePence: 69_500 },
    diagnoses: ['A large filling that has cracked', 'A tooth weakened by a root canal'],
    options: [
      option('Porcelain crown', 'The tooth is held together', 'The nerve may be hurt by shaping it', 69_500),
      option('Large filling', 'Less of the tooth is taken away', 'The tooth may split', 9500),
      without('The tooth may split and be lost'),
    ],
    recommendedWhy: 'The crack runs under the cusp, and a filling would not hold it.',
    questions: [
      { asked: 'Will the colour match?', answered: 'Yes. We choose it with you before it is made.' },
    ],
    reflectionHours: 0,
  },
  {
    ...{ template: 'Single Tooth Implant', weight: 8, teeth: premolars, pricePence: 265_000 },
    diagnoses: ['A gap where a premolar was lost'],
    options: [
      option(
        'Implant',
        'The teeth beside it are left alone',
        'One in twenty fails within ten years',
        265_000,
      ),
      option('Bridge', 'It takes weeks instead of months', 'A tooth beside the gap is ground', 89_000),
      without('The teeth beside the gap may drift'),
    ],
    recommendedWhy: 'The bone is good, and the teeth beside the gap are sound.',
    questions: [
      {
        asked: 'Can I pay for it in parts?',
        answered: 'Yes, a third each at the start, when it is placed and with the crown.',
      },
    ],
    reflectionHours: 24,
  },
  {
    ...{
      template: 'Acrylic Partial Denture',
      weight: 6,
      teeth: ['35', '45', '36', '46'],
      pricePence: 75_000,
    },
    diagnoses: ['Several back teeth are missing'],
    options: [
      option('Partial denture', 'You can chew again', 'It takes weeks to get used to', 75_000),
      option('Bridge', 'It is fixed', 'Sound teeth are ground for it', 180_000),
      without('The other teeth carry more and may drift'),
    ],
    recommendedWhy: 'It replaces all of them, and teeth can be added to it later.',
    questions: [{ asked: 'Do I take it out at night?', answered: 'Yes, and keep it in water.' }],
    reflectionHours: 0,
  },
]

/** The treatment of that template. */
export const yearCaseOf = (template: string): YearCase =>
  yearCases.find((each) => each.template === template)!

/** What patients say matters to them, as the clinician notes it. */
export const whatMatters = [
  'To keep the tooth, and to be free of pain.',
  'That it does not show in a smile.',
  'To have it done before a journey next month.',
  'Is afraid of needles and wants to know each step.',
  'That the cost is clear from the start.',
  'To be able to chew on both sides again.',
]

/** Why patients say no, with what they were told may follow. */
export const refusals = [
  {
    reason: 'Would like a second opinion first.',
    consequences: 'The decay may reach the nerve meanwhile, and the tooth may then need more treatment.',
    safetyNet: 'To ring at once with pain or swelling; offered a review in four weeks.',
  },
  {
    reason: 'Cannot afford it this year.',
    consequences: 'The tooth may break or be lost; a later repair may cost more.',
    safetyNet: 'Told of the NHS charge and of paying in parts; to ring with pain or swelling.',
  },
  {
    reason: 'Has no pain and wants to wait.',
    consequences: 'The infection may come back without warning and spread.',
    safetyNet:
      'To ring, or 111 when we are closed, with pain, swelling or fever; asked again at the next visit.',
  },
]

/** Why patients take their consent back. */
export const withdrawals = [
  'I have decided to have the tooth out instead.',
  'I am moving away and will have it done there.',
  'I would like to wait until after the summer.',
]
