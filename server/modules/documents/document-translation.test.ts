import { expect, it } from 'vitest'
import { describeTranslation, translatedSectionOf } from './document-translation.ts'

const describeSection = (change: object = {}) =>
  describeTranslation(
    translatedSectionOf({
      ...{ language: 'ur', format: 'standard', status: 'machine' },
      ...{ title: 'خطرات', content: '<p>یہ درد کر سکتا ہے۔</p>' },
      ...change,
    }),
  )

it.each([
  [{}, 'Also shown in Urdu (machine translation, not checked). The English text is the one signed.'],
  [
    {
      language: 'en',
      format: 'easy-read',
      status: 'checked',
      title: 'Risks',
      content: '<p>It may hurt.</p>',
    },
    'Also shown in English, Easy Read (checked by a person). The English text is the one signed.',
  ],
])('says in which language and form, and who vouches for it: %j', (change, label) => {
  expect(describeSection(change).label).toBe(label)
})

it('is set in its own direction', () => {
  expect(describeSection().writing).toBe('ur')
  expect(describeSection().blocks).toMatchObject([{ kind: 'paragraph', writing: 'ur' }])
})

it('in Latin letters is all in its own language, which no letter tells; English within Urdu stays English', () => {
  const polish = {
    language: 'pl',
    title: 'Ryzyko',
    content: '<p>Może boleć.</p><ul><li>Opuchlizna</li></ul>',
  }
  expect(describeSection(polish)).toMatchObject({
    writing: 'pl',
    blocks: [
      { kind: 'paragraph', writing: 'pl' },
      { kind: 'bullets', writing: 'pl', items: [[{ writing: 'pl' }]] },
    ],
  })
  const mixed = { content: '<p>یہ درد کر سکتا ہے۔</p><p>Broke on Sunday</p>' }
  expect(describeSection(mixed).blocks).toMatchObject([{ writing: 'ur' }, { writing: 'en' }])
})
