import type { Page } from '@playwright/test'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, expectAccessible, test } from './journey.ts'

const words = [
  '/terms',
  '/privacy',
  '/cookies',
  '/accessibility',
  '/security',
  '/release-notes',
  '/developers',
  '/setup/configuration',
] as const
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' }).filter({ visible: true })
const solutions = (page: Page) => bar(page).getByText('Solutions', { exact: true })
const isOpen = (page: Page) =>
  page.locator('header details:visible').evaluate((menu) => (menu as unknown as { open: boolean }).open)

test('a mouse opens the menu of solutions, another place closes it', async ({ page }) => {
  await page.goto('/terms')
  await expect(heading(page)).toHaveText('Terms & Conditions')
  expect(await isOpen(page)).toBe(false)
  await expect(solutions(page)).toHaveAttribute('aria-expanded', 'false')
  await solutions(page).click()
  await expect(solutions(page)).toHaveAttribute('aria-expanded', 'true')
  for (const href of [
    '/dental-consent-forms',
    '/dental-consent-plans',
    '/dental-compliance-software',
    '/digital-consent-dentists',
    '/dental-practice-management',
    '/dental-templates',
    '/dental-consent-software',
    '/dental-consent-management',
  ])
    await expect(bar(page).locator(`a[href="${href}"]`)).toBeVisible()
  await expectAccessible(page)
  await page.mouse.click(1200, 700)
  await expect(solutions(page)).toHaveAttribute('aria-expanded', 'false')
  expect(await isOpen(page)).toBe(false)
})

test('a keyboard opens it, goes through it, and Escape gives the focus back', async ({ page }) => {
  await page.goto('/terms')
  await solutions(page).focus()
  await page.keyboard.press('Enter')
  await expect(solutions(page)).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Tab')
  await expect(bar(page).getByRole('link', { name: 'Consent forms' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(solutions(page)).toBeFocused()
  await expect(solutions(page)).toHaveAttribute('aria-expanded', 'false')
  // Left by its end, it closes behind whoever leaves.
  await page.keyboard.press('Enter')
  await expect(solutions(page)).toHaveAttribute('aria-expanded', 'true')
  for (let presses = 0; presses < 9; presses++) await page.keyboard.press('Tab')
  await expect(bar(page).getByRole('link', { name: 'Contact' })).toBeFocused()
  await expect(solutions(page)).toHaveAttribute('aria-expanded', 'false')
})

test('a finger opens the menu of a phone, on a page without and with the framework', async ({ phone }) => {
  const menu = bar(phone).getByText('Menu', { exact: true })
  for (const path of ['/privacy', '/login']) {
    await phone.goto(path)
    await menu.tap()
    await expect(menu).toHaveAttribute('aria-expanded', 'true')
    await expect(bar(phone).getByRole('link', { name: 'Compliance' })).toBeVisible()
    await expect(bar(phone).getByRole('link', { name: 'Get Started' })).toBeVisible()
    await expect(bar(phone).getByRole('link', { name: 'Capacity Test' })).toHaveAttribute(
      'href',
      '/capacity-test',
    )
    await expectAccessible(phone)
    await menu.tap()
    await expect(menu).toHaveAttribute('aria-expanded', 'false')
  }
  await menu.tap()
  await bar(phone).getByRole('link', { name: 'Contact' }).tap()
  await expect(phone).toHaveURL(/\/contact$/)
  expect(await isOpen(phone)).toBe(false)
})

test('without a script every page of words can be read, and both menus work', async ({ browser }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 1280, height: 860 },
  })
  const page = await context.newPage()
  for (const path of words) {
    await page.goto(path)
    await expect(heading(page)).toBeVisible()
    await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible()
  }
  await solutions(page).click()
  await expect(bar(page).getByRole('link', { name: 'Compliance' })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await bar(page).getByText('Menu', { exact: true }).click()
  await expect(bar(page).getByRole('link', { name: 'Plans' })).toBeVisible()
  await bar(page).getByRole('link', { name: 'Contact' }).click()
  // Its form works without one (contact.journey.ts).
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible()
  // What needs a script says so, and says what to do instead.
  await page.goto('/status')
  await expect(page.getByRole('link', { name: '/readyz' })).toBeVisible()
  await context.close()
})

test('pages of words are accessible, run our menu alone, and do not move while they load', async ({
  page,
}) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
  })
  const told: string[] = []
  page.on('console', (message) => told.push(message.text()))
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
    }).observe({ type: 'layout-shift' as never, buffered: true })
  })
  for (const path of words) {
    await page.goto(path)
    await expectAccessible(page)
  }
  expect(scripts.filter((path) => !/^\/assets\/public-menus-[\w-]+\.mjs$/.test(path))).toEqual([])
  await page.goto('/privacy')
  await page.waitForLoadState('load')
  expect(await page.evaluate('shifts')).toEqual([])
  expect(told).toEqual([])
})

