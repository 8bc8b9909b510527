import { describe, expect, it, test } from 'vitest'
import libraryFile from '../../../build/content/templates.json' with { type: 'json' }
import type { LibraryTemplate } from '../../../build/content/types.d.ts'
import { contract } from '../../../contract/index.ts'
import { template_name_length_max } from '../../../contract/limits.ts'
import type { TemplateFields } from '../../../contract/templates.ts'
import {
  changesSeriousRisk,
  copyName,
  nextLabel,
  buildVersionContent,
  libraryVersionContent,
  versionContentHash,
  type VersionContent,
} from './template-rules.ts'
import type { Wording } from './template-schema.ts'

const section = (change: object = {}) => ({
  id: 1,
  title: 'Treatment Description',
  content: '<p>A splint.</p>',
  ...change,
})
const namesInput = { name: 'Snoring splint', treatmentType: 'Other' }
const sections = [section()]

/** What was sent, as the contract reads it: the rules see nothing else. */
const read = (sent: object): TemplateFields =>
  contract.templates.create['~orpc'].inputSchema!.parse(sent) as TemplateFields
const contentOf = (sent: object) => buildVersionContent(read(sent))

describe('a template must say what section 5 asks for, in its order', () => {
  it.each<[string, object, string]>([
    ['nothing of either form', {}, 'name-or-title-missing'],
    ['a name without a type', { name: 'Splint' }, 'name-or-title-missing'],
    ['a type without a name', { treatmentType: 'Other' }, 'name-or-title-missing'],
    ['a title without a category', { title: 'Splint' }, 'name-or-title-missing'],
    ['null for a name', { name: null, treatmentType: 'Other', sections }, 'name-or-title-missing'],
    ['null for a type', { name: 'Splint', treatmentType: null, sections }, 'name-or-title-missing'],
    ['null for a title', { title: null, category: 'Other', sections }, 'name-or-title-missing'],
    ['no English title', { title: { cy: 'Sblint' }, category: 'Other' }, 'name-or-title-missing'],
    ['null for an English title', { title: { en: null }, category: 'Other' }, 'name-or-title-missing'],
    ['half of each form', { name: 'Splint', category: 'Other' }, 'name-or-title-missing'],
    ['neither form and no section', { sections: [] }, 'name-or-title-missing'],
    ['an empty name', { name: '', treatmentType: '' }, 'name-empty'],
    ['a name of blanks', { name: ' \t\n', treatmentType: 'Other', sections: [] }, 'name-empty'],
    ['a title of blanks', { title: '  ', category: 'Other' }, 'name-empty'],
    ['an English title of blanks', { title: { en: ' ', cy: 'Sblint' }, category: 'Other' }, 'name-empty'],
    ['an empty type', { name: 'Splint', treatmentType: ' ', sections: [] }, 'type-empty'],
    ['an empty category', { title: 'Splint', category: { en: '' } }, 'type-empty'],
    ['no section', { ...namesInput, sections: [] }, 'sections-missing'],
    ['sections left out', namesInput, 'sections-missing'],
    ['a section without a title', { ...namesInput, sections: [section({ title: ' ' })] }, 'sections-empty'],
    [
      'one of two empty',
      { ...namesInput, sections: [section(), section({ id: 2, content: '' })] },
      'sections-empty',
    ],
    [
      'null for the title of a section',
      { ...namesInput, sections: [section({ title: null })] },
      'sections-empty',
    ],
    ['null for its text', { ...namesInput, sections: [section({ content: null })] }, 'sections-empty'],
    ['an empty paragraph', { ...namesInput, sections: [section({ content: '<p></p>' })] }, 'sections-empty'],
    [
      'only breaks and wide spaces',
      { ...namesInput, sections: [section({ content: '<p>&nbsp;<br />\u200b</p>' })] },
      'sections-empty',
    ],
    [
      'nothing but what is taken out',
      { ...namesInput, sections: [section({ content: '<script>x()</script>' })] },
      'sections-empty',
    ],
    [
      'a video without a title',
      {
        ...namesInput,
        sections: [
          section({
            title: '',
            content: '',
            media: { url: 'https://example.org/v.mp4', required: false, transcript: '' },
          }),
        ],
      },
      'sections-empty',
    ],
    [
      'a video without a text',
      {
        ...namesInput,
        sections: [
          section({
            content: '<p> </p>',
            media: { url: 'https://example.org/v.mp4', required: true, transcript: 'Hello.' },
          }),
        ],
      },
      'sections-empty',
    ],
    [
      'a placeholder that nobody knows',
      { ...namesInput, sections: [section({ content: '<p>{{toothname}}</p>' })] },
      'placeholder-unknown',
    ],
  ])('%s: %s', (_name, sent, wrong) => {
    expect(contentOf(sent)).toMatchObject({ wrong })
  })

  it('a section that is too long, by its name', () => {
    const long = `<p>${'x'.repeat(41_227)}</p>`
    const details = { title: 'Risks', excess: '1,234', limit: '40,000' }
    const sent = { ...namesInput, sections: [section(), section({ id: 2, title: 'Risks', content: long })] }
    expect(contentOf(sent)).toEqual({ wrong: 'section-too-long', details })
  })

  it('not a section whose markup of another program makes it long', () => {
    const pasted = `<p class=MsoNormal style='${'mso-style:x;'.repeat(4000)}'>Text<o:p></o:p></p>`
    expect(contentOf({ ...namesInput, sections: [section({ content: pasted })] })).toMatchObject({
      wording: { sections: [{ content: '<p>Text</p>' }] },
    })
  })
})

