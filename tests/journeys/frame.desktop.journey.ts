import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, fillSignIn, sendConsent, signOut, test } from './journey.ts'

async function pageHeader(page: Page) {
  const of = (selector: string, attribute: string) => page.locator(selector).getAttribute(attribute)
  return {
    title: await page.title(),
    description: await of('meta[name=description]', 'content'),
    canonical: await of('link[rel=canonical]', 'href'),
    sharingTitle: await of('meta[property="og:title"]', 'content'),
    sharingDescription: await of('meta[property="og:description"]', 'content'),
    sharingAddress: await of('meta[property="og:url"]', 'content'),
    sharingPicture: await of('meta[property="og:image"]', 'content'),
  }
}

/** What a menu leads to, in its order, as it reads; where another tab opens, it says so to those who hear it. */
const labels = async (menu: Locator) =>
  (await menu.getByRole('link').allTextContents()).map((text) => text.replace(' (opens in a new tab)', ''))

const accountAndSupport = [
  'My Account',
  'View site',
  'Support',
  'How to Generate Consents',
  'Terms & Conditions',
]

const scrollPosition = (page: Page) => page.evaluate<number>('window.scrollY')

test('each public page has its own title, description, canonical link and sharing card', async ({
  page,
  demo,
}) => {
  await page.goto('/')
  const home = await pageHeader(page)
  expect(home).toMatchObject({
    canonical: `${demo.address}/`,
    sharingAddress: `${demo.address}/`,
    sharingTitle: home.title,
    sharingDescription: home.description,
  })
  const picture = await page.request.get(home.sharingPicture!)
  expect(picture.headers()['content-type']).toBe('image/png')
  // Width and height stand in a PNG's first chunk.
  const bytes = await picture.body()
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630])
  const told = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent())!) as object
  expect(told).toMatchObject({ '@graph': [{ '@type': 'Organization' }, { '@type': 'SoftwareApplication' }] })
  expect(JSON.stringify(told)).not.toMatch(/"(aggregateRating|offers|price)"/)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/login$/)
  // The head follows the address a moment later.
  await expect.poll(async () => (await pageHeader(page)).canonical).toBe(`${demo.address}/login`)
  const signIn = await pageHeader(page)
  expect(signIn.title).not.toBe(home.title)
  expect(signIn.description).not.toBe(home.description)
  expect(signIn.sharingDescription).toBe(signIn.description)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect.poll(() => pageHeader(page)).toEqual(home)
})

test('the sidebar shows what a person may open, the site, support and who they are', async ({
  page,
  signIn,
  demo,
}) => {
  await signIn(page, 'Tom')
  await page.goto('/clinic')
  const sidebar = page.getByRole('navigation', { name: 'Clinic' })
  for (const [name, href] of [
    ['Dashboard', '/clinic'],
    ['Patients', '/clinic/patients'],
    ['Consents', '/clinic/consents'],
  ] as const) {
    await expect(sidebar.getByRole('link', { name, exact: true })).toHaveAttribute('href', href)
  }
  await expect(sidebar.getByRole('link', { name: 'View site' })).toHaveAttribute('target', '_blank')
  await expect(sidebar.getByRole('link', { name: 'Support' })).toHaveAttribute('href', /^mailto:/)
  const { email } = demo.accounts.find(({ name }) => name === 'Tom Hughes')!
  for (const said of ['Tom Hughes', email, 'clinic staff', 'Harbour Street Dental']) {
    await expect(page.getByText(said, { exact: true }).first()).toBeVisible()
  }
  await expect(sidebar.getByRole('button', { name: 'Logout' })).toHaveText('Logout')
})

