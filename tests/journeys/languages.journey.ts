import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import {
  drawSignature,
  expect,
  expectAccessible,
  sendConsent,
  test,
  type SentConsent,
  openSection,
} from './journey.ts'

type Statement = 'read' | 'questions' | 'choice' | 'consent'
type Part<Name extends string> = Record<Name, string>
type Words = {
  page: Part<'continue' | 'language' | 'windowTitle'>
  birthDate: Part<'title' | 'shortTitle'> & { parts: Part<'day' | 'month' | 'year'> }
  trouble: Part<'offline'>
  summary: Part<'title' | 'start'>
  matters: Part<'later'> & { options: Part<'title'>; call: Part<'ask'> }
  readingAids: Part<'english'>
  reading: Part<'everything' | 'unsure'>
  everything: Part<'finished'>
  inEnglish: Part<'reading' | 'signing'>
  understanding: Part<'skip'>
  confirm: Part<'title'>
  sign: Part<'name' | 'send' | 'type'>
  cosigning: Part<'help' | 'mark' | 'cross'> &
    Record<'titles' | 'capacity', Part<'witness'>> & { reasons: Part<'reading'> }
  signed: Part<'title'>
  statements: Part<Statement>
}

/** What the pages say in a language: read as data, so that a better translation breaks no journey. */
const wordsOf = (language: string) =>
  JSON.parse(
    readFileSync(path.join(import.meta.dirname, `../../build/content/words.${language}.json`), 'utf8'),
  ) as Words

const heading = (phone: Page) => phone.getByRole('heading', { level: 1 })
const press = (phone: Page, name: string) => phone.getByRole('button', { name, exact: true }).click()

async function proveBirthDate(
  phone: Page,
  { dateOfBirth }: SentConsent,
  { birthDate, page }: Words,
): Promise<void> {
  const [year, month, day] = dateOfBirth.split('-')
  await phone.getByLabel(birthDate.parts.day, { exact: true }).fill(day!)
  await phone.getByLabel(birthDate.parts.month, { exact: true }).fill(month!)
  await phone.getByLabel(birthDate.parts.year, { exact: true }).fill(year!)
  await press(phone, page.continue)
}

test('a patient chooses Polish before the date of birth, and reads and signs in Polish', async ({
  page,
  phone,
  signIn,
}) => {
  const english = wordsOf('en')
  const words = wordsOf('pl')
  await signIn(page, 'Priya')
  const sent = await sendConsent(page)
  await phone.goto(sent.url)
  await expect(heading(phone)).toHaveText(english.birthDate.title)
  // What is typed before the language is changed stays.
  await phone.getByLabel(english.birthDate.parts.day, { exact: true }).fill('7')
  await phone.getByLabel('Language').selectOption({ label: 'Polski' })
  await expect(heading(phone)).toHaveText(words.birthDate.title)
  await expect(phone.getByLabel(words.birthDate.parts.day, { exact: true })).toHaveValue('7')
  await expect(phone.locator('html')).toHaveAttribute('lang', 'pl')
  await expect(phone).toHaveTitle(words.page.windowTitle.replace('{title}', words.birthDate.shortTitle))
  await expectAccessible(phone)
  await proveBirthDate(phone, sent, words)

  await expect(heading(phone)).toHaveText(words.summary.title)
  await expect(phone.getByText(words.inEnglish.reading)).toBeVisible()
  await expect(phone.getByRole('button', { name: words.matters.call.ask })).toBeVisible()
  await expect(phone.locator('dd [lang=en]').first()).toHaveText('Composite Filling')
  await expectAccessible(phone)
  await press(phone, words.summary.start)
  await press(phone, words.matters.later)
  await expect(heading(phone)).toHaveText('Treatment Description')
  await expect(heading(phone)).toHaveAttribute('lang', 'en')
  await expect(phone.getByText(words.readingAids.english, { exact: true })).toBeVisible()
  await press(phone, words.reading.everything)
  await press(phone, words.everything.finished)
  await expectAccessible(phone)
  await press(phone, words.understanding.skip)

  await expect(heading(phone)).toHaveText(words.confirm.title)
  await expect(phone.getByText(words.inEnglish.signing)).toBeVisible()
  for (const name of Object.keys(english.statements) as Statement[]) {
    const statement = phone.locator('label', { hasText: english.statements[name] })
    await expect(statement.locator('[lang=en]')).toHaveText(english.statements[name])
    await expect(statement).toContainText(words.statements[name])
    await statement.getByRole('checkbox').check()
  }
  await expectAccessible(phone)
  await press(phone, words.page.continue)
  await phone.getByLabel(words.sign.name, { exact: true }).fill('Robin')
  await drawSignature(phone)
  await press(phone, words.sign.send)
  await expect(heading(phone)).toHaveText(words.signed.title)
  await expectAccessible(phone)

  const record = await page.request.get(`/api/clinic/consents/${sent.consentId}`)
  const { content } = (await record.json()) as { content: { statements: string[] } }
  expect(content.statements).toEqual(Object.values(english.statements))
})

