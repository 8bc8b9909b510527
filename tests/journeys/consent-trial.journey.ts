import type { FrameLocator, Page } from '@playwright/test'
import { confirmEverything, drawSignature, expect, expectAccessible, fillBirthDate, test } from './journey.ts'

const dateOfBirth = '1961-03-14'
const parts = [
  'Risks that apply to you',
  'What is planned for you',
  'Treatment Description',
  'Risks and Complications',
  'Benefits',
  'Alternatives',
  'Aftercare Instructions',
  'No Treatment',
  'Your choices',
]
const privacyStatement = 'Nothing you enter is sent or stored.'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

/** Whatever the page asks of any server from now on. */
function requestsOf(page: Page): () => string[] {
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
  return () => asked
}

/** What the browser holds for this site. */
const storageContents = (page: Page): Promise<unknown> =>
  page.evaluate(`(async () => ({
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
    databases: (await indexedDB.databases()).length,
    caches: await caches.keys(),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    cookies: document.cookie,
  }))()`)
const emptyStorage = { local: [], session: [], databases: 0, caches: [], workers: 0, cookies: '' }

const staticFile = /^GET \/(try-consent$|patient-assets\/)/

test('anybody reads, understands and signs a form on a phone, and nothing of it leaves the page', async ({
  phone,
}) => {
  const asked = requestsOf(phone)

  await test.step('The page tells the date of birth, and a wrong one is told kindly', async () => {
    await phone.goto('/try-consent')
    await expect(phone.getByText(privacyStatement)).toBeVisible()
    await expect(phone.getByText('her date of birth: 14 3 1961.')).toBeVisible()
    await expectAccessible(phone)
    await fillBirthDate(phone, '1961-03-15')
    await press(phone, 'Continue')
    await expect(phone.getByRole('alert')).toContainText('You can try 4 more times.')
    await expectAccessible(phone)
  })

  await test.step('What matters is said, and the form is read part by part', async () => {
    await fillBirthDate(phone, dateOfBirth)
    await press(phone, 'Continue')
    await expect(phone.getByText('Molar Root Canal')).toBeVisible()
    await expect(phone.getByText('her date of birth')).toBeHidden()
    await expect(phone.getByText(privacyStatement)).toBeVisible()
    await press(phone, 'Start reading')
    await expectAccessible(phone)
    await press(phone, 'Skip this for now')
    for (const part of parts) {
      await expect(heading(phone)).toHaveText(part)
      if (part === 'Risks and Complications') {
        await expect(phone.getByRole('heading', { name: 'The numbers as pictures' })).toBeVisible()
        await expect(
          phone.getByRole('heading', { name: 'How well are the serious risks studied?' }),
        ).toBeVisible()
        await expectAccessible(phone)
      }
      if (part === 'Risks that apply to you')
        await expect(phone.getByText('taking your apixaban')).toBeVisible()
      await press(phone, /Continue|I have read this/)
    }
    await expect(heading(phone)).toHaveText('Your options')
    await press(phone, 'Continue')
  })

  await test.step('A wrong answer brings the explanation, a right one goes on', async () => {
    await expect(heading(phone)).toHaveText('What do we take out in a root canal treatment?')
    await phone.getByRole('radio', { name: 'The whole tooth' }).check()
    await press(phone, 'Check my answer')
    await expect(phone.getByText('called the pulp')).toBeVisible()
    await expectAccessible(phone)
    await phone.getByRole('radio', { name: 'The soft tissue inside the tooth' }).check()
    await press(phone, 'Check my answer')
    await press(phone, 'Continue')
    await press(phone, 'Go on without these questions')
  })

  await test.step('It is signed, and shows what a practice would hold', async () => {
    await confirmEverything(phone)
    await phone.getByLabel('Your full name').fill('Eleanor Whitcombe')
    await drawSignature(phone)
    await press(phone, 'Sign and send')
    await expect(heading(phone)).toHaveText('Signed')
    await expect(phone.getByText('9 of 9 parts were on screen')).toBeVisible()
    await expect(phone.getByText('1 of 6 questions answered correctly')).toBeVisible()
    await expect(phone.getByRole('listitem').filter({ hasText: 'Signed by Eleanor Whitcombe' })).toBeVisible()
    await expectAccessible(phone)
  })

  await test.step('Nothing but files was asked for, and nothing is kept', async () => {
    expect(asked().filter((one) => !staticFile.test(one))).toEqual([])
    expect(await storageContents(phone)).toEqual(emptyStorage)
    await press(phone, 'Start again')
    await expect(phone.getByText('her date of birth: 14 3 1961.')).toBeVisible()
    await expect(phone.getByLabel('Day')).toHaveValue('')
  })
})

