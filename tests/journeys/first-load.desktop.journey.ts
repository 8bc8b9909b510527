import type { Page } from '@playwright/test'
import { expect, sendConsent, test } from './journey.ts'

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