type Letters = { family: string; status: string }

test('letters that a device may lack are there for those who read them, and nobody else fetches them', async ({
  page,
  phone,
  signIn,
}) => {
  await signIn(page, 'Priya')
  await phone.goto((await sendConsent(page)).url)
  await expect(heading(phone)).toHaveText(wordsOf('en').birthDate.title)
  const letters = () =>
    phone.evaluate(() => {
      const { fonts } = (globalThis as unknown as { document: { fonts: Iterable<Letters> } }).document
      return [...fonts].map(({ family, status }) => ({ family: family.replaceAll(/["']/g, ''), status }))
    })
  expect(new Set((await letters()).map(({ status }) => status))).toEqual(new Set(['unloaded']))
  const families = { ur: 'Arabic', bn: 'Bengali', pa: 'Gurmukhi', 'zh-Hans': 'Han' }
  for (const [language, script] of Object.entries(families)) {
    const words = wordsOf(language)
    await phone.locator('header select').selectOption(language)
    await expect(heading(phone)).toHaveText(words.birthDate.title)
    await expect(heading(phone)).toHaveCSS('font-family', new RegExp(`Letters ${script}`))
    // Whether this machine needs them or not, they are served, and may be used by this page.
    const loaded = await phone.evaluate(
      async ([font, text]) => {
        const { fonts } = (
          globalThis as unknown as { document: { fonts: { load: (...of: string[]) => Promise<Letters[]> } } }
        ).document
        return (await fonts.load(font!, text!)).map(({ status }) => status)
      },
      [`16px 'Letters ${script}'`, words.birthDate.title],
    )
    expect(loaded, script).toEqual(['loaded'])
    await expectAccessible(phone)
  }
})

test('Urdu runs from right to left, is kept on the device, and English wording in it from left to right', async ({
  page,
  phone,
  signIn,
}) => {
  const words = wordsOf('ur')
  await signIn(page, 'Priya')
  const sent = await sendConsent(page)
  await phone.goto(sent.url)
  await phone.getByLabel('Language').selectOption('ur')
  await expect(heading(phone)).toHaveText(words.birthDate.title)
  await phone.reload()
  await expect(heading(phone)).toHaveText(words.birthDate.title)
  await expect(phone.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(phone.locator('html')).toHaveAttribute('lang', 'ur')
  const day = (await phone.getByLabel(words.birthDate.parts.day, { exact: true }).boundingBox())!
  const year = (await phone.getByLabel(words.birthDate.parts.year, { exact: true }).boundingBox())!
  expect(day.x).toBeGreaterThan(year.x)
  await expectAccessible(phone)
  await proveBirthDate(phone, sent, words)
  await press(phone, words.summary.start)
  await press(phone, words.matters.later)
  await expect(heading(phone)).toHaveCSS('direction', 'ltr')
  await expect(phone.locator('.rich-text')).toHaveCSS('direction', 'ltr')
  await expect(phone.getByText(words.reading.unsure)).toHaveCSS('direction', 'rtl')
  await expectAccessible(phone)

  await phone.getByLabel(words.page.language).selectOption({ label: 'English' })
  await expect(phone.locator('html')).toHaveAttribute('dir', 'ltr')
  await expect(phone.getByText(wordsOf('en').reading.unsure)).toBeVisible()
})

test('in Arabic, from right to left, somebody who cannot write signs with a cross before a witness', async ({
  page,
  phone,
  signIn,
}) => {
  const words = wordsOf('ar')
  const { cosigning, sign } = words
  await signIn(page, 'Priya')
  const option = {
    ...{ benefit: 'Closes the hole', risk: '', lasts: '', visits: '', notSuitable: '' },
    band: null,
  }
  const options = [
    { ...option, title: 'Composite Filling', kind: 'treatment', pricePence: 12000 },
    { ...option, title: 'No treatment', kind: 'no-treatment', pricePence: null },
  ]
  const sent = await sendConsent(page, { plan: { options, recommended: 0, recommendedWhy: 'it lasts' } })
  await phone.goto(sent.url)
  await phone.getByLabel('Language').selectOption('ar')
  await expect(heading(phone)).toHaveText(words.birthDate.title)
  await proveBirthDate(phone, sent, words)
  await press(phone, words.summary.start)
  await press(phone, words.matters.later)
  await press(phone, words.reading.everything)
  await press(phone, words.everything.finished)

  await expect(heading(phone)).toHaveText(words.matters.options.title)
  const cost = phone.getByText(/£/).filter({ visible: true })
  await expect(cost).toHaveText(/^\D*120\.00\D*£$/)
  // What is English in an Arabic table stands under its Arabic heading.
  await expect(cost.locator('xpath=..')).toHaveCSS('direction', 'rtl')
  await expectNoOverflow(phone)
  await press(phone, words.page.continue)
  await press(phone, words.understanding.skip)
  // Not before they are there: what is not there yet is not ticked.
  await expect(phone.getByRole('checkbox')).toHaveCount(4)
  for (const box of await phone.getByRole('checkbox').all()) await box.check()
  await press(phone, words.page.continue)

  await phone.locator('summary', { hasText: cosigning.help }).click()
  await phone.getByRole('radio', { name: cosigning.mark }).check()
  await phone.getByRole('radio', { name: cosigning.reasons.reading }).check()
  await phone.getByLabel(sign.name, { exact: true }).fill('روبن')
  await phone.getByRole('radio', { name: sign.type }).check()
  await phone.getByLabel(cosigning.cross).fill('X')
  await expectNoOverflow(phone)
  await press(phone, words.page.continue)
  await expect(heading(phone)).toHaveText(cosigning.titles.witness)
  await phone.getByLabel(sign.name, { exact: true }).fill('ليلى')
  await phone.getByLabel(cosigning.capacity.witness).fill('Neighbour')
  await phone.getByRole('radio', { name: sign.type }).check()
  await expectNoOverflow(phone)
  await press(phone, sign.send)
  await expect(heading(phone)).toHaveText(words.signed.title)
  await page.goto(`/clinic/consents/${sent.consentId}`)
  await openSection(page, 'Understanding and conversation')
  await expect(page.getByText('ليلى, Neighbour')).toBeVisible()
})

/** Letters twice as large on the narrowest phone push nothing off the page, and axe finds nothing. */
async function expectNoOverflow(phone: Page): Promise<void> {
  const before = phone.viewportSize()!
  await phone.setViewportSize({ width: 320, height: 700 })
  await phone.evaluate("document.documentElement.style.fontSize = '225%'")
  expect(await phone.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
  await phone.evaluate("document.documentElement.style.fontSize = ''")
  await phone.setViewportSize(before)
  await expectAccessible(phone)
}

test('the browser’s own language is the first choice, and what it does not have is English', async ({
  browser,
  page,
  signIn,
}) => {
  await signIn(page, 'Priya')
  const { url } = await sendConsent(page)
  for (const [locale, language] of [
    ['ro-RO', 'ro'],
    ['fr-FR', 'en'],
  ] as const) {
    const context = await browser.newContext({ locale })
    const visitor = await context.newPage()
    const fetched: string[] = []
    visitor.on('request', (request) => void fetched.push(new URL(request.url()).pathname))
    await visitor.goto(url)
    await expect(heading(visitor)).toHaveText(wordsOf(language).birthDate.title)
    const others = fetched.filter((file) => /\/words\.(?!en)/.test(file))
    expect(others).toHaveLength(language === 'en' ? 0 : 1)
    await context.close()
  }
})

test('without a connection the language stays, and the page says why', async ({ page, phone, signIn }) => {
  const { birthDate, trouble } = wordsOf('en')
  await signIn(page, 'Priya')
  const { url } = await sendConsent(page)
  await phone.goto(url, { waitUntil: 'networkidle' })
  await phone.context().setOffline(true)
  await phone.getByLabel('Language').selectOption('cy')
  await expect(phone.getByText(trouble.offline)).toBeVisible()
  await expect(phone.getByLabel('Language')).toHaveValue('en')
  await expect(heading(phone)).toHaveText(birthDate.title)
})