describe('both forms of section 3 make the same template', () => {
  const expected = { name: 'Splint', treatmentType: 'Other', treatmentSubtype: 'Snoring' }
  it.each<[string, object]>([
    ['name and treatment type', expected],
    ['title and category', { title: 'Splint', category: 'Other', subCategory: 'Snoring' }],
    [
      'in several languages',
      { title: { en: 'Splint', cy: 'Sblint' }, category: { en: 'Other' }, subCategory: { en: 'Snoring' } },
    ],
    ['with blanks around', { name: ' Splint\n', treatmentType: ' Other ', treatmentSubtype: ' Snoring ' }],
    ['both, where the first counts', { ...expected, title: 'Another', category: 'Type' }],
  ])('%s', (_name, sent) => {
    expect(contentOf({ ...sent, sections })).toMatchObject({ heading: expected })
  })

  it('numbers and yes or no become text', () => {
    expect(contentOf({ name: 4711, treatmentType: true, sections })).toMatchObject({
      heading: { name: '4711', treatmentType: 'true', treatmentSubtype: '', description: '' },
    })
  })

  it('in every text, and null is an empty one', () => {
    const sent = {
      ...namesInput,
      treatmentSubtype: 7,
      description: 48.5,
      sections: [section({ title: 1, content: 2 })],
    }
    expect(contentOf(sent)).toMatchObject({
      heading: { treatmentSubtype: '7', description: '48.5' },
      wording: { sections: [{ title: '1', content: '2' }] },
    })
    expect(contentOf({ ...namesInput, treatmentSubtype: null, description: null, sections })).toMatchObject({
      heading: { treatmentSubtype: '', description: '' },
    })
    expect(contentOf({ title: 'Splint', category: 'Other', subCategory: null, sections })).toMatchObject({
      heading: { name: 'Splint', treatmentSubtype: '' },
    })
  })

  it('every text is trimmed', () => {
    const blanks = {
      description: ' At night. ',
      sections: [section({ title: ' Why ', content: ' <p>a</p>\n' })],
    }
    expect(contentOf({ ...namesInput, ...blanks })).toMatchObject({
      heading: { description: 'At night.' },
      wording: { sections: [{ title: 'Why', content: '<p>a</p>' }] },
    })
  })

  it.each([
    ['a list for a name', { ...namesInput, name: ['Splint'], sections }],
    ['an object for a description', { ...namesInput, description: {}, sections }],
    [
      'a title of a section that is too long',
      { ...namesInput, sections: [section({ title: 'a'.repeat(5000) })] },
    ],
  ])('%s is no text', (_name, sent) => expect(() => contentOf(sent)).toThrow())

  it('what is not said has the values of section 3', () => {
    expect(contentOf({ ...namesInput, sections })).toMatchObject({
      heading: { requiresTooth: true, requiresDiagnosis: true },
      wording: { sections: [{ media: null }], risks: [], questions: [], cautions: [] },
    })
  })
})

