import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import {
  consentParts,
  draftConsent,
  expect,
  expectAccessible,
  fillBirthDate,
  sendConsent,
  startReading,
  test,
  type SentConsent,
  openSection,
} from './journey.ts'

type ReadingAidWords = Record<
  'listen' | 'pause' | 'goOn' | 'stop' | 'easyOn' | 'easyOff' | 'seen' | 'drafted' | 'noVoice',
  string
>

const words = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../build/content/words.en.json'), 'utf8'),
) as { readingAids: ReadingAidWords; reading: { everything: string }; everything: { onePart: string } }
const aids = words.readingAids

const heading = (phone: Page) => phone.getByRole('heading', { level: 1 })
const press = (phone: Page, name: string) => phone.getByRole('button', { name, exact: true }).click()

async function open(phone: Page, { url, dateOfBirth }: SentConsent): Promise<void> {
  await phone.goto(url)
  await fillBirthDate(phone, dateOfBirth)
  await press(phone, 'Continue')
}

/** A voice that speaks English alone, says nothing, and ends a sentence when the story says so. */
const mockSpeechSynthesis = (phone: Page) =>
  phone.addInitScript(`{
    const spoken = []
    let cancelled = 0
    class Utterance extends EventTarget {
      constructor(text) { super(); this.text = text }
    }
    window.SpeechSynthesisUtterance = Utterance
    const voices = [{ lang: 'en-GB', localService: true, default: true, name: 'Test' }]
    Object.defineProperty(window, 'speechSynthesis', { value: {
      getVoices: () => voices,
      speak: (utterance) => void spoken.push(utterance),
      cancel: () => void cancelled++,
      addEventListener() {}, removeEventListener() {},
    } })
    window.voice = {
      said: () => spoken.map(({ text, rate }) => text + (rate === 1 ? '' : ' at ' + rate)),
      cancelled: () => cancelled,
      end: () => spoken.at(-1).dispatchEvent(new Event('end')),
      word: (charIndex, charLength) => spoken.at(-1).dispatchEvent(Object.assign(new Event('boundary'), { name: 'word', charIndex, charLength })),
    }
  }`)
const spokenTexts = (phone: Page) => phone.evaluate<string[]>('voice.said()')
const highlightedText = (phone: Page, name: string) =>
  phone.evaluate<string>(`[...(CSS.highlights.get('spoken-${name}') ?? [])].map(String).join('|')`)

test('a part is read out sentence by sentence, marked, paused and left', async ({ page, phone, signIn }) => {
  await mockSpeechSynthesis(phone)
  await signIn(page, 'Priya')
  await open(phone, await sendConsent(page))
  await expect(phone.getByText(aids.seen)).toBeVisible()
  await startReading(phone)
  await expect(heading(phone)).toHaveText('Treatment Description')
  await press(phone, aids.listen)
  await expect.poll(() => spokenTexts(phone)).toEqual(['Treatment Description'])
  await phone.evaluate('voice.end()')
  await expect.poll(() => spokenTexts(phone)).toHaveLength(2)
  const first = (await spokenTexts(phone))[1]!
  await expect.poll(() => highlightedText(phone, 'sentence')).toBe(first)
  await phone.evaluate('voice.word(0, 3)')
  await expect.poll(() => highlightedText(phone, 'word')).toBe(first.slice(0, 3))
  await expectAccessible(phone)

  await press(phone, aids.pause)
  await press(phone, aids.goOn)
  await expect.poll(async () => (await spokenTexts(phone)).slice(1)).toEqual([first, first])
  await phone.getByLabel('Speed').selectOption('Fast')
  await expect.poll(async () => (await spokenTexts(phone)).at(-1)).toBe(`${first} at 1.25`)
  await press(phone, aids.stop)
  await expect(phone.getByRole('button', { name: aids.listen, exact: true })).toBeVisible()
  await expect.poll(() => highlightedText(phone, 'sentence')).toBe('')

  await press(phone, aids.listen)
  await expect(phone.getByRole('button', { name: aids.stop, exact: true })).toBeVisible()
  const before = await phone.evaluate<number>('voice.cancelled()')
  await press(phone, 'Continue')
  await expect(heading(phone)).toHaveText('Risks and Complications')
  await expect.poll(() => phone.evaluate<number>('voice.cancelled()')).toBeGreaterThan(before)
})

/** Dental words whose comma, full stop or bracket stands on another line than they end on. */
const tornTerms = `[...document.querySelectorAll('[data-term]')].flatMap((term) => {
  const next = term.nextSibling
  if (next?.nodeType !== Node.TEXT_NODE || !/^[.,;:!?)]/.test(next.data)) return []
  const range = document.createRange()
  range.setStart(next, 0)
  range.setEnd(next, 1)
  const [mark, word] = [range.getBoundingClientRect(), [...term.getClientRects()].at(-1)]
  return word && mark.top < word.bottom && word.top < mark.bottom ? [] : [term.textContent]
})`

