import { expect, test } from 'vitest'
import { addTextDirection } from './rich-text-direction.ts'

test('wording in Latin letters stays as it is', () => {
  const html = '<p>Call 01970 555 014.</p><ul><li>Może boleć</li></ul>'
  expect(addTextDirection(html)).toBe(html)
})

test('each block says its language and direction by most of its words, whatever its first letter is', () => {
  expect(
    addTextDirection(
      '<p>Warfarin لینے والے مریض ہمیں بتائیں</p><p>Mair Evans</p><h3>根管治疗</h3><ul><li>ڈر</li><li><p>An item</p></li><li>5</li></ul>',
    ),
  ).toBe(
    '<p lang="ur" dir="rtl">Warfarin لینے والے مریض ہمیں بتائیں</p><p lang="en" dir="ltr">Mair Evans</p>' +
      '<h3 lang="zh-Hans" dir="ltr">根管治疗</h3><ul lang="en" dir="ltr"><li lang="ur" dir="rtl">ڈر</li>' +
      '<li lang="en" dir="ltr"><p lang="en" dir="ltr">An item</p></li><li lang="ur" dir="rtl">5</li></ul>',
  )
})

test('numbers in groups run from left to right between words that do not', () => {
  const html = addTextDirection(
    '<p>ڈاکٹر کو 01970 555 014 پر، یا 999 پر، <a href="tel:+441970555014">+44 1970 555014</a></p>',
  )
  expect(html).toContain('کو <bdi dir="ltr">01970 555 014</bdi> پر، یا 999 پر')
  expect(html).toContain('<a href="tel:+441970555014"><bdi dir="ltr">+44 1970 555014</bdi></a>')
})

test('what was not cleaned is left to the browser', () => {
  const html = '<p>ڈاکٹر<ul></p></ul>'
  expect(addTextDirection(html)).toBe(html)
})