test('the clinic’s menu is the specification’s, and the dashboard leads to the rest', async ({
  page,
  signIn,
}) => {
  const menu = page.getByRole('navigation', { name: 'Clinic' })
  const areas = page.getByRole('region', { name: 'All areas' }).getByRole('link')
  const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link')
  const wording = ['Template catalogue', 'Treatments']

  await signIn(page, 'Amara')
  await page.goto('/clinic')
  await expect(areas).toHaveText([
    'Templates',
    ...wording,
    'Evidence for inspections (CQC)',
    'Data protection',
    'Fees',
    'Billing',
    'Platform documents',
  ])
  const everything = ['Dashboard', 'Patients', 'Consents', 'Analytics', 'Staff', 'User Cleanup', 'Settings']
  expect(await labels(menu)).toEqual([...everything, ...accountAndSupport])
  // 64 units of a quarter of a rem.
  expect((await page.getByRole('banner').filter({ visible: true }).boundingBox())!.width).toBe(256)
  await areas.filter({ hasText: 'Treatments' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Treatments')
  await breadcrumb.filter({ hasText: 'Dashboard' }).click()
  await areas.filter({ hasText: /^Templates$/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Templates')
  await expect(breadcrumb).toHaveText(['Dashboard'])
  for (const [address, above] of [
    ['/clinic/templates/new', ['Dashboard', 'Templates']],
    ['/clinic/billing', ['Dashboard']],
    ['/clinic/cqc', ['Dashboard']],
    ['/clinic/cqc/trainings', ['Dashboard', 'Evidence for inspections']],
    ['/clinic/cqc/policies/new', ['Dashboard', 'Evidence for inspections', 'Policies']],
  ] as const) {
    await page.goto(address)
    await expect(breadcrumb).toHaveText([...above])
    await expectAccessible(page)
  }
  await page.goto('/clinic/settings?section=templates')
  await expect(page.getByRole('region', { name: 'Wording' }).getByRole('link')).toHaveText([
    'Templates',
    ...wording,
  ])

  await page.context().clearCookies()
  await signIn(page, 'Sam')
  await page.goto('/clinic')
  await expect(areas).toHaveText([...wording, 'Analytics', 'Billing'])
  const forReception = ['Dashboard', 'Patients', 'Consents', ...accountAndSupport]
  expect(await labels(menu)).toEqual(forReception)
  await areas.filter({ hasText: 'Analytics' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Analytics')

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/clinic')
  await expect(menu).toHaveCount(0)
  await page.getByRole('button', { name: 'Open navigation' }).click()
  const drawer = page.getByRole('dialog', { name: 'Clinic' }).getByRole('navigation')
  await expect(drawer).toBeVisible()
  expect(await labels(drawer)).toEqual(forReception)
})

test('on a tablet in landscape the menu is a rail of icons, widened by keyboard and remembered', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await signIn(page, 'Amara')
  await page.goto('/clinic/consents')
  const header = page.getByRole('banner').filter({ visible: true })
  const widthOf = async (part: Locator) => (await part.boundingBox())!.width
  const menu = page.getByRole('navigation', { name: 'Clinic' })
  await expect(page.getByRole('columnheader', { name: 'Treatment' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Sent' })).toBeVisible()
  expect(await widthOf(header)).toBe(56)
  expect(await widthOf(page.getByRole('main'))).toBeGreaterThan(950)
  const names = ['Dashboard', 'Patients', 'Consents', 'Analytics', 'Staff', 'User Cleanup', 'Settings']
  expect(await labels(menu)).toEqual([...names, ...accountAndSupport])
  await expect(menu.getByRole('button', { name: 'Logout' })).toBeInViewport()
  await expectAccessible(page)

  const patients = menu.getByRole('link', { name: 'Patients' })
  const bubble = page.locator('body > span[aria-hidden]')
  await patients.hover()
  await expect(bubble).toHaveText('Patients')
  await page.mouse.move(600, 400)
  await expect(bubble).toHaveCount(0)

  const toggle = page.getByRole('button', { name: /(Expand|Collapse) navigation/ })
  await page.locator('body').press('Tab')
  for (const target of [page.getByRole('link', { name: 'Candour' }), toggle]) {
    await page.keyboard.press('Tab')
    await expect(target).toBeFocused()
  }
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('Enter')
  await expect(toggle).toHaveAttribute('aria-expanded', 'true')
  expect(await widthOf(header)).toBe(256)
  await expect(menu.getByText('Patients', { exact: true })).toBeInViewport()
  await expect(page.getByRole('columnheader', { name: 'Treatment' })).toBeVisible()
  await expectAccessible(page)

  await page.reload()
  await expect(toggle).toHaveAttribute('aria-expanded', 'true')
  expect(await widthOf(header)).toBe(256)
  await toggle.press('Enter')
  await page.reload()
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  await patients.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Patients')
  await expect(patients).toHaveAttribute('aria-current', 'page')
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(toggle).toBeHidden()
  expect(await widthOf(header)).toBe(256)
})

test('an address in the practice that leads nowhere keeps its frame and a way on', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'Amara')
  const unknown = '01900000-0000-7000-8000-000000000000'
  for (const [address, title] of [
    ['/clinic/nothing', 'Page not found'],
    ['/clinic/patients/nonsense', 'Page not found'],
    [`/clinic/patients/${unknown}`, 'Patient not found'],
    [`/clinic/consents/${unknown}`, 'Consent not found'],
  ] as const) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page).toHaveTitle(new RegExp(`^${title} – .+ – Candour$`))
    await expect(page.getByRole('navigation', { name: 'Clinic' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    await expectAccessible(page)
  }
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await expect(page).toHaveURL(/\/clinic$/)
})

test('the portal’s menu is the specification’s, for whoever runs the platform', async ({
  page,
  signIn,
  demo,
}) => {
  await signIn(page, 'Rowan')
  await page.goto('/admin')
  const portal = page.getByRole('banner').filter({ visible: true })
  await expect(portal).toContainText('Super Admin Portal')
  expect(await labels(portal.getByRole('navigation', { name: 'Super Admin Portal' }))).toEqual([
    'Dashboard',
    'Practice Directory',
    'Consents',
    'Consent Templates',
    'Analytics',
    'Support Tickets',
    'Audit Logs',
    'Profile',
  ])
  const { name, email } = demo.accounts.find(({ role }) => role === 'super_admin')!
  for (const said of [name, email, 'Super Administrator']) {
    await expect(portal.getByText(said, { exact: true })).toBeVisible()
  }
  await signOut(page)
})

test('an item that needs a permission is not there for somebody without it, and its page leads home', async ({
  page,
  signIn,
}) => {
  await page.route('**/api/session', async (route) => {
    const answer = await route.fetch()
    const session = (await answer.json()) as { user: { permissions: string[] } | null }
    const { user } = session
    const permissions = user?.permissions.filter((permission) => permission !== 'createConsents')
    await route.fulfill({ json: { ...session, user: user && { ...user, permissions } } })
  })
  await signIn(page, 'Tom')
  await page.goto('/clinic')
  const sidebar = page.getByRole('navigation', { name: 'Clinic' })
  await expect(sidebar.getByRole('link', { name: 'Patients' })).toBeVisible()
  await expect(sidebar.getByRole('link', { name: 'Consents', exact: true })).toHaveCount(0)
  await page.goto('/clinic/consents')
  await expect(page).toHaveURL(/\/clinic$/)
})

test('a page that is on its way shows a spinner, then begins at its top', async ({ page, signIn }) => {
  await signIn(page, 'Priya')
  await page.goto('/clinic/patients')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Patients')
  await page.setViewportSize({ width: 1280, height: 300 })
  await page.evaluate('window.scrollTo(0, document.body.scrollHeight)')
  expect(await scrollPosition(page)).toBeGreaterThan(0)
  let arrive = () => {}
  const held = new Promise<void>((resolve) => (arrive = resolve))
  await page.route('**/api/clinic/consents?**', async (route) => {
    await held
    await route.continue()
  })
  await page
    .getByRole('navigation', { name: 'Clinic' })
    .getByRole('link', { name: 'Consents', exact: true })
    .click()
  await expect(page.getByRole('status').filter({ hasText: 'Loading' }).first()).toBeAttached()
  arrive()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Consents')
  expect(await scrollPosition(page)).toBe(0)
})

test('a part of the application that does not arrive in two minutes is reported, with an offer to reload', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'Priya')
  await page.clock.install()
  await page.goto('/clinic')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.route('**/assets/**', () => {})
  // Time is not moved before a part is asked for: moved far enough, it would end the session first.
  const asked = page.waitForRequest('**/assets/**')
  await page
    .getByRole('navigation', { name: 'Clinic' })
    .getByRole('link', { name: 'Consents', exact: true })
    .click()
  await asked
  // The two minutes begin when the page has begun to wait, which may be after the first of these.
  await expect(async () => {
    await page.clock.fastForward(121_000)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Application Error Detected', {
      timeout: 2000,
    })
  }).toPass()
  await expect(page.getByRole('alert')).toContainText('did not arrive within 120 seconds')
  await expect(page.getByRole('alert')).toContainText('Reference number')
  await expect(page.getByLabel('Stack')).toContainText('ChunkLoadError')
  await page.unroute('**/assets/**')
  await page.clock.resume()
  const reload = page.getByRole('button', { name: 'Reload Application' })
  // The page goes away under the press itself, which a press by the browser driver would wait to finish.
  await reload.evaluate((button) => setTimeout(() => (button as unknown as { click(): void }).click()))
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Application Error Detected')
})

test('errors that nothing caught, and a clinic record that does not load, are only logged', async ({
  page,
  signIn,
}) => {
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  await page.route('**/api/clinic/clinic', (route) => route.abort())
  await signIn(page, 'Priya')
  await page.goto('/clinic')
  await expect(page.getByText('Harbour Street Dental').first()).toBeVisible()
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('thrown by the journey')
    })
    void Promise.reject(new Error('rejected by the journey'))
  })
  await expect.poll(() => logged.some((text) => text.includes('thrown by the journey'))).toBe(true)
  await expect.poll(() => logged.some((text) => text.includes('rejected by the journey'))).toBe(true)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Application Error Detected')).toHaveCount(0)
})

test('signing in without a connection, or with an answer nobody expected, says so', async ({ page }) => {
  const attempt = () => fillSignIn(page, 'tom@harbourstreet.example', 'a long enough password')
  await page.goto('/login')
  await page.route('**/api/sign-in', (route) => route.abort())
  await attempt()
  await expect(
    page.getByText('Network error. Please check your internet connection and try again.').first(),
  ).toBeVisible()
  await page.unroute('**/api/sign-in')
  await page.route('**/api/sign-in', (route) => route.fulfill({ json: { nothing: 'expected' } }))
  await attempt()
  await expect(page.getByText('An unexpected error occurred. Please try again.').first()).toBeVisible()
})

test('somebody whom a message was not meant for can leave without seeing anything', async ({
  page,
  phone,
  signIn,
}) => {
  await signIn(page, 'Priya')
  const { url, lastName } = await sendConsent(page)
  await phone.goto(url)
  await phone.getByRole('button', { name: 'This is not for me' }).click()
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('This form is not for you?')
  expect(await phone.locator('body').innerText()).not.toContain(lastName)
})
