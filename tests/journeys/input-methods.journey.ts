import type { Locator, Page } from '@playwright/test'
import {
  consentParts,
  drawWithFinger,
  expect,
  expectAccessible,
  sendConsent,
  test,
  type SentConsent,
} from './journey.ts'

// The whole way from the link to the signature and back, without a mouse: by keys alone, and by fingers alone.

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

/** More stops than any page has: one that is not reached by then is not in the order of the keys at all. */
const tab_stops_max = 120

/** Goes on with the Tab key until this has the focus, which can then be seen. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  const isThere = () => target.evaluate((element) => element === element.ownerDocument.activeElement)
  for (let stop = 0; stop < tab_stops_max && !(await isThere()); stop++) await page.keyboard.press('Tab')
  await expect(target).toBeFocused()
  expect(await target.evaluate((element) => element.matches(':focus-visible'))).toBe(true)
}

/** What somebody does with a page. */
type InputMethod = {
  press(target: Locator): Promise<void>
  check(target: Locator): Promise<void>
  write(target: Locator, text: string): Promise<void>
}

const keyboardOn = (page: Page): InputMethod => ({
  async press(target) {
    await tabTo(page, target)
    await page.keyboard.press('Enter')
  },
  async check(target) {
    await tabTo(page, target)
    await page.keyboard.press('Space')
    await expect(target).toBeChecked()
  },
  async write(target, text) {
    await tabTo(page, target)
    await page.keyboard.type(text)
  },
})

const touchOn = (page: Page): InputMethod => ({
  press: (target) => target.tap(),
  async check(target) {
    await target.tap()
    await expect(target).toBeChecked()
  },
  async write(target, text) {
    await target.tap()
    await page.keyboard.type(text)
  },
})

/** From the link to the page where a name is given. */
async function openSignaturePage(
  page: Page,
  { url, dateOfBirth }: SentConsent,
  { press, check, write }: InputMethod,
) {
  await page.goto(url)
  const [year, month, day] = dateOfBirth.split('-') as [string, string, string]
  await write(page.getByLabel('Day'), day)
  await write(page.getByLabel('Month'), month)
  await write(page.getByLabel('Year'), year)
  await press(button(page, 'Continue'))
  await expect(heading(page)).toHaveText('Your treatment')
  await press(button(page, 'Start reading'))
  await press(button(page, 'Skip this for now'))
  for (const part of consentParts) {
    await expect(heading(page)).toHaveText(part)
    await press(page.getByRole('button', { name: /^(Continue|I have read this)$/ }))
  }
  await press(button(page, 'Go on without these questions'))
  await expect(heading(page)).toHaveText('Before you sign')
  for (const box of await page.getByRole('checkbox').all()) await check(box)
  await press(button(page, 'Continue'))
  await expect(heading(page)).toHaveText('Sign your consent')
}

/** From the signed form to the page where it is taken back. */
async function withdrawConsent(page: Page, { press }: InputMethod): Promise<void> {
  await expect(heading(page)).toHaveText('Your consent is signed')
  await press(button(page, 'Take back my consent'))
  await expect(heading(page)).toHaveText('Take back your consent')
  await press(button(page, 'Take back my consent'))
  await expect(heading(page)).toHaveText('Your consent is taken back')
}

test('a form is read, signed and taken back by keys alone', async ({ page, phone, signIn }) => {
  await signIn(page, 'Priya')
  const keys = keyboardOn(phone)
  await openSignaturePage(phone, await sendConsent(page), keys)
  await keys.write(phone.getByLabel('Your full name'), 'Robin')
  await tabTo(phone, phone.getByRole('radio', { name: /^Draw/ }))
  await phone.keyboard.press('ArrowDown')
  await expect(phone.getByRole('radio', { name: 'Type my name' })).toBeChecked()
  await keys.press(button(phone, 'Sign and send'))
  await withdrawConsent(phone, keys)
})

test('a form is read, signed and taken back by fingers alone, on a tablet that is turned', async ({
  page,
  browser,
  signIn,
}) => {
  await signIn(page, 'Priya')
  const upright = { width: 768, height: 1024 }
  const context = await browser.newContext({ viewport: upright, hasTouch: true })
  const tablet = await context.newPage()
  const fingers = touchOn(tablet)
  await openSignaturePage(tablet, await sendConsent(page), fingers)
  await fingers.write(tablet.getByLabel('Your full name'), 'Robin')
  await drawWithFinger(tablet)
  await expectAccessible(tablet)
  await tablet.setViewportSize({ width: upright.height, height: upright.width })
  await drawWithFinger(tablet)
  await fingers.press(button(tablet, 'Sign and send'))
  await withdrawConsent(tablet, fingers)
  await context.close()
})
