import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadContent } from '../tools/content/content-loader.ts'
import { type Draft, type DraftCheck, type DraftFinding, lintDraft } from './draft-lint.ts'
import type { SectionTitle } from './linted-template.ts'
import { measureSection } from './reading-checks.ts'

const description = 'Treatment Description'
const risks = 'Risks and Complications'
const aftercare = 'Aftercare Instructions'

const completeDraft: Draft = {
  treatmentType: 'Dental Fillings',
  requiresTooth: true,
  requiresDiagnosis: true,
  risks: [{ label: 'A sore tooth', band: 'very common', serious: false }],
  sections: [
    {
      title: description,
      html: `<p>This form is about a white filling. It is for {{tooth}}. We found: {{diagnosis}}.</p>
        <p>Decay has made a hole in your tooth. If we leave it, the hole gets bigger. A filling closes the hole.</p>
        <p>What will happen:</p>
        <ul><li>We numb the tooth with an injection. It can sting for a moment.</li>
        <li>We take out the decay. We cannot put this part of the tooth back.</li>
        <li>We clean and dry the hole. We fill it in thin layers.</li>
        <li>We harden each layer with a blue light. We shape it and check your bite.</li></ul>
        <p>You need about {{visits}}. The price is {{price}}. A filling wears down with time, and then you need a new one.</p>`,
    },
    {
      title: risks,
      html: `<p>All treatment has risks. Please ask about any that matter to you.</p>
        <h3>Very common (more than 1 in 10 people)</h3>
        <ul><li>The tooth is sore for a few days. Hot and cold food can hurt.</li>
        <li>Your lip or cheek stays numb for a few hours. You could bite it.</li></ul>
        <h3>Common (between 1 in 10 and 1 in 100 people)</h3>
        <ul><li>The filling feels too high. We can make it lower.</li>
        <li>A bit of the filling breaks off, and we have to mend it.</li>
        <li>The nerve in the tooth is harmed. The tooth may then need more treatment, or it may have to come out.</li></ul>
        <h3>Rare (fewer than 1 in 1,000 people)</h3>
        <ul><li><strong>You have a bad allergic reaction.</strong> We are trained to help.</li>
        <li><strong>The injection harms a nerve.</strong> Your lip or tongue may then tingle or feel numb.</li></ul>
        <p><strong>Risks that apply to you:</strong> {{individualRisks}}</p>`,
    },
    {
      title: 'Benefits',
      html: `<p>The hole is closed, so food and germs stay out. You keep more of your own tooth. It looks much like the rest of the tooth.
        You can chew on that side again. We cannot promise how long it lasts. In your case we think the outlook is: {{prognosis}}.</p>`,
    },
    {
      title: 'Alternatives',
      html: `<p>You have other choices:</p>
        <ul><li><strong>Have a metal filling.</strong> It is strong. It is dark, and it needs a bigger hole.</li>
        <li><strong>Have a crown.</strong> It covers the tooth. It costs more, and we must take off more of the tooth.</li>
        <li><strong>Have no treatment.</strong> You avoid the visit and the price. The decay may go on.</li></ul>
        <p>Your dentist recommends a white filling. The reason is: {{reason}}. The choice is yours. You can ask for more time or a second opinion.</p>`,
    },
    {
      title: aftercare,
      html: `<ul><li>Do not eat or have hot drinks until the numb feeling has gone.</li>
        <li>The tooth may be sore for a few days. Take the painkiller you would use for a headache. Read the packet first.</li>
        <li>Brush twice a day, and clean between your teeth.</li>
        <li>If the filling feels too high, phone us. We can make it lower in a short visit.</li></ul>
        <p>Phone us on {{practicePhone}} if you have strong pain or swelling. When we are closed, phone {{outOfHours}}.</p>
        <p>Call 999 or go to A&amp;E if you cannot breathe well.</p>`,
    },
    {
      title: 'No Treatment',
      html: `<p>You can say no. If you do nothing, the decay may spread. The tooth can hurt, break or get infected. You may need
        a bigger treatment later, or the tooth may have to come out. The hole does not close by itself.</p>
        <p>You can change your mind at any time. We will still care for you.</p>`,
    },
  ],
}

type Row = [
  title: SectionTitle,
  bad: string,
  check: DraftCheck,
  excerpt: string,
  suggestion: string | RegExp,
  level: 'error' | 'warning',
]

