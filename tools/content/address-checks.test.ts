import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Problem } from './content-file.ts'
import { reportFormsOfAddress } from './address-checks.ts'

type AddressForms = Record<string, { toChild?: string }>

const path = 'content/forms-of-address.yaml'
const forms = { path, text: readFileSync(join(import.meta.dirname, '../..', path), 'utf8') }

function foundIn(at: string, text: string) {
  const problems: Problem[] = []
  reportFormsOfAddress(forms, [{ path: at, text }], problems)
  return problems.map(({ message }) => /^"(.*)" \(/.exec(message)![1])
}

test.each([
  ['pl', 'Nie ma jeszcze Twojego podpisu.', ['Twojego']],
  ['pl', 'Możesz zmienić zdanie.', ['Możesz']],
  ['pl', 'Już to podpisałaś.', ['podpisałaś']],
  ['pl', 'Czy chcą Państwo coś powiedzieć?', ['Państwo']],
  ['pl', 'Zadzwoń do gabinetu.', ['Zadzwoń do gabinetu.']],
  ['pl', 'Zadzwoń', []],
  ['pl', 'Może Pan/Pani zmienić zdanie. Proszę zadzwonić.', []],
  ['pl', 'Podpisując, potwierdzasz:', ['potwierdzasz']],
  ['pl', 'Najpierw porozmawiaj z dentystą.', ['porozmawiaj z dentystą.']],
  ['cy', 'Mae dy ddant yn brifo.', ['dy']],
  ['cy', 'Mae eich dant yn brifo.', []],
  ['ur', 'آپ مزید وقت مانگ سکتے ہیں۔', ['آپ مزید وقت مانگ سکتے ہیں']],
  ['ur', 'آپ مزید وقت مانگ سکتے/سکتی ہیں۔', []],
  ['ur', 'آپ پہلے ہی ہاں کہہ چکے ہیں', ['آپ پہلے ہی ہاں کہہ چکے ہیں']],
  ['ur', 'کلینک جانتا ہے کہ آپ سوچ رہے/رہی ہیں۔', []],
  ['ur', 'تم مزید وقت مانگو۔', ['تم']],
  ['ro', 'Poți refuza.', ['Poți']],
  ['ro', 'Sari peste acum', ['Sari']],
  ['pt', 'Podes recusar.', ['Podes']],
  ['zh-Hans', '你可以拒绝。', ['你']],
  ['bn', 'তুমি না বলতে পারেন।', ['তুমি']],
  ['ar', 'اتصل بالعيادة.', ['اتصل بالعيادة']],
  ['ar', 'إذا كان لديك سؤال، فاتصل بنا.', ['فاتصل بنا']],
  ['ar', 'اختر إجابة', ['اختر']],
  ['ar', 'دعه يقرأ', ['دعه']],
  ['ar', 'تخطَّ هذا الآن', ['تخطَّ']],
  ['ar', 'لا تنتظر عيادتك.', ['لا تنتظر']],
  ['ar', 'لست متأكدًا', ['متأكدًا']],
  ['ar', 'لست متأكدًا/متأكدة', []],
  ['ar', 'يُرجى الاتصال بالعيادة وعدم الانتظار. أُدخل تاريخ خاطئ.', []],
  ['pa', 'ਤੂੰ ਨਾਂਹ ਕਹਿ ਸਕਦਾ ਹੈਂ।', ['ਤੂੰ']],
])('in %s: “%s”', (language, text, found) => {
  expect(foundIn(`content/words/${language}.json`, text)).toEqual(found)
})

test('every language has its line to a child, and each translation of such a text has it', () => {
  const root = join(import.meta.dirname, '../..')
  const forChild = ['fluoride-varnish-child', 'fissure-sealants-child', 'extraction-of-a-baby-tooth']
  for (const [language, { toChild }] of Object.entries(parse(forms.text).forms as AddressForms)) {
    expect(toChild, language).toBeDefined()
    for (const name of forChild) {
      const text = readFileSync(join(root, `content/translations/${language}/${name}.md`), 'utf8')
      const lines = text.split('\n').filter((line) => line.startsWith(toChild!))
      expect(lines, `${language}: ${name}`).toHaveLength(1)
    }
  }
})

test('a line that speaks to a child is left alone, and so is the English of a termbase', () => {
  const page = 'content/translations/pl/fluoride-varnish-child.md'
  expect(foundIn(page, '**Dla Ciebie (dla dziecka):** Malujemy Twoje zęby.')).toEqual([])
  expect(foundIn('content/termbases/cy.yaml', '  - en: di\n    own: dy ddant')).toEqual(['dy'])
})