test('the form is read beside English in another language, asked about, and refused by keyboard alone', async ({
  page,
}) => {
  const asked = requestsOf(page)
  await page.goto('/try-consent')
  await page.getByRole('combobox', { name: 'Language' }).selectOption('cy')
  await expect(page.locator('html')).toHaveAttribute('lang', 'cy')
  await page.getByRole('textbox').first().focus()
  for (const typed of ['14', '3', '1961']) {
    await page.keyboard.type(typed)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await expect(page.getByText('Molar Root Canal')).toBeVisible()
  const everything = page.getByRole('main').getByRole('button').nth(1)
  await everything.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Disgrifiad o’r driniaeth' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Treatment Description' })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('combobox').first().selectOption('en')
  await page.getByRole('button', { name: 'I do not want this treatment' }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel(/why|reason/i).focus()
  await page.keyboard.type('I would rather wait')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('You declined')
  await expect(page.getByText('Declined', { exact: true })).toBeVisible()
  await expectAccessible(page)
  expect(asked().filter((one) => !staticFile.test(one))).toEqual([])
  expect(await storageContents(page)).toEqual(emptyStorage)
})

test('the home page opens the form in a frame once it is wanted, and no patient’s page is shown in one', async ({
  page,
  demo,
}) => {
  const asked = requestsOf(page)
  const frame: FrameLocator = page.frameLocator('#try iframe')

  await test.step('Nothing of the form is fetched before', async () => {
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Try it as a patient in five minutes' })).toBeVisible()
    await page.locator('#try').scrollIntoViewIfNeeded()
    expect(asked().filter((one) => /try-consent|patient-assets/.test(one))).toEqual([])
  })

  await test.step('It opens in its place by keyboard, and is the form', async () => {
    const before = await page.locator('#try').boundingBox()
    await page.locator('#try summary').focus()
    await page.keyboard.press('Enter')
    await expect(frame.getByText(privacyStatement)).toBeVisible()
    expect((await page.locator('#try').boundingBox())!.height).toBe(before!.height)
    await frame.getByLabel('Day').fill('14')
    await frame.getByLabel('Month').fill('3')
    await frame.getByLabel('Year').fill('1961')
    await frame.getByRole('button', { name: 'Continue' }).click()
    await expect(frame.getByRole('button', { name: 'Start reading' })).toBeVisible()
    await page.locator('#try summary').click()
    await expect(frame.getByRole('button', { name: 'Start reading' })).toBeHidden()
  })

  await test.step('Only that page may be framed', async () => {
    const policies = {
      '/try-consent': "'self'",
      '/': "'none'",
      '/login': "'none'",
      [demo.patientLink.url]: "'none'",
    }
    for (const [address, ancestors] of Object.entries(policies)) {
      const policy = (await page.request.get(address)).headers()['content-security-policy']
      expect(policy, address).toContain(`frame-ancestors ${ancestors}`)
    }
    await page.goto('/')
    await page.locator('body').evaluate((body, url) => {
      // oxlint-disable-next-line react/iframe-missing-sandbox -- what has to keep it out is the patient page's own policy
      const own = body.ownerDocument.createElement('iframe')
      own.src = url
      own.name = 'patient'
      body.append(own)
    }, demo.patientLink.url)
    await expect.poll(() => page.frame('patient')?.url()).toMatch(/^chrome-error:/)
  })
})

test('without a script the page says so and leads to a form to read', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/try-consent')
  // Playwright takes what stands in it for no text, whether or not it is shown.
  const unscripted = page.locator('noscript p')
  await expect(unscripted).toBeVisible()
  expect(await unscripted.innerText()).toContain('The form needs JavaScript')
  await expect(unscripted.locator('a')).toHaveAttribute('href', '/dental-consent-forms#sample')
  await context.close()
})

test('the sample’s wording is there to be changed without signing in', async ({ page }) => {
  await page.goto('/test-consent-form?from=sample')
  await expect(page.getByLabel('Template Name')).toHaveValue('Molar Root Canal')
  await expect(page.getByText('root canal treatment').first()).toBeVisible()
  await expectAccessible(page)
})