const noPromise = /number/
const noPain = /what people feel/
const noSafety = /what can go wrong/

/** Each text is put behind a section that has no findings, and must be found once, for these words, and no more. */
const rejectedTexts: Row[] = [
  ['Benefits', 'This is guaranteed.', 'promise', 'guaranteed', noPromise, 'error'],
  ['Benefits', 'We guarantee it.', 'promise', 'guarantee', noPromise, 'error'],
  ['Benefits', 'We promise a good result.', 'promise', 'We promise', noPromise, 'error'],
  ['Benefits', 'It always works.', 'promise', 'always works', noPromise, 'error'],
  ['Benefits', 'It never fails.', 'promise', 'never fails', noPromise, 'error'],
  ['Benefits', 'It works every time.', 'promise', 'works every time', noPromise, 'error'],
  ['Benefits', 'It cannot go wrong.', 'promise', 'cannot go wrong', noPromise, 'error'],
  ['Benefits', 'It is sure to last.', 'promise', 'sure to last', noPromise, 'error'],
  ['Benefits', 'This will cure your gums.', 'promise', 'will cure', /can help/, 'error'],
  ['Benefits', 'It will fully fix the tooth.', 'promise', 'will fully fix', /can help/, 'error'],
  ['Benefits', 'It will definitely hold.', 'promise', 'will definitely', noPromise, 'error'],
  ['Benefits', 'It lasts for ever.', 'promise', 'lasts for ever', noPromise, 'error'],
  ['Benefits', 'It is a permanent solution.', 'promise', 'permanent solution', noPromise, 'error'],
  ['Benefits', 'It helps 100% of people.', 'promise', '100%', noPromise, 'error'],
  ['Benefits', 'You get a perfect smile.', 'promise', 'perfect', /what will be better/, 'error'],
  [description, 'It is painless.', 'promise', 'painless', noPain, 'error'],
  [description, 'It will not hurt.', 'promise', 'will not hurt', noPain, 'error'],
  [description, 'You will feel no pain.', 'promise', 'feel no pain', noPain, 'error'],
  [description, 'The injection is pain-free.', 'promise', 'injection is pain-free', noPain, 'error'],
  [risks, 'It is completely safe.', 'promise', 'completely safe', noSafety, 'error'],
  [risks, 'It is not hard and completely safe.', 'promise', 'completely safe', noSafety, 'error'],
  [risks, 'No, it is always safe.', 'promise', 'always safe', noSafety, 'error'],
  [risks, 'It is risk-free.', 'promise', 'risk-free', noSafety, 'error'],
  [risks, 'There are no risks.', 'promise', 'no risks', noSafety, 'error'],
  [risks, 'You have nothing to worry about.', 'promise', 'nothing to worry', noSafety, 'error'],
  [risks, 'These are minor risks.', 'banned', 'minor risks', /Name the risk/, 'error'],
  [description, 'It is a routine visit.', 'banned', 'routine', /what happens/, 'error'],
  [description, 'We just numb it.', 'banned', 'just', 'Leave it out.', 'error'],
  [description, 'We simply numb it.', 'banned', 'simply', 'Leave it out.', 'error'],
  ['No Treatment', 'You must sign today.', 'banned', 'You must sign', 'The choice is yours.', 'error'],
  ['No Treatment', 'We accept no liability.', 'banned', 'liability', /never limits liability/, 'error'],
  ['Benefits', 'The color is close to your teeth.', 'spelling', 'color', 'colour', 'error'],
  ['Benefits', 'The tooth is Discolored.', 'spelling', 'Discolored', 'Discoloured', 'error'],
  ['Benefits', 'It has glass fibers.', 'spelling', 'fibers', 'fibres', 'error'],
  ['Benefits', 'It turns gray.', 'spelling', 'gray', 'grey', 'error'],
  [description, 'We sterilize the tools.', 'spelling', 'sterilize', 'sterilise', 'error'],
  [description, 'We use local anesthesia.', 'spelling', 'anesthesia', 'anaesthesia', 'error'],
  [description, 'You see the pediatric dentist.', 'spelling', 'pediatric', 'paediatric', 'error'],
  [description, 'We send it to a health center.', 'spelling', 'center', 'centre', 'error'],
  [description, 'We analyze the X-ray.', 'spelling', 'analyze', 'analyse', 'error'],
  [description, 'We make a mold of your teeth.', 'spelling', 'mold', 'mould', 'error'],
  [aftercare, 'You canceled the visit.', 'spelling', 'canceled', 'cancelled', 'error'],
  [aftercare, 'Take Tylenol if it is sore.', 'spelling', 'Tylenol', 'Paracetamol', 'error'],
  [aftercare, 'Go to the emergency room.', 'spelling', 'emergency room', 'A&E', 'error'],
  [aftercare, 'In an emergency call 911.', 'spelling', '911', '999', 'error'],
  [description, 'Numbness is rare.', 'vague', 'rare', 'fewer than 1 in 1,000 people', 'warning'],
  [description, 'A crack is uncommon.', 'vague', 'uncommon', /1 in 100 and 1 in 1,000/, 'warning'],
  [description, 'Soreness is common.', 'vague', 'common', /1 in 10 and 1 in 100/, 'warning'],
  [description, 'Soreness is very common.', 'vague', 'very common', /more than 1 in 10/, 'warning'],
  [description, 'A crack is unlikely.', 'vague', 'unlikely', /in every 100/, 'warning'],
  [description, 'There is a small chance of a crack.', 'vague', 'small chance', /in every 100/, 'warning'],
  [description, 'There is a low risk of a crack.', 'vague', 'low risk', /in every 100/, 'warning'],
  [description, 'Most patients feel well.', 'vague', 'Most patients', /in every 100/, 'warning'],
  [description, 'It hardly ever cracks.', 'vague', 'hardly ever', /in every 100/, 'warning'],
  ['Benefits', 'It often lasts for years.', 'vague', 'often', /with a number/, 'warning'],
  ['Benefits', 'Sometimes it breaks.', 'vague', 'Sometimes', /with a number/, 'warning'],
  ['No Treatment', 'The pain usually comes back.', 'vague', 'usually', /with a number/, 'warning'],
  ['Benefits', 'Rarely, the filling falls out in 2 weeks.', 'vague', 'Rarely', /1 in 1,000/, 'warning'],
  [description, 'We check the occlusion.', 'jargon', 'occlusion', 'how your teeth meet', 'warning'],
  [description, 'We wash the pulp.', 'jargon', 'pulp', 'the soft tissue inside the tooth', 'warning'],
  [description, 'We see caries.', 'jargon', 'caries', 'decay', 'warning'],
  [description, 'We take a radiograph.', 'jargon', 'radiograph', 'X-ray', 'warning'],
  [risks, 'You may have paraesthesia.', 'jargon', 'paraesthesia', 'numbness or tingling', 'warning'],
  [risks, 'You may have trismus.', 'jargon', 'trismus', 'a stiff jaw', 'warning'],
  [aftercare, 'Take an analgesic.', 'jargon', 'analgesic', 'painkiller', 'warning'],
  [aftercare, 'Brush prior to bed.', 'jargon', 'prior to', 'before', 'warning'],
  [aftercare, 'Refrain from smoking.', 'jargon', 'Refrain from', 'do not', 'warning'],
  [aftercare, 'Wait approximately an hour.', 'jargon', 'approximately', 'about', 'warning'],
  [aftercare, 'Eat soft food, e.g. soup.', 'jargon', 'e.g.', 'for example', 'warning'],
  ['Benefits', 'It is {{toothname}}.', 'placeholder', '{{toothname}}', '{{toothName}}', 'error'],
  [
    'Benefits',
    'Phone {{practice phone}}.',
    'placeholder',
    '{{practice phone}}',
    '{{practicePhone}}',
    'error',
  ],
  ['Benefits', 'We found {{diagnosys}}.', 'placeholder', '{{diagnosys}}', '{{diagnosis}}', 'error'],
  ['Benefits', 'It is {{dogName}}.', 'placeholder', '{{dogName}}', '', 'error'],
  ['Benefits', 'It is {{just perfect}}.', 'placeholder', '{{just perfect}}', '', 'error'],
  ['Benefits', 'It is {{tooth}.', 'placeholder', '{{tooth', '', 'error'],
  [
    aftercare,
    `${'so '.repeat(20)}on.`,
    'long sentence',
    `${'so '.repeat(20)}on.`,
    /two sentences/,
    'warning',
  ],
  [aftercare, `${'so '.repeat(25)}on.`, 'long sentence', `${'so '.repeat(25)}on.`, /two sentences/, 'error'],
]

