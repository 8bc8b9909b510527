import { dateInTimeZone } from '../../contract/calendar-day.ts'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectDialogAccessible, test } from './journey.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const clickButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Nobody else says this: where it turns up, an answer has left the page. */
const exampleEvidence = 'Marker-7c41 said so, asked twice.'
/** Review date: after today, and within a year. */
const nextWeek = dateInTimeZone(new Date(Date.now() + 7 * 24 * 3_600_000))

/** What is chosen for each outcome; the failing ability is named by its question. */
const outcomes = [
  { label: 'The patient can decide this', able: 'Yes', wait: 'Yes, it can wait' },
  { label: 'The patient cannot decide this', able: 'No', wait: 'Yes, it can wait' },
  { label: 'The patient may become able to decide, and it can wait', able: 'No', wait: 'Yes, it can wait' },
  {
    label: 'It needs a specialist, a second opinion or legal advice',
    ...{ able: 'Unable to tell', wait: 'Yes, it can wait' },
  },
  { label: 'The patient cannot decide this, and it cannot wait', able: 'No', wait: 'No, it is an emergency' },
]
type Outcome = (typeof outcomes)[number]

const variants = [
  { nation: 'England', law: 'Mental Capacity Act 2005', failing: /use or weigh/, onlyFirst: false },
  { nation: 'Wales', law: 'Mental Capacity Act 2005', failing: /use or weigh/, onlyFirst: true },
  {
    ...{ nation: 'Scotland', law: 'Adults with Incapacity (Scotland) Act 2000' },
    ...{ failing: /make a decision about this/, onlyFirst: false },
  },
  {
    ...{ nation: 'Northern Ireland', law: 'Common law of Northern Ireland' },
    ...{ failing: /appreciate that this applies to them/, onlyFirst: false },
  },
]
type Variant = (typeof variants)[number]

const isOnStep = (page: Page) => page.getByText(/Step \d of \d/)

/** Answers everything that a step asks, and goes on. */
async function answerStep(page: Page, { failing }: Variant, { label, able, wait }: Outcome): Promise<void> {
  const groups = page.getByRole('main').getByRole('group')
  // An answer may ask another question.
  for (let place = 0; place < (await groups.count()); place++) {
    const group = groups.nth(place)
    const legend = (await group.locator('legend').innerText()).trim()
    const wanted = /Can the decision wait/.test(legend)
      ? wait
      : /become able/.test(legend)
        ? 'Not sure'
        : /Your conclusion/.test(legend)
          ? label
          : /What was done to help/.test(legend)
            ? 'Simple words, small steps'
            : /Your statement/.test(legend)
              ? 'I reasonably believe that this is so.'
              : /unable by reason of/.test(legend)
                ? 'Mental disorder'
                : failing.test(legend)
                  ? able
                  : 'Yes'
    await group.getByLabel(wanted, { exact: true }).check()
  }
  for (const field of await page.getByRole('textbox').all()) await field.fill(exampleEvidence)
  for (const day of await page.locator('input[type=date]').all()) await day.fill(nextWeek)
  const before = await heading(page).innerText()
  await page.getByRole('button', { name: /^(Continue|See the result)$/ }).click()
  await expect(heading(page)).not.toHaveText(before)
}

async function startTest(page: Page, nation: string, age: string): Promise<void> {
  await page.getByRole('radio', { name: nation, exact: true }).check()
  await page.getByRole('radio', { name: age }).check()
  if (age !== 'Under 16')
    await page.getByLabel('The decision in question').fill(`${exampleEvidence} Whether to have 36 out`)
  await clickButton(page, 'Continue')
}

