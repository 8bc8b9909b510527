import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { WordingFigures } from './wording-figures.tsx'

test('whoever sends a drawing sees its words in the language of the patient, marked as that', () => {
  const picture = {
    id: 'crown',
    title: 'A crown',
    alt: 'A cap over a tooth.',
    svg: '<svg/>',
    sectionTitle: 'A',
  }
  const beside = { language: 'ar' as const, title: 'تاج', alt: 'غطاء فوق السن.' }
  const text = { sections: [{ title: 'A' }], risks: [], pictures: [{ ...picture, beside }] }
  const html = renderToStaticMarkup(<WordingFigures text={text} sectionIndex={0} />)
  expect(html).toContain('alt="A cap over a tooth."')
  expect(html).toContain('In Arabic (machine translation, not checked):')
  expect(html).toMatch(/<div lang="ar" dir="rtl"[^>]*><p[^>]*>تاج<\/p><p>غطاء فوق السن\.<\/p>/)
  const plain = renderToStaticMarkup(
    <WordingFigures text={{ ...text, pictures: [picture] }} sectionIndex={0} />,
  )
  expect(plain).not.toContain('machine translation')
})