/** Each is honest, plain or numbered, and must not be found. */
const acceptedTexts: [SectionTitle, string][] = [
  ['Benefits', 'We cannot guarantee this.'],
  ['Benefits', 'No filling lasts for ever.'],
  ['Benefits', 'It does not always work.'],
  ['Benefits', 'Nobody can promise that it will cure you.'],
  ['Benefits', 'Numbness can last for ever.'],
  ['Benefits', 'The result is imperfect. The liquid hurts nothing.'],
  ['Benefits', 'It is common (1 in 20 people). A crack is common too. About 1 in 30 people have it.'],
  ['Benefits', 'The size is adjusted. It is a prize. Do not seize it. It is oversized. It has maize in it.'],
  ['Benefits', 'Often, it lasts 10 years.'],
  ['Benefits', 'It often lasts for years. About 63 in every 100 are there after 10 years.'],
  ['Benefits', 'It is rare. We cannot give a figure.'],
  ['Benefits', 'It is uncommon: {{clinicianFigure}}.'],
  ['Benefits', 'It is unlikely (2 in 100 people).'],
  ['Benefits', 'It is common, at about 5% of people.'],
  ['Benefits', 'You may have a common cold. We have much in common.'],
  ['Benefits', 'You need gum care for periodontitis (gum disease).'],
  ['Benefits', 'The soft part is called the pulp. The pulp has a nerve.'],
  ['Benefits', 'It is for {{toothName}} and {{prognosis}} and {{material}}.'],
  [aftercare, 'Rinse often. Sometimes the gum bleeds a little.'],
  ['No Treatment', 'It is your choice. We do not mind if you wait.'],
  [aftercare, `${'so '.repeat(19)}on.`],
]