test('each page has a title, a description and an address of its own', async ({ page, demo }) => {
  const seen = new Map<string, string>()
  for (const path of [...words, '/contact', '/status', '/login', '/register']) {
    await page.goto(path)
    const canonical = await page.locator('link[rel=canonical]').getAttribute('href')
    expect(canonical).toBe(demo.address + path)
    expect(await page.locator('meta[property="og:url"]').getAttribute('content')).toBe(canonical)
    for (const own of [
      await page.title(),
      await page.locator('meta[name=description]').getAttribute('content'),
    ]) {
      expect(own, path).toBeTruthy()
      expect(seen.get(own!), `${path} says the same`).toBeUndefined()
      seen.set(own!, path)
    }
  }
})

test('an unknown address has status 404 and leads on, signed-in and patients’ pages are not to be found', async ({
  page,
}) => {
  const answer = await page.goto('/no-such-page')
  expect(answer!.status()).toBe(404)
  for (const href of ['/', '/dental-consent-forms', '/dental-consent-plans', '/dental-compliance-software'])
    await expect(page.getByRole('main').locator(`a[href="${href}"]`)).toBeVisible()
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
  for (const path of ['/clinic', '/admin', '/patient', '/sign-consent/x'])
    expect((await page.request.get(path)).headers()['x-robots-tag'], path).toBe('noindex, nofollow')
  const sitemap = await (await page.request.get('/sitemap.xml')).text()
  for (const path of ['/contact', '/privacy']) expect(sitemap).toContain(`${path}</loc>`)
  for (const path of ['/login', '/clinic', '/patient', '/setup<', '/locked'])
    expect(sitemap).not.toContain(path)
})

test('the status page asks the service, and tells a refusal from silence', async ({ page }) => {
  await page.goto('/status')
  await expect(page.getByRole('main').getByText('Working')).toHaveCount(3)
  await expectAccessible(page)
  await page.route('**/readyz', (route) => route.fulfill({ status: 503, json: { ready: false } }))
  await page.route('**/healthz', (route) => route.abort())
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByText('Not working')).toBeVisible()
  await expect(page.getByText('No response')).toBeVisible()
  await expectAccessible(page)
})

test('sign-in and registration lead to the terms and to privacy', async ({ page }) => {
  for (const path of ['/login', '/register']) {
    await page.goto(path)
    const main = page.getByRole('main')
    await expect(main.getByRole('link', { name: 'Terms & Conditions' })).toHaveAttribute('href', '/terms')
    await main.getByRole('link', { name: 'Privacy' }).click()
    await expect(heading(page)).toHaveText('Privacy')
  }
})

/** A page of which the half is there when its script runs, and whatever follows after it has run. */
async function servedInHalves(script: string, [first, second]: readonly [string, string]) {
  let rest: ServerResponse | undefined
  const server = createServer(({ url }, answer) => {
    if (url === '/script.mjs') return answer.setHeader('content-type', 'text/javascript').end(script)
    if (url === '/ran') return rest!.end(second, () => answer.end())
    if (url !== '/') return answer.writeHead(404).end()
    rest = answer.setHeader('content-type', 'text/html; charset=utf-8')
    rest.write(
      `<!doctype html><title>Halves</title><script>addEventListener('error', ({ message }) => (document.title = message))</script>
       <script type="module" async src="/script.mjs" onload="fetch('/ran')"></script>${first}`,
    )
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}/`, close: () => (server.close(), server.closeAllConnections()) }
}

test('the script of the menus may run before all of the page is there', async ({ page }) => {
  const script = readFileSync(
    path.join(import.meta.dirname, '../../web/areas/public/public-menus.mjs'),
    'utf8',
  )
  const halves = [
    '<main><details data-menu>',
    '<summary>Menu</summary><a href="#x">X</a></details></main>',
  ] as const
  const served = await servedInHalves(script, halves)
  try {
    await page.goto(served.address)
    const menu = page.getByText('Menu', { exact: true })
    await expect(menu).toHaveAttribute('aria-expanded', 'false')
    await menu.click()
    await expect(menu).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('Escape')
    await expect(menu).toHaveAttribute('aria-expanded', 'false')
    await expect(page).toHaveTitle('Halves')
  } finally {
    served.close()
  }
})