test('a device without a voice says so, and a dental word says what it means', async ({
  page,
  phone,
  signIn,
}) => {
  await signIn(page, 'Priya')
  await open(phone, await sendConsent(page))
  await startReading(phone)
  await press(phone, aids.listen)
  await expect(phone.getByText(aids.noVoice)).toBeVisible()

  const word = phone.locator('[data-term]').first()
  await word.focus()
  await phone.keyboard.press('Enter')
  await expect(word).toHaveAttribute('aria-expanded', 'true')
  const meaning = phone.getByRole('status').filter({ hasText: 'What it means' })
  await expect(meaning).toContainText(new RegExp((await word.textContent())!, 'i'))
  await expectAccessible(phone)
  await phone.setViewportSize({ width: 320, height: 700 })
  await word.click()
  await expect(meaning).toBeVisible()
  expect(await phone.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
  await phone.keyboard.press('Escape')
  await expect(meaning).toHaveCount(0)
  await expect(word).toBeFocused()
  for (const media of ['screen', 'print'] as const) {
    await phone.emulateMedia({ media })
    await expect(word).toBeVisible()
    expect(
      await phone.evaluate<string[]>(tornTerms),
      `on ${media} no word stands apart from its punctuation`,
    ).toEqual([])
  }
})

test('what is read without a connection reaches the practice once it is back, and a closed tab goes on there', async ({
  page,
  phone,
  signIn,
}) => {
  await signIn(page, 'Priya')
  const sent = await sendConsent(page)
  await open(phone, sent)
  const told = phone.waitForResponse('**/readings')
  await startReading(phone)
  await expect(heading(phone)).toHaveText('Treatment Description')
  await press(phone, 'Continue')
  expect((await told).ok()).toBe(true)
  await phone.context().setOffline(true)
  await press(phone, 'Continue')
  await expect(heading(phone)).toHaveText('Benefits')
  await press(phone, 'Continue')
  await expect(heading(phone)).toHaveText('Alternatives')
  const again = phone.waitForResponse('**/readings')
  await phone.context().setOffline(false)
  expect((await again).ok()).toBe(true)

  const tab = await phone.context().newPage()
  await phone.close()
  await open(tab, sent)
  await expect(heading(tab)).toHaveText('Alternatives')
  await expect(tab.getByText('Part 4 of 6')).toBeVisible()

  await expect
    .poll(async () => {
      await page.goto(`/clinic/consents/${sent.consentId}`)
      await openSection(page, 'Understanding and conversation')
      return page.getByText(/^Opened \d of 6 parts/).textContent()
    })
    .toMatch(/^Opened 4 of 6 parts/)
  await page.getByText('Part by part').click()
  await expect(page.getByRole('row', { name: /5\. Aftercare Instructions Not opened/ })).toBeVisible()
  await expectAccessible(page)
})

test('each person reads in their own way: large, easy, all on one page', async ({ page, phone, signIn }) => {
  await signIn(page, 'Priya')
  await open(phone, await sendConsent(page, { reading: { format: 'large-print' } }))
  await expect(phone.locator('html')).toHaveAttribute('data-text-size', 'largest')
  await open(phone, await sendConsent(page))
  await startReading(phone)
  await press(phone, aids.easyOn)
  await expect(phone.locator('.easy-line').nth(1)).toBeVisible()
  await expectAccessible(phone)
  await press(phone, aids.easyOff)
  await expect(phone.locator('.easy-line')).toHaveCount(0)
  await press(phone, words.reading.everything)
  await expect(heading(phone)).toHaveText('Everything on one page')
  await expectAccessible(phone)

  await open(phone, await sendConsent(page))
  await startReading(phone)
  await expect(heading(phone)).toHaveText('Everything on one page')
  await press(phone, words.everything.onePart)
  await expect(heading(phone)).toHaveText('Treatment Description')
})

test('the own language stands beside the English, and says who vouches for it', async ({
  page,
  phone,
  signIn,
}) => {
  await signIn(page, 'Priya')
  await open(phone, await sendConsent(page, { reading: { language: 'ur' } }))
  await startReading(phone)
  await expect(phone.getByText(aids.drafted)).toBeVisible()
  const own = phone.locator('.rich-text[lang=ur]')
  const english = phone.locator('.rich-text[lang=en]')
  await expect(own).toHaveCSS('direction', 'rtl')
  await expect(english).toHaveCSS('direction', 'ltr')
  const [left, right] = [(await own.boundingBox())!, (await english.boundingBox())!]
  if (phone.viewportSize()!.width >= 768) expect(right.x).toBeGreaterThan(left.x + left.width)
  else expect(right.y).toBeGreaterThan(left.y + left.height)
  await expectAccessible(phone)
})

test('what is particular to a patient stands in their language, and staff read first what does not', async ({
  page,
  phone,
  signIn,
}) => {
  await signIn(page, 'Priya')
  const plan = { diagnosis: 'Broke on Sunday', language: 'pl' }
  await page.goto(`/clinic/consents/${await draftConsent(page, { plan })}`)
  await expect(page.getByText('Not in Polish')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Diagnosis: Broke on Sunday' })).toBeVisible()
  await expectAccessible(page)
  await open(phone, await sendConsent(page, { plan }))
  await startReading(phone)
  const own = phone.locator('.rich-text[lang=pl]')
  await expect(own).toContainText('dolny lewy pierwszy trzonowiec (36)')
  await expect(own).toContainText('Broke on Sunday')
  const drawing = phone.getByRole('img', { name: /^Trzy rysunki tylnego zęba/ })
  await expect(drawing).toHaveAttribute('lang', 'pl')
  for (const part of consentParts) {
    await expect(heading(phone)).toHaveText(part)
    await phone.getByRole('button', { name: /Continue|I have read this/ }).click()
  }
  await expect(heading(phone)).toHaveText('Czy ząb odrośnie po wierceniu?')
  await expect(phone.getByText('Will the tooth grow back after we drill it?')).toBeVisible()
  await expect(phone.getByText('Tak, po kilku tygodniach')).toBeVisible()
  await expectAccessible(phone)
})