for (const variant of variants) {
  test(`the capacity test comes to every outcome by the law of ${variant.nation}`, async ({ page }) => {
    await page.goto('/capacity-test')
    await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
    const asked: string[] = []
    page.on('request', (request) => asked.push(`${request.url()} ${request.postData() ?? ''}`))
    for (const [number, outcome] of outcomes.slice(0, variant.onlyFirst ? 1 : undefined).entries()) {
      await startTest(page, variant.nation, number === 1 ? '16 or 17' : '18 or over')
      await expect(isOnStep(page)).toContainText(variant.law)
      while (await isOnStep(page).isVisible()) {
        if (number === 1) await expectAccessible(page)
        await answerStep(page, variant, outcome)
      }
      await expect(heading(page)).toHaveText(outcome.label)
      await expect(page.getByText(/^In law: /)).toBeVisible()
      await expect(page.getByText(`Whether to have 36 out`)).toBeVisible()
      await expect(page.getByText('Guide only.')).toBeVisible()
      if (variant.nation === 'Scotland')
        await expect(page.locator('main')).not.toContainText(/best interests/i)
      if (number < 2) await expectAccessible(page)
      await clickButton(page, 'Start again')
      const dialog = page.getByRole('alertdialog')
      if (number === 0) await expectDialogAccessible(page)
      await dialog.getByRole('button', { name: 'Start again' }).click()
      await expect(heading(page)).toHaveText('Capacity test')
      await expect(page.getByLabel('The decision in question')).toHaveValue('')
    }
    expect(asked.filter((line) => line.includes('Marker') || line.includes('/api/'))).toEqual([])
    const kept = await page.evaluate<string>(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href])',
    )
    expect(kept).not.toContain('Marker')
  })
}

test('for a child it says which question the law asks instead, in each nation', async ({ page }) => {
  await page.goto('/capacity-test')
  for (const [nation, law] of [
    ['England', 'Gillick'],
    ['Wales', 'Gillick'],
    ['Scotland', 'Age of Legal Capacity (Scotland) Act 1991'],
    ['Northern Ireland', 'Gillick'],
  ] as const) {
    await startTest(page, nation, 'Under 16')
    await expect(heading(page)).toHaveText('This form is for people of 16 and over')
    await expect(page.getByText(/^In law: /)).toContainText(law)
    if (nation === 'England') await expectAccessible(page)
    await clickButton(page, 'Back')
  }
})

test('it is filled in by keyboard, says what is missing, and asks before a reload takes it away', async ({
  page,
}) => {
  await page.goto('/capacity-test')
  await page.getByRole('button', { name: 'Continue' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Choose where the treatment is')
  await expect(page.getByRole('alert')).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('radio', { name: 'England' })).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'Wales' })).toBeChecked()
  await page.getByRole('radio', { name: '18 or over' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Whether to have a crown')
  await page.getByRole('button', { name: 'Continue' }).focus()
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Why and with whom')
  await expect(heading(page)).toBeFocused()

  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.accept()
  })
  await page.reload()
  expect(asked).toEqual(['beforeunload'])
  await expect(page.getByLabel('The decision in question')).toHaveValue('')
})

test('without script it offers the blank form, and the manual and the form are whole', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/capacity-test')
  await expect(page.locator('noscript p')).toBeVisible()
  await page.getByRole('link', { name: 'Blank form to print' }).click()
  for (const law of ['England and Wales', 'Scotland', 'Northern Ireland'])
    await expect(page.getByRole('heading', { level: 2, name: law })).toBeVisible()
  await page.goto('/how-to-generate-consents')
  await page.getByRole('link', { name: 'Check readiness on the day' }).click()
  await expect(page).toHaveURL(/#day-board$/)
  for (const way of ['By e-mail', 'By text message', 'On the practice’s tablet', 'On paper'])
    await expect(page.getByRole('heading', { level: 3, name: way })).toBeVisible()
  await context.close()
})

test('the manual and the blank form ask for no script but that of the menus, and every picture of the manual is there', async ({
  page,
}) => {
  for (const address of ['/capacity-test/blank-form', '/how-to-generate-consents']) {
    const scripts: string[] = []
    page.on('request', (request) => {
      const isMenus = request.url().includes('/public-menus-')
      if (request.resourceType() === 'script' && !isMenus) scripts.push(request.url())
    })
    await page.goto(address)
    await expectAccessible(page)
    expect(scripts).toEqual([])
  }
  const pictures = page.getByRole('img')
  expect(await pictures.count()).toBeGreaterThan(12)
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded()
    await expect
      .poll(() => picture.evaluate((image: { naturalWidth?: number }) => image.naturalWidth))
      .toBeGreaterThan(300)
  }
})
