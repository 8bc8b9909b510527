import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadContent } from '../tools/content/content-loader.ts'
import type { LintedTemplate, SectionTitle } from './linted-template.ts'
import { lintTemplate } from './template-lint.ts'

const { content } = loadContent(join(import.meta.dirname, '..'))
const rootCanal = template('molar-root-canal')
const extraction = template('simple-extraction')
const crown = template('porcelain-crown')

const description = 'Treatment Description'
const risks = 'Risks and Complications'
const aftercare = 'Aftercare Instructions'

type LintCase = { check: number; level?: 'warning'; fault: string; bad: LintedTemplate }

const lintCases: LintCase[] = [
  {
    check: 1,
    fault: 'a section is missing',
    bad: { ...rootCanal, sections: rootCanal.sections.slice(0, 5) },
  },
  { check: 1, fault: 'the order differs', bad: { ...rootCanal, sections: rootCanal.sections.toReversed() } },
  { check: 1, fault: 'a section is empty', bad: replaceInSection(rootCanal, 'Benefits', /[^]*/, '<p> </p>') },
  {
    check: 3,
    fault: 'a section is too short',
    bad: replaceInSection(rootCanal, 'Benefits', /[^]*/, '<p>You keep your tooth.</p>'),
  },
  { check: 4, fault: 'a section is hard', bad: withAddition(rootCanal, 'Benefits', longSentence(12)) },
  {
    check: 4,
    level: 'warning',
    fault: 'a section is fairly hard',
    bad: withAddition(rootCanal, 'Benefits', longSentence(3)),
  },
  {
    check: 5,
    fault: 'a sentence has 26 words',
    bad: withAddition(rootCanal, 'Benefits', `<p>${'so '.repeat(25)}on.</p>`),
  },
  {
    check: 5,
    level: 'warning',
    fault: 'many sentences are long',
    bad: withAddition(rootCanal, 'Benefits', `<p>${`${'so '.repeat(21)}on. `.repeat(20)}</p>`),
  },
  {
    check: 6,
    fault: 'nothing is recommended',
    bad: replaceInSection(rootCanal, 'Alternatives', 'dentist recommends', 'dentist offers'),
  },
  {
    check: 7,
    fault: 'no treatment is not an option',
    bad: replaceInSection(rootCanal, 'Alternatives', 'no treatment', 'a rest'),
  },
  {
    check: 7,
    fault: 'there is one option',
    bad: replaceInSection(rootCanal, 'Alternatives', /<li>[^]*<\/li>/, '<li>Have no treatment.</li>'),
  },
  {
    check: 8,
    fault: 'a risk is not told',
    bad: replaceInSection(rootCanal, risks, 'The cleaning liquid leaks', 'It leaks'),
  },
  {
    check: 8,
    fault: 'a serious risk is not bold',
    bad: replaceInSection(rootCanal, risks, /<strong>(The cleaning.*?)<\/strong>/, '$1'),
  },
  {
    check: 8,
    fault: 'a risk stands in another band',
    bad: { ...rootCanal, risks: rootCanal.risks.map((risk) => ({ ...risk, band: 'uncommon' })) },
  },
  {
    check: 8,
    fault: 'a varying risk has no range',
    bad: replaceInSection(crown, risks, 'Studies range', 'We think'),
  },
  {
    check: 9,
    fault: 'a band heading has no figures',
    bad: replaceInSection(rootCanal, risks, 'Rare (fewer than 1 in 1,000 people)', 'Rare'),
  },
  {
    check: 9,
    fault: 'a band comes twice',
    bad: withAddition(rootCanal, risks, '<h3>Rare (fewer than 1 in 1,000 people)</h3>'),
  },
  {
    check: 9,
    fault: 'the rarest band comes before another',
    bad: replaceInSection(
      rootCanal,
      risks,
      '<h3>Rare (fewer than 1 in 1,000 people)</h3>',
      '<h3>Very rare (fewer than 1 in 10,000 people)</h3><h3>Rare (fewer than 1 in 1,000 people)</h3>',
    ),
  },
  { check: 9, fault: 'there are no bands', bad: replaceInSection(rootCanal, risks, /<h3>.*?<\/h3>/g, '') },
  {
    check: 10,
    fault: 'a figure has no source',
    bad: withAddition(rootCanal, 'Benefits', '<p>About 7 in 100 do.</p>'),
  },
  {
    check: 10,
    fault: 'a question has a figure without a source',
    bad: withQuestion(rootCanal, 'Do 9 in every 10 heal?'),
  },
  {
    check: 10,
    fault: 'a claim is not in the text',
    bad: { ...rootCanal, evidence: [{ claim: 'about 5 in 100', source: 'S8' }] },
  },
  {
    check: 10,
    fault: 'a figure rests on general knowledge',
    bad: { ...rootCanal, evidence: rootCanal.evidence.map((entry) => ({ ...entry, source: 'GPK' })) },
  },
  {
    check: 11,
    fault: 'no phone number',
    bad: replaceInSection(rootCanal, aftercare, /\{\{(practicePhone|outOfHours)\}\}/g, 'us'),
  },
  {
    check: 11,
    fault: 'no emergency line',
    bad: replaceInSection(rootCanal, aftercare, 'Call 999 or go to A&amp;E', 'Phone us'),
  },
  {
    check: 12,
    fault: 'gauze time missing',
    bad: replaceInSection(extraction, aftercare, '30 to 45 minutes', 'a while'),
  },
  {
    check: 12,
    fault: 'crown years promised',
    bad: replaceInSection(rootCanal, 'Benefits', 'We cannot promise this', 'We say this'),
  },
  {
    check: 12,
    fault: 'crown years without the NHS figures',
    bad: replaceInSection(crown, 'Benefits', 'about 63 in', 'about 64 in'),
  },
  {
    check: 13,
    fault: 'two smoking times',
    bad: withAddition(extraction, aftercare, '<p>Do not smoke for at least 72 hours.</p>'),
  },
  {
    check: 13,
    fault: 'two rest times',
    bad: withAddition(extraction, aftercare, '<p>Rest for 24 to 48 hours.</p>'),
  },
  {
    check: 13,
    fault: 'two ice times',
    bad: withAddition(extraction, aftercare, '<p>Use ice for 24-48 hours.</p>'),
  },
  {
    check: 14,
    fault: 'no right to say no',
    bad: replaceInSection(rootCanal, 'No Treatment', 'say no', 'wait'),
  },
  {
    check: 14,
    fault: 'no change of mind',
    bad: replaceInSection(rootCanal, 'No Treatment', 'change your mind', 'phone us'),
  },
  {
    check: 15,
    fault: 'personal risks missing',
    bad: replaceInSection(rootCanal, risks, '{{individualRisks}}', 'none'),
  },
  {
    check: 15,
    fault: 'the tooth is missing',
    bad: replaceInSection(rootCanal, description, '{{tooth}}', 'a tooth'),
  },
  {
    check: 15,
    fault: 'the diagnosis is missing',
    bad: replaceInSection(rootCanal, description, '{{diagnosis}}', 'decay'),
  },
  {
    check: 15,
    fault: 'an unknown placeholder',
    bad: withAddition(rootCanal, 'Benefits', '<p>{{toothname}}</p>'),
  },
  {
    check: 15,
    fault: 'a placeholder is not closed',
    bad: withAddition(rootCanal, 'Benefits', '<p>{{tooth}</p>'),
  },
  { check: 16, fault: 'a promise', bad: withAddition(rootCanal, 'Benefits', '<p>It is guaranteed.</p>') },
  { check: 16, fault: 'false comfort', bad: withAddition(rootCanal, risks, '<p>These are minor risks.</p>') },
  {
    check: 16,
    fault: 'pressure in a question',
    bad: withQuestion(rootCanal, 'Do you know that you must sign?'),
  },
  {
    check: 17,
    fault: 'an American spelling',
    bad: withAddition(rootCanal, 'Benefits', '<p>The color is good.</p>'),
  },
  {
    check: 17,
    fault: 'an American ending',
    bad: withAddition(rootCanal, 'Benefits', '<p>It is sterilized.</p>'),
  },
  {
    check: 17,
    fault: 'an American medicine',
    bad: withAddition(rootCanal, aftercare, '<p>Take Tylenol.</p>'),
  },
  {
    check: 18,
    level: 'warning',
    fault: 'a dental word is not explained',
    bad: withAddition(rootCanal, 'Benefits', '<p>The occlusion stays.</p>'),
  },
  { check: 20, fault: 'whitening without its limits', bad: { ...rootCanal, groups: ['whitening'] } },
  { check: 20, fault: 'amalgam without its limits', bad: { ...crown, groups: ['amalgam'] } },
  { check: 20, fault: 'sedation without an escort', bad: { ...extraction, groups: ['sedation'] } },
  { check: 20, fault: 'a graft without its source', bad: { ...extraction, treatmentSubtype: 'Bone Graft' } },
  { check: 21, fault: 'no author', bad: { ...rootCanal, author: ' ' } },
  { check: 21, fault: 'no evidence', bad: { ...rootCanal, evidence: [] } },
  { check: 21, fault: 'a bad version', bad: { ...rootCanal, version: 'one' } },
  { check: 21, fault: 'a date that is none', bad: { ...rootCanal, reviewDue: 'soon' } },
  {
    check: 21,
    fault: 'review after 25 months',
    bad: { ...rootCanal, checkedOn: '2026-11-21', reviewDue: '2028-12-21' },
  },
  {
    check: 21,
    fault: 'review before the check',
    bad: { ...rootCanal, checkedOn: '2026-11-21', reviewDue: '2026-11-20' },
  },
  {
    check: 22,
    fault: 'a picture',
    bad: withAddition(rootCanal, 'Benefits', '<img src="https://a.example/b.png">'),
  },
  { check: 22, fault: 'a style', bad: withAddition(rootCanal, 'Benefits', '<p style="color:red">x</p>') },
  {
    check: 22,
    fault: 'a link that is not https',
    bad: withAddition(rootCanal, 'Benefits', '<p><a href="http://a.example">x</a></p>'),
  },
]

