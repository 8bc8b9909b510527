import type { Page, Route } from '@playwright/test'
import { expect, expectAccessible, sendConsent, test } from './journey.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const menu = (page: Page) => page.getByRole('navigation', { name: 'Clinic' })
const consents = (page: Page) => menu(page).getByRole('link', { name: 'Consents', exact: true })
const waiting = (page: Page) => page.getByText('The next one opens when the connection is back')
/** The script of the list of consents, which its page alone needs. */
const listScript = '**/assets/consent-list-*.js'

/** Counts the documents that a page fetches from now on, by path. */
function countDocuments(page: Page): string[] {
  const paths: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) paths.push(new URL(request.url()).pathname)
  })
  return paths
}

const gone = (route: Route) => route.fulfill({ status: 404, body: 'Not found' })

test('a script that is gone for good: the page ahead is loaded anew once, then the error screen offers it', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'Priya')
  await page.goto('/clinic')
  await expect(heading(page)).toBeVisible()
  await page.route(listScript, gone)
  const documents = countDocuments(page)
  await consents(page).click()
  await expect(heading(page)).toHaveText('Application Error Detected')
  await expect(page).toHaveURL(/\/clinic\/consents$/)
  expect(documents).toEqual(['/clinic/consents'])
  await expect(page.getByLabel('Stack')).toContainText('ChunkLoadError')
  await page.getByRole('button', { name: 'Reload Application' }).click()
  await expect(heading(page)).toHaveText('Application Error Detected')
  expect(documents).toEqual(['/clinic/consents', '/clinic/consents'])
  await page.unroute(listScript)
  await page.getByRole('button', { name: 'Reload Application' }).click()
  await expect(heading(page)).toHaveText('Consents')
})

test('a script that is missing once: where a menu led is reached all the same', async ({ page, signIn }) => {
  await signIn(page, 'Priya')
  await page.goto('/clinic')
  await expect(heading(page)).toBeVisible()
  await page.route(listScript, gone, { times: 1 })
  const documents = countDocuments(page)
  await consents(page).click()
  await expect(heading(page)).toHaveText('Consents')
  expect(documents).toEqual(['/clinic/consents'])
})

test('without a network a menu keeps the page, says so, and goes on by itself', async ({ page, signIn }) => {
  await signIn(page, 'Priya')
  await page.goto('/clinic/patients')
  await expect(heading(page)).toHaveText('Patients')
  const documents = countDocuments(page)

  // The script of the next page is still to come, then it is here and its data is.
  for (const data of ['script', 'data']) {
    await page.context().setOffline(true)
    await consents(page).click()
    await expect(waiting(page), data).toBeVisible()
    await expect(heading(page)).toHaveText('Patients')
    await page.context().setOffline(false)
    await expect(heading(page)).toHaveText('Consents')
    await expect(waiting(page)).toHaveCount(0)
    await menu(page).getByRole('link', { name: 'Patients', exact: true }).click()
    await expect(heading(page)).toHaveText('Patients')
  }
  expect(documents.length).toBeLessThanOrEqual(1)
})

test('a session that cannot be asked for: no connection is waited for, a fault leaves a basic profile', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'Priya')
  const asked = /\/(api\/session|healthz)$/
  await page.route(asked, (route) => route.abort())
  await page.goto('/clinic/patients')
  await expect(page.getByText('No connection.')).toBeVisible()
  await page.unroute(asked)
  await expect(heading(page)).toHaveText('Patients')

  await page.route('**/api/session', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', message: 'Something went wrong.', details: {} } }),
  )
  await page.goto('/clinic/patients')
  await expect(heading(page)).toHaveText('Patients')
  await expect(page.getByText('Staff member').first()).toBeVisible()
  await expect(page.getByText('Application Error Detected')).toHaveCount(0)
})

test('an address that does not exist keeps the menu of its area', async ({ page, signIn }) => {
  await signIn(page, 'Priya')
  const answer = await page.goto('/clinic/no-such-page')
  expect(answer?.status()).toBe(404)
  await expect(heading(page)).toHaveText('Page not found')
  await expect(page).toHaveTitle(/Page not found/)
  await expectAccessible(page)
  await consents(page).click()
  await expect(heading(page)).toHaveText('Consents')
})

test('under another host every page says where to go, and leads to itself there', async ({ page, demo }) => {
  const other = new URL(demo.address)
  other.hostname = '127.0.0.1'
  const answer = await page.goto(`${other.origin}/login?to=%2Fclinic%2Fpatients`)
  expect(answer?.status()).toBe(421)
  await expect(heading(page)).toHaveText('Candour is at another address')
  await expect(page.getByText(demo.address, { exact: true })).toBeVisible()
  await expect(page.getByText('PUBLIC_ADDRESS=http')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Open this page there' }).click()
  await expect(page).toHaveURL(`${demo.address}/login?to=%2Fclinic%2Fpatients`)
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  expect((await page.request.get(`${other.origin}/healthz`)).status()).toBe(200)
})

test('a patient’s page: one reload for a script that is gone, and a wait for the network', async ({
  page,
  browser,
  signIn,
}) => {
  await signIn(page, 'Priya')
  const { url } = await sendConsent(page)
  // Without the worker, which would have the script already.
  const context = await browser.newContext({ serviceWorkers: 'block', viewport: page.viewportSize() })
  const phone = await context.newPage()
  const script = '**/patient-assets/link-problem-pages*'
  await phone.route(script, gone)
  await phone.goto(url)
  const documents = countDocuments(phone)
  const notMine = phone.getByRole('button', { name: 'This is not for me' })
  await notMine.click()
  await expect.poll(() => documents.length).toBe(1)
  await expect(heading(phone)).toContainText('date of birth')
  await notMine.click()
  await expect(heading(phone)).toHaveText('This page did not load fully')
  expect(documents).toHaveLength(1)
  await phone.unroute(script)
  await phone.getByRole('button', { name: 'Load the page again' }).click()
  await expect(heading(phone)).toContainText('date of birth')

  await context.setOffline(true)
  await notMine.click()
  await expect(phone.getByText('This page opens by itself when it is back.')).toBeVisible()
  await context.setOffline(false)
  await expect(heading(phone)).not.toContainText('date of birth')
  await context.close()
})
