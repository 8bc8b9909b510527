import { describe, expect, it } from 'vitest'
import { mergeRisks, mergeSections, type TreatmentText } from './treatment-merge.ts'

const numb = '<li>Your lip may be numb for some hours.</li>'
const anaesthetic = '<p>We numb the tooth first.</p>'
const risk = (label: string, serious = false): TreatmentText['risks'][number] => ({
  label,
  band: 'common',
  serious,
  source: 'Guidance',
})

const text = (title: string, own: string, risks = [risk('Numb lip'), risk(own)]): TreatmentText => ({
  title,
  sections: [
    { id: 1, title: 'Description', content: `${anaesthetic}<p>${own} is done then.</p>`, media: null },
    {
      id: 2,
      title: 'Risks',
      content: `<p>Risks are:</p><ul>${numb}<li>${own} may fail.</li></ul>`,
      media: null,
    },
  ],
  risks,
})
const three = [text('Filling', 'Filling'), text('Crown', 'Crown'), text('Implant', 'Implant')]

describe('several treatments as one text', () => {
  it('leaves one alone as it is', () => {
    const [one] = three
    expect(mergeSections([one!])).toBe(one!.sections)
    expect(mergeRisks([one!])).toBe(one!.risks)
  })

  it('says once what all of them say, and of each what is its own', () => {
    const sections = mergeSections(three)
    expect(sections.map(({ id, title, treatments }) => [id, title, treatments])).toEqual([
      [1, 'Description', undefined],
      [2, 'Description: Filling', [0]],
      [3, 'Description: Crown', [1]],
      [4, 'Description: Implant', [2]],
      [5, 'Risks', undefined],
      [6, 'Risks: Filling', [0]],
      [7, 'Risks: Crown', [1]],
      [8, 'Risks: Implant', [2]],
    ])
    const all = sections.map(({ content }) => content).join('\n')
    expect(all.split('We numb the tooth first.')).toHaveLength(2)
    expect(all.split('Your lip may be numb')).toHaveLength(2)
    expect(sections[5]!.content).toBe('<ul>\n<li>Filling may fail.</li>\n</ul>')
    expect(sections[4]!.content).toBe(
      '<p>Risks are:</p>\n<ul>\n<li>Your lip may be numb for some hours.</li>\n</ul>',
    )
  })

  it('loses not a word of any of them', () => {
    const wordsOf = (html: string) => new Set(html.replaceAll(/<[^>]*>/g, ' ').match(/\w+/g))
    const bundled = wordsOf(
      mergeSections(three)
        .map(({ content }) => content)
        .join(' '),
    )
    for (const { sections } of three)
      for (const word of wordsOf(sections.map(({ content }) => content).join(' ')))
        expect(bundled).toContain(word)
  })

  it('shares nothing between texts that only two of three say', () => {
    const other = {
      ...three[2]!,
      sections: [{ id: 1, title: 'Description', content: '<p>Alone.</p>', media: null }],
    }
    const sections = mergeSections([three[0]!, three[1]!, other])
    expect(sections.map(({ title }) => title)).toEqual([
      'Description: Filling',
      'Description: Crown',
      'Description: Implant',
      'Risks',
      'Risks: Filling',
      'Risks: Crown',
    ])
    expect(sections[3]!.treatments).toEqual([0, 1])
  })

  it('names each risk once, and of which treatments', () => {
    expect(mergeRisks(three).map(({ label, treatments }) => [label, treatments])).toEqual([
      ['Numb lip', undefined],
      ['Filling', [0]],
      ['Crown', [1]],
      ['Implant', [2]],
    ])
  })

  it('keeps apart a risk that is serious for one of them only', () => {
    const risks = mergeRisks([text('A', 'A', [risk('Pain')]), text('B', 'B', [risk('Pain', true)])])
    expect(risks.map(({ serious, treatments }) => [serious, treatments])).toEqual([
      [false, [0]],
      [true, [1]],
    ])
  })
})
