import { describe, expect, test } from 'vitest'
import { joinDateParts, parseBirthDate, parseWrittenDate } from './date-parsing.ts'

const dayFirst = { order: 'day-first', latest: '2026-11-27' } as const
const monthFirst = { order: 'month-first', latest: '2026-11-27' } as const
const list = { ...dayFirst, hasDayNumbers: true } as const

describe('one day as people and programs write it', () => {
  test.each([
    // ISO 8601, whole and compact, with times.
    ['1961-03-14'],
    ['1961/03/14'],
    ['19610314'],
    ['1961-03-14T00:00:00'],
    ['1961-03-14T00:00:00.000Z'],
    ['1961-03-14T09:30:00+02:00'],
    ['1961-03-14 00:00:00'],
    // As in the United Kingdom.
    ['14/03/1961'],
    ['14/3/1961'],
    ['14.03.1961'],
    ['14-03-1961'],
    ['14 03 1961'],
    ['14 / 03 / 1961'],
    ['14031961'],
    ['14/03/1961 12:00 AM'],
    ['14 March 1961'],
    ['14 march, 1961'],
    ['14th of March 1961'],
    ['14-Mar-1961'],
    ['14MAR1961'],
    ['Tuesday 14 March 1961'],
    ['Tue, 14 Mar 1961'],
    ['14 Mar. 1961'],
    // As in the United States, by name.
    ['March 14, 1961'],
    ['Tuesday, March 14th, 1961'],
    ['1961 March 14'],
    // Unicode CLDR's long dates of the product's languages.
    ['14 Mawrth 1961'],
    ['14eg o Fawrth 1961'],
    ['14 marca 1961'],
    ['14 marca 1961 r.'],
    ['wtorek, 14 marca 1961'],
    ['14 ਮਾਰਚ 1961'],
    ['14 مارچ، 1961'],
    ['14 مارس 1961'],
    ['14 آذار 1961'],
    ['14 martie 1961'],
    ['14 de março de 1961'],
    ['14 de marco de 1961'],
    ['14 মার্চ, 1961'],
    ['1961年3月14日'],
    ['14 三月 1961'],
    // Digits of other keyboards.
    ['١٤/٠٣/١٩٦١'],
    ['۱۴ مارچ ۱۹۶۱'],
    ['১৪ মার্চ ১৯৬১'],
    ['੧੪ ਮਾਰਚ ੧੯੬੧'],
    ['１４／０３／１９６１'],
    // Dashes of every kind, and marks that nobody sees.
    ['14–03–1961'],
    ['14‑03‑1961'],
    ['\u200e14/03/1961\u200f'],
    [' 14\u00a0March\u00a01961 '],
    // As practice systems show them.
    ['DOB: 14/03/1961'],
    ['Date of birth 14 March 1961'],
    ['14 Mar 1961 (65y)'],
    ['born on 14/03/1961'],
  ])('%j', (written) => {
    expect(parseWrittenDate(written, dayFirst)).toEqual({ date: '1961-03-14', assumed: null })
  })
})

test.each([
  ['14/03/61', '1961-03-14'],
  ["14 Mar '61", '1961-03-14'],
  ['27/11/26', '2026-11-27'],
  ['28/11/26', '1926-11-28'],
  ['31-Dec-99', '1999-12-31'],
  ['01-Jan-00', '2000-01-01'],
])('%s is the last such year, and said: %s', (written, date) => {
  expect(parseWrittenDate(written, dayFirst)).toEqual({ date, assumed: 'century' })
})

// Every month as each language begins it, and where a dictionary has another name for it.
test.each([
  [1, 'jan january ion ionawr styczeń stycznia ianuarie janeiro ਜਨਵਰੀ جنوری يناير জানুয়ারি জানুয়ারী 一月'],
  [
    2,
    'feb february chwe chwefror lut lutego februarie fev fevereiro ਫ਼ਰਵਰੀ ਫਰਵਰੀ فروری فبراير شباط ফেব্রুয়ারি 二月',
  ],
  [3, 'mar march maw marzec marca martie março ਮਾਰਚ مارچ مارس মার্চ 三月'],
  [4, 'apr april ebr ebrill kwi kwietnia aprilie abr abril ਅਪ੍ਰੈਲ اپریل أبريل ابريل نيسان এপ্রিল 四月'],
  [5, 'may mai maj maja maio ਮਈ مئی مايو أيار মে 五月'],
  [6, 'jun june meh mehefin cze czerwca iun iunie junho ਜੂਨ جون يونيو حزيران জুন 六月'],
  [7, 'jul july gor gorffennaf lip lipca iul iulie julho ਜੁਲਾਈ جولائی يوليو تموز জুলাই 七月'],
  [8, 'aug august aws awst sie sierpnia ago agosto ਅਗਸਤ اگست أغسطس آب আগস্ট 八月'],
  [9, 'sep sept september medi wrz września set setembro septembrie ਸਤੰਬਰ ستمبر سبتمبر أيلول সেপ্টেম্বর 九月'],
  [10, 'oct october hyd hydref paź października octombrie out outubro ਅਕਤੂਬਰ اکتوبر أكتوبر অক্টোবর 十月'],
  [11, 'nov november tach tachwedd lis listopada noiembrie novembro ਨਵੰਬਰ نومبر نوفمبر নভেম্বর 十一月'],
  [12, 'dec december rhag rhagfyr gru grudnia decembrie dez dezembro ਦਸੰਬਰ دسمبر ديسمبر ডিসেম্বর 十二月'],
])('month %i by its names', (month, names) => {
  const date = `1961-${String(month).padStart(2, '0')}-09`
  for (const name of names.split(' '))
    expect([name, parseWrittenDate(`9 ${name} 1961`, dayFirst)]).toEqual([name, { date, assumed: null }])
})