describe('a draft', () => {
  it('without faults has no findings', () => {
    expect(lintDraft(completeDraft)).toEqual([])
  })

  it.each(rejectedTexts)('%s: %s', (title, bad, check, excerpt, suggestion, level) => {
    const found = lintDraft(draftWithAddition(title, `<p>${bad}</p>`))
    expect(found).toEqual([
      expect.objectContaining({
        check,
        level,
        section: title,
        message: expect.any(String),
        excerpt,
        suggestion: suggestion instanceof RegExp ? expect.stringMatching(suggestion) : suggestion,
      }),
    ])
  })

  it.each(acceptedTexts)('%s may say: %s', (title, text) => {
    expect(lintDraft(draftWithAddition(title, `<p>${text}</p>`))).toEqual([])
  })

  it('tells each word once, wherever else it stands in the section', () => {
    const found = lintDraft(draftWithAddition('Benefits', '<p>A perfect tooth and a perfect colour.</p>'))
    expect(found.map(({ excerpt }) => excerpt)).toEqual(['perfect'])
  })

  it('finds words that formatting cuts, and knows hard spaces from nothing', () => {
    const found = lintDraft(
      draftWithAddition('Benefits', '<p>It is risk<em>-free</em>, and completely&nbsp;safe.</p>'),
    )
    expect(found.map(({ excerpt }) => excerpt)).toEqual(['risk-free', 'completely safe'])
  })

  it('counts a heading, or a bold line that serves as one, as the number of the words under it', () => {
    const under = (heading: string) => `${heading}<ul><li><p>Rarely, it cracks.</p></li></ul>`
    const band = 'In fewer than 1 in 1,000 people'
    const found = (html: string) => checksOf(lintDraft(draftWithAddition('Benefits', html)))
    expect(found(under(`<h4>${band}</h4>`))).toEqual([])
    expect(found(under(`<p><strong>${band}</strong></p>`))).toEqual([])
    expect(found(under('<h4>Seen by few</h4>'))).toEqual(['vague'])
    expect(found(`${under(`<h4>${band}</h4>`)}<h4>Later</h4><p>It rarely cracks.</p>`)).toEqual(['vague'])
  })
})

