import type { Page } from '@playwright/test'
import { expect, fillBirthDate, sendConsent, test } from './journey.ts'

const kB = 1000

/** Bytes of script that a page's first load brings, as they travel. */
async function scriptBytes(page: Page, address: string): Promise<number> {
  const sizes: number[] = []
  page.on('response', async (answer) => {
    if (answer.request().resourceType() !== 'script') return
    expect(answer.headers()['content-encoding'], answer.url()).toBe('br')
    sizes.push(Number(answer.headers()['content-length']))
  })
  await page.goto(address, { waitUntil: 'networkidle' })
  return sizes.reduce((sum, size) => sum + size, 0)
}

test('the first load keeps its budget: public pages 1 kB, patients 70 kB, the clinic 125 kB', async ({
  page,
  phone,
  signIn,
}) => {
  const visitor = await page.context().newPage()
  // What folds their menus away with Escape, and nothing else (rulings 61).
  expect(await scriptBytes(visitor, '/')).toBeLessThanOrEqual(1 * kB)
  await signIn(page, 'Priya')
  const { url } = await sendConsent(page)
  expect(await scriptBytes(phone, url)).toBeLessThanOrEqual(70 * kB)
  for (const address of ['/clinic', '/clinic/patients', '/clinic/consents', '/clinic/templates']) {
    const fresh = await page.context().newPage()
    await (
      await fresh.context().newCDPSession(fresh)
    ).send('Network.setCacheDisabled', { cacheDisabled: true })
    expect(await scriptBytes(fresh, address), address).toBeLessThanOrEqual(125 * kB)
    await fresh.close()
  }
})

test('a form is opened by what its link and the birth date answer, and again by one request', async ({
  page,
  phone,
  signIn,
}) => {
  await signIn(page, 'Priya')
  const { url, dateOfBirth, consentId } = await sendConsent(page)
  const asked: string[] = []
  phone.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // What the patient has asked and said already is asked for once the form stands there.
    const isLater = /\/(questions|matters)$/.test(pathname)
    if (pathname.startsWith('/api/') && !isLater) asked.push(`${request.method()} ${pathname}`)
  })
  const link = `/api/patient/links/${url.split('/').pop()!}`
  const start = phone.getByRole('button', { name: 'Start reading' })
  await phone.goto(url)
  await fillBirthDate(phone, dateOfBirth)
  await phone.getByRole('button', { name: 'Continue' }).click()
  await expect(start).toBeVisible()
  expect(asked).toEqual([`GET ${link}`, `POST ${link}/verification`])
  asked.length = 0
  await phone.reload()
  await expect(start).toBeVisible()
  expect(asked).toEqual([`GET /api/patient/consents/${consentId}`])
})