test.each([
  ['9 كانون الثاني 1961', '1961-01-09'],
  ['9 تشرين الأول 1961', '1961-10-09'],
  ['9 تشرين الثاني 1961', '1961-11-09'],
  ['9 كانون الأول 1961', '1961-12-09'],
])('Arabic months of two words: %s', (written, date) => {
  expect(parseWrittenDate(written, dayFirst)).toMatchObject({ date })
})

test.each([
  // The midnight of a summer day in the United Kingdom, as programs write it.
  ['1961-07-13T23:00:00.000Z', '1961-07-14'],
  ['1970-01-31T23:00:00Z', '1970-02-01'],
  ['29/02/2000', '2000-02-29'],
  ['20102012', '2012-10-20'],
  ['20121020', '2012-10-20'],
])('%s is %s', (written, date) => {
  expect(parseWrittenDate(written, dayFirst)).toEqual({ date, assumed: null })
})

test.each([
  ['31/02/1961', dayFirst, 'no-such-day'],
  ['31 February 1961', dayFirst, 'no-such-day'],
  ['29/02/1900', dayFirst, 'no-such-day'],
  ['32/01/1961', dayFirst, 'no-such-day'],
  ['03/14/1961', dayFirst, 'no-such-month'],
  ['14/03/1961', monthFirst, 'no-such-month'],
  ['03/04/1961', { ...dayFirst, isOrderMixed: true }, 'either-order'],
  ['00/01/1900', dayFirst, 'no-date'],
  ['0000-00-00', dayFirst, 'no-date'],
  ['0', list, 'no-date'],
  ['1961', list, 'day-number'],
  ['99999', list, 'day-number'],
  ['22354', dayFirst, 'unreadable'],
  ['140361', dayFirst, 'unreadable'],
  ['14/03', dayFirst, 'unreadable'],
  ['March 1961', dayFirst, 'unreadable'],
  ['14 Ma 1961', dayFirst, 'unreadable'],
  ['14 Foo 1961', dayFirst, 'unreadable'],
  ['14 March 961', dayFirst, 'unreadable'],
  ['14 March 1961 15 April 1962', dayFirst, 'unreadable'],
  ['9434765919', dayFirst, 'unreadable'],
  ['yesterday', dayFirst, 'unreadable'],
  ['', dayFirst, 'unreadable'],
])('%j is no date: %3$s', (written, reading, problem) => {
  expect(parseWrittenDate(written, reading)).toMatchObject({ problem })
})

test.each([
  ['03/04/1961', { ...dayFirst, isOrderMixed: false }, '1961-04-03'],
  ['03/04/1961', monthFirst, '1961-03-04'],
  // Not to be taken for anything else, whatever stands beside it.
  ['14/03/1961', { ...dayFirst, isOrderMixed: true }, '1961-03-14'],
  ['03/03/1961', { ...dayFirst, isOrderMixed: true }, '1961-03-03'],
  ['3 April 1961', { ...dayFirst, isOrderMixed: true }, '1961-04-03'],
])('%s by what is known of its order: %3$s', (written, reading, date) => {
  expect(parseWrittenDate(written, reading)).toMatchObject({ date })
})

test.each([
  ['14 March 1961', '1961-03-14'],
  ['27/11/2026', '2026-11-27'],
  ['28/11/2026', null],
  ['31/12/1899', null],
  ['22354', null],
])('born %s: %s', (written, date) => {
  expect(parseBirthDate(written, '2026-11-27')).toBe(date)
})

test('boxes as one text, wherever the date stands', () => {
  expect(joinDateParts({ day: '14', month: 'March', year: ' 1961' })).toBe('14 March 1961')
  expect(joinDateParts({ day: '14/03/1961', month: '', year: '' })).toBe('14/03/1961')
})