describe('what a draft leaves out', () => {
  it.each<[string, Draft, Partial<DraftFinding>]>([
    ['the risks', draftWithoutSection(risks), { check: 'missing section', level: 'error', section: risks }],
    [
      'the way of no treatment',
      draftWithoutSection('No Treatment'),
      { check: 'no treatment', level: 'error', section: 'No Treatment' },
    ],
    [
      'the benefits',
      draftWithoutSection('Benefits'),
      { check: 'missing section', level: 'warning', section: 'Benefits' },
    ],
    [
      'the words of a section',
      draftWithReplacement('Benefits', /^[^]*$/, '<p></p>'),
      { check: 'missing section' },
    ],
    [
      'no treatment as a choice',
      draftWithReplacement('Alternatives', 'no treatment', 'a rest'),
      { check: 'no treatment', section: 'Alternatives', suggestion: expect.stringContaining('no treatment') },
    ],
    [
      'the right to say no',
      draftWithReplacement('No Treatment', 'You can say no.', ''),
      { check: 'right to refuse', suggestion: 'You can say no. If you do nothing:' },
    ],
    [
      'the change of mind',
      draftWithReplacement('No Treatment', 'change your mind', 'phone'),
      { check: 'right to refuse', suggestion: expect.stringContaining('change your mind') },
    ],
    [
      'what is recommended',
      draftWithReplacement('Alternatives', 'recommends', 'offers'),
      { check: 'recommendation', section: 'Alternatives' },
    ],
    [
      'the choices',
      draftWithReplacement('Alternatives', /<ul>[^]*<\/ul>/, '<p>Have no treatment, or a crown. '.repeat(9)),
      { check: 'options' },
    ],
    [
      'the tooth',
      draftWithReplacement(description, '{{tooth}}', 'a tooth'),
      { check: 'placeholder', suggestion: '{{tooth}}' },
    ],
    [
      'the personal risks',
      draftWithReplacement(risks, '{{individualRisks}}', 'none'),
      { check: 'placeholder', suggestion: '{{individualRisks}}' },
    ],
    [
      'most words of a section',
      draftWithReplacement('Benefits', /^[^]*$/, '<p>You keep your tooth.</p>'),
      { check: 'length', level: 'warning' },
    ],
    [
      'the figures of a band',
      draftWithReplacement(risks, 'Very common (more than 1 in 10 people)', 'Very common'),
      {
        check: 'bands',
        level: 'warning',
        excerpt: 'Very common',
        suggestion: 'Very common (more than 1 in 10 people)',
      },
    ],
    [
      'the band of a listed risk',
      { ...completeDraft, risks: [{ label: 'A chipped tooth', band: 'uncommon', serious: false }] },
      {
        check: 'bands',
        message: expect.stringContaining('A chipped tooth'),
        suggestion: 'Uncommon (between 1 in 100 and 1 in 1,000 people)',
      },
    ],
    [
      'whom to phone after an extraction',
      {
        ...draftWithReplacement(aftercare, /\{\{(practicePhone|outOfHours)\}\}/g, 'us'),
        treatmentType: 'Tooth Extraction',
      },
      { check: 'emergency', suggestion: 'Phone us on {{practicePhone}} if …' },
    ],
    [
      'the limits of whitening',
      { ...completeDraft, treatmentType: 'Teeth Whitening' },
      { check: 'facts', message: 'must give the limit of 6%' },
    ],
  ])('%s', (_, draft, finding) => {
    expect(lintDraft(draft)).toContainEqual(expect.objectContaining(finding))
  })

  it.each(['Alternatives', aftercare, 'No Treatment', description] as const)(
    'is told once where all of %s is missing',
    (title) => expect(lintDraft(draftWithoutSection(title)).map(({ section }) => section)).toEqual([title]),
  )

  it('is told as missing alone while nothing is written', () => {
    const empty = {
      ...completeDraft,
      sections: completeDraft.sections.map(({ title }) => ({ title, html: '<p> </p>' })),
    }
    expect(checksOf(lintDraft(empty))).toEqual([
      'missing section',
      'missing section',
      'missing section',
      'missing section',
      'missing section',
      'no treatment',
    ])
    expect(lintDraft({ ...completeDraft, sections: [] })).toHaveLength(6)
  })

  it('may be bands and options where an agreement is asked for, not a treatment', () => {
    const agreement = draftWithReplacement(risks, /<h3>.*?<\/h3>/g, '')
    expect(checksOf(lintDraft(agreement))).toContain('bands')
    const admin = { ...agreement, risks: [], treatmentType: 'Consent, Records and Agreements' }
    expect(lintDraft(admin)).toEqual([])
  })

  it('does not ask for a tooth or a diagnosis that is not needed', () => {
    const general = {
      ...draftWithReplacement(description, /\{\{(tooth|diagnosis)\}\}/g, 'it'),
      requiresTooth: false,
    }
    expect(lintDraft(general).map(({ suggestion }) => suggestion)).toEqual(['{{diagnosis}}'])
    expect(lintDraft({ ...general, requiresDiagnosis: false })).toEqual([])
  })
})