describe('placeholders', () => {
  const withContent = (...contents: string[]) =>
    contentOf({ ...namesInput, sections: contents.map((content, id) => section({ id, content })) })

  it('are named in the order of first use, each once', () => {
    const answer = withContent('<p>{{price}} for {{tooth}}</p>', '<p>{{tooth}}, {{practicePhone}}</p>')
    expect((answer as VersionContent).wording.placeholders).toEqual(['price', 'tooth', 'practicePhone'])
  })

  it.each([
    ['{{patient}}', 'patient'],
    ['{{ tooth }}', ' tooth '],
    ['{{}}', ''],
    ['{{constructor.constructor("x")()}}', 'constructor.constructor("x")()'],
    ['{{<strong>tooth</strong>}}', 'tooth'],
    ['{<em>{tooth}</em>}', 'tooth'],
  ])('%s is none that could be filled in', (content, unknown) => {
    expect(withContent(`<p>${content}</p>`)).toEqual({
      wrong: 'placeholder-unknown',
      details: { unknown: [unknown] },
    })
  })

  it.each<[string, object]>([
    ['the name', { name: '{{tooth}} splint' }],
    ['a title', { sections: [section({ title: 'About {{tooth}}' })] }],
    [
      'a transcript',
      {
        sections: [
          section({ media: { url: 'https://example.org/v.mp4', required: true, transcript: '{{tooth}}' } }),
        ],
      },
    ],
    ['a risk', { risks: [{ label: 'Numb {{tooth}}', band: 'rare', serious: true }] }],
    [
      'an answer',
      {
        questions: [
          {
            question: 'Which tooth?',
            answers: [
              { text: '{{tooth}}', right: true },
              { text: 'Another', right: false },
            ],
          },
        ],
      },
    ],
  ])('in %s would be read as they stand', (_name, change) => {
    expect(contentOf({ ...namesInput, sections, ...change })).toEqual({
      wrong: 'placeholder-misplaced',
      details: { unknown: ['tooth'] },
    })
  })

  it('of the shipped library are all known', () => {
    const library = libraryFile as unknown as LibraryTemplate[]
    for (const entry of library) {
      const { heading, wording } = libraryVersionContent(entry)
      const { metadata, ...fields } = { ...heading, ...wording, metadata: { ...heading, isGlobal: true } }
      expect(contentOf({ ...fields, metadata }), entry.id).toMatchObject({
        wording: { placeholders: entry.placeholders },
      })
    }
  })
})

test('saving what was saved says the same, and what is not asked for again is kept', () => {
  const evidence = [{ claim: 'It works', source: 'A trial' }]
  const sent = read({ ...namesInput, sections: [section({ content: '<p><b>Bold</b> &amp; <i>x</i></p>' })] })
  const once = buildVersionContent(sent, { evidence, risks: [] }) as VersionContent
  const twice = buildVersionContent(
    read({ ...sent, ...once.heading, ...once.wording }),
    once.wording,
  ) as VersionContent
  expect(twice).toEqual(once)
  expect(versionContentHash(twice)).toBe(versionContentHash(once))
  expect(once.wording.evidence).toEqual(evidence)
})

describe('what a risk rests on', () => {
  const risk = { label: 'Numb lip', band: 'uncommon', serious: true, source: 'Kang et al. 2020' } as const
  const basis = { certainty: 'moderate', citation: 'Kang et al. 2020' } as const
  const saved = (sent: object, earlier: object[]) =>
    buildVersionContent(read({ ...namesInput, sections, risks: [sent] }), {
      evidence: [],
      risks: earlier as Wording['risks'],
    }) as VersionContent

  it('stays with the risk that it was found for', () => {
    const other = { ...risk, label: 'Dry socket', basis: { certainty: 'low' } }
    const { wording } = saved(risk, [other, { ...risk, basis }])
    expect(wording.risks).toEqual([{ ...risk, figure: null, basis }])
    // Its seriousness says nothing of how often it comes.
    expect(saved({ ...risk, serious: false }, [{ ...risk, basis }]).wording.risks[0]).toMatchObject({ basis })
  })

  it.each([
    ['other words', { label: 'Numb tongue' }],
    ['another band', { band: 'common' }],
    ['another source', { source: 'Own figures' }],
  ])('is gone with %s', (_what, change) => {
    expect(saved({ ...risk, ...change }, [{ ...risk, basis }]).wording.risks[0]).not.toHaveProperty('basis')
  })

  it('is never what somebody sends', () => {
    expect(saved({ ...risk, basis }, [risk]).wording.risks[0]).not.toHaveProperty('basis')
  })

  it('leaves the hash of what was saved before it as it was, and is part of the hash from then on', () => {
    const before = saved(risk, [risk])
    expect(Object.keys(before.wording.risks[0]!)).toEqual(['label', 'band', 'serious', 'source', 'figure'])
    expect(versionContentHash(saved(risk, [{ ...risk, basis }]))).not.toBe(versionContentHash(before))
  })
})

