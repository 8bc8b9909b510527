import { expect, test } from 'vitest'
import { textOfHtml, detectLanguage } from './language-detection.ts'

test.each([
  ['The tooth may ache.', 'en', 'ltr'],
  ['Może boleć ząb.', 'en', 'ltr'],
  ['دانت میں درد ہو سکتا ہے۔', 'ur', 'rtl'],
  ['قد تشعر بألم في السن.', 'ar', 'rtl'],
  ['ਦੰਦ ਵਿੱਚ ਦਰਦ ਹੋ ਸਕਦਾ ਹੈ।', 'pa', 'ltr'],
  ['দাঁতে ব্যথা হতে পারে।', 'bn', 'ltr'],
  ['牙齿可能会疼痛。', 'zh-Hans', 'ltr'],
  ['Warfarin لینے والے مریض ہمیں بتائیں', 'ur', 'rtl'],
  ['X光片显示牙根', 'zh-Hans', 'ltr'],
  ['Signed by فاطمة بنت', 'en', 'ltr'],
  ['999', 'en', 'ltr'],
  ['', 'en', 'ltr'],
])('%s is set as %s, %s', (text, lang, dir) => {
  expect(detectLanguage(text)).toEqual({ lang, dir })
})

test('what a few words leave open, the text around them tells', () => {
  expect(detectLanguage('علاج').lang).toBe('ar')
  expect(detectLanguage('علاج', 'علاج کے بعد درد ہوگا').lang).toBe('ur')
  expect(detectLanguage('999', 'علاج کے بعد درد ہوگا')).toEqual({ lang: 'ur', dir: 'rtl' })
  expect(detectLanguage('Mair Evans', 'علاج کے بعد درد ہوگا').lang).toBe('en')
})

test('the words of HTML are what is read of it', () => {
  expect(
    detectLanguage(
      textOfHtml('<p><strong>درد</strong>&nbsp;<a href="https://example.org/long/way">کم</a></p>'),
    ),
  ).toEqual({ lang: 'ar', dir: 'rtl' })
})