it('finds two times for the same care', () => {
  const both = '<p>Do not smoke for at least 48 hours. Do not smoke for at least 72 hours.</p>'
  expect(checksOf(lintDraft(draftWithAddition(aftercare, both)))).toEqual(['contradiction'])
})

describe('reading', () => {
  const hard = 'Considerable postponement necessarily deteriorates everything irreversibly. '

  it('is judged by section, and not before there is enough of it', () => {
    const found = lintDraft(draftWithAddition('Benefits', `<p>${hard.repeat(10)}</p>`))
    expect(found).toContainEqual(
      expect.objectContaining({ check: 'reading age', level: 'error', section: 'Benefits' }),
    )
    const short = draftWithReplacement('Benefits', /^[^]*$/, `<p>${hard}</p>`)
    expect(checksOf(lintDraft(short))).not.toContain('reading age')
  })

  it('is judged as a whole by SMOG, where 30 sentences are written', () => {
    const found = lintDraft(draftWithAddition('Benefits', `<p>${hard.repeat(10)}</p>`))
    expect(found).toContainEqual(expect.objectContaining({ check: 'reading age', section: '' }))
    const brief = { ...completeDraft, sections: [{ title: 'Benefits', html: `<p>${hard.repeat(29)}</p>` }] }
    expect(checksOf(lintDraft(brief).filter(({ section }) => section === ''))).toEqual([])
  })

  it('of a section is its age, its length and its long sentences', () => {
    const long = `Phone us on {{practicePhone}} ${'or so '.repeat(9)}on.`
    const reading = measureSection(`<p>${long}</p><p>${'You keep the tooth. '.repeat(4)}</p>`)
    expect(reading).toMatchObject({
      words: 39,
      longestSentence: long,
      longSentences: [{ text: long, words: 23 }],
      age: 5,
    })
    expect(reading.grade).toBeLessThan(1)
    expect(measureSection(`<p>${hard.repeat(10)}</p>`).age).toBeGreaterThan(18)
  })

  it('of too few words has no age', () => {
    expect(measureSection('<p>It is sore.</p>')).toMatchObject({ words: 3, grade: null, age: null })
    expect(measureSection('')).toEqual({
      words: 0,
      grade: null,
      age: null,
      longestSentence: '',
      longSentences: [],
    })
  })
})

const { content } = loadContent(join(import.meta.dirname, '..'))

describe.each(content.templates.map(({ linted }) => [linted.treatmentSubtype, linted] as const))(
  'the shipped %s',
  (_, template) => {
    it('has no error as a draft, and names words that it holds', () => {
      const found = lintDraft(template)
      expect(found.filter(({ level }) => level === 'error')).toEqual([])
      expect(
        found.every(({ excerpt }) => JSON.stringify(template.sections).includes(excerpt.split(' ')[0] ?? '')),
      ).toBe(true)
    })
  },
)

const checksOf = (found: DraftFinding[]) => found.map(({ check }) => check)

function draftWithReplacement(title: SectionTitle, before: string | RegExp, after: string): Draft {
  const sections = completeDraft.sections.map((section) =>
    section.title === title ? { title, html: section.html.replace(before, after) } : section,
  )
  if (sections.every(({ html }, index) => html === completeDraft.sections[index]?.html))
    throw new Error(`no ${before} in ${title}`)
  return { ...completeDraft, sections }
}

function draftWithAddition(title: SectionTitle, html: string): Draft {
  return draftWithReplacement(title, /$/, html)
}

function draftWithoutSection(title: SectionTitle): Draft {
  return { ...completeDraft, sections: completeDraft.sections.filter((section) => section.title !== title) }
}