describe('the checks of the writing guide', () => {
  it.each(lintCases)('check $check finds: $fault', ({ check, level = 'error', bad }) => {
    expect(lintTemplate(bad)).toContainEqual(expect.objectContaining({ check, level }))
  })

  it.each([rootCanal, extraction, crown])('find nothing in the wording they start from', (good) => {
    expect(lintTemplate(good)).toEqual([])
  })

  it('ask half the words, and no bands or options, of an administrative text', () => {
    const short = replaceInSection(
      rootCanal,
      'Benefits',
      /[^]*/,
      `<p>${'You keep your tooth. '.repeat(7)}</p>`,
    )
    const found = (groups: string[]) => lintTemplate({ ...short, groups }).map(({ check }) => check)
    expect(found(['endo'])).toContain(3)
    expect(found(['admin'])).not.toContain(3)
  })

  it('allow words that only look American or banned', () => {
    const fine = withAddition(
      rootCanal,
      'Benefits',
      '<p>The size is adjusted. Do not seize it. It is imperfect.</p>',
    )
    expect(lintTemplate(fine)).toEqual([])
  })
})

function template(id: string): LintedTemplate {
  const found = content.templates.find(({ shipped }) => shipped.id === id)
  if (!found) throw new Error(`no template ${id}`)
  return found.linted
}

/** The template with one section's HTML changed; fails when the text to change is not there. */
function replaceInSection(
  from: LintedTemplate,
  title: SectionTitle,
  before: string | RegExp,
  after: string,
): LintedTemplate {
  const sections = from.sections.map((section) =>
    section.title === title ? { title, html: section.html.replace(before, after) } : section,
  )
  if (sections.every(({ html }, index) => html === from.sections[index]?.html))
    throw new Error(`no ${before} in ${title}`)
  return { ...from, sections }
}

function withAddition(from: LintedTemplate, title: SectionTitle, html: string): LintedTemplate {
  return replaceInSection(from, title, /$/, html)
}

function withQuestion(from: LintedTemplate, question: string): LintedTemplate {
  return {
    ...from,
    questions: [...from.questions, { question, answers: ['Yes', 'No'], explanation: 'Yes.' }],
  }
}

function longSentence(times: number): string {
  return `<p>${'Considerable postoperative complications necessitate reconsideration. '.repeat(times)}</p>`
}