test('two versions have one hash exactly when they say the same', () => {
  const base = contentOf({ ...namesInput, sections }) as VersionContent
  const turned = {
    wording: { ...base.wording },
    heading: Object.fromEntries(Object.entries(base.heading).reverse()),
  }
  expect(versionContentHash(turned as VersionContent)).toBe(versionContentHash(base))
  expect(versionContentHash({ ...base, heading: { ...base.heading, requiresTooth: false } })).not.toBe(
    versionContentHash(base),
  )
  expect(versionContentHash({ ...base, wording: { ...base.wording, cautions: ['x'] } })).not.toBe(
    versionContentHash(base),
  )
})

describe('a serious risk changes', () => {
  const serious = { label: 'Numb lip', band: 'rare', serious: true, source: 'A' } as const
  const usual = { label: 'Soreness', band: 'common', serious: false, source: '' } as const
  const wording = (...risks: Wording['risks']) => ({ risks }) as Wording
  const before = wording(serious, usual)
  it.each<[string, Wording, boolean]>([
    ['when it is added', wording(serious, usual, { ...serious, label: 'Broken jaw' }), true],
    ['when it is added a second time', wording(serious, serious, usual), true],
    ['when it is removed', wording(usual), true],
    ['when it is reworded', wording({ ...serious, label: 'Numb lips' }, usual), true],
    ['when its band changes', wording({ ...serious, band: 'common' }, usual), true],
    ['when it is serious no longer', wording({ ...serious, serious: false }, usual), true],
    ['when another one becomes serious', wording(serious, { ...usual, serious: true }), true],
    ['not when the order changes', wording(usual, serious), false],
    ['not when its source changes', wording({ ...serious, source: 'B' }, usual), false],
    ['not when another risk changes', wording(serious, { ...usual, label: 'Some soreness' }), false],
  ])('%s', (_name, after, changes) => {
    expect(changesSeriousRisk(before, after)).toBe(changes)
    expect(changesSeriousRisk(after, before)).toBe(changes)
  })
})

test.each<[string[], 'material' | 'cosmetic', string]>([
  [['1.0'], 'cosmetic', '1.1'],
  [['1.0'], 'material', '2.0'],
  [['1.0', '1.1', '2.0'], 'cosmetic', '2.1'],
  [['2.0', '1.9', '1.10'], 'material', '3.0'],
  [['1.9', '1.10'], 'cosmetic', '1.11'],
  [['edited'], 'material', '1.0'],
  [['1.0', 'edited', '3'], 'cosmetic', '1.1'],
])('after %j a %s change is %s', (labels, change, label) => {
  expect(nextLabel(labels, change)).toBe(label)
})

describe('the name of a copy', () => {
  it('says what it is', () => {
    expect(copyName('Crown', 'duplicate')).toBe('Crown (Copy)')
    expect(copyName('Crown (Copy)', 'personal')).toBe('Crown (Copy) (Personal)')
  })

  it('can be saved again, however long the name is', () => {
    const name = copyName('🦷'.repeat(template_name_length_max / 2), 'duplicate')
    expect(name.length).toBeLessThanOrEqual(template_name_length_max)
    expect(name).toMatch(/^(🦷)+ \(Copy\)$/u)
    expect(contentOf({ ...namesInput, name, sections })).toMatchObject({ heading: { name } })
  })
})

describe('a video’s address', () => {
  const media = (url: string) => ({
    ...namesInput,
    sections: [section({ media: { url, required: false, transcript: '' } })],
  })
  it.each(['https://example.org/a.mp4', '/api/clinic/videos/a'])('%s is one', (url) => {
    expect(contentOf(media(url))).toMatchObject({ wording: { sections: [{ media: { url } }] } })
  })
  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'http://example.org/a',
    '//evil.example/a',
    '/clinic',
    'x',
    '',
  ])('%s is none', (url) => {
    expect(() => read(media(url))).toThrow()
  })
})
