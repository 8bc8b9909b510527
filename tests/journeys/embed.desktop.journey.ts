import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { startFramingPage } from './framing-page.ts'
import {
  callApi,
  demoAccountOf,
  expect,
  expectAccessible,
  expectDialogAccessible,
  sendConsent,
  signInByApi,
  test,
} from './journey.ts'

type PageWords = { sections: { id: string; steps?: { code: string }[] }[] }
const words = JSON.parse(
  readFileSync(new URL('../../content/pages/developers.json', import.meta.url), 'utf8'),
) as PageWords
/** The example page of the guide, as it stands there. */
const examplePage = words.sections.find(({ id }) => id === 'embed')!.steps!.at(-1)!.code

test('a practice lists an origin, and a page of it shows how a consent stands; no other page may', async ({
  openBrowser,
  viewport,
  request,
  demo,
  baseURL,
}) => {
  const listed = await startFramingPage()
  const unlisted = await startFramingPage()
  const browser = () => openBrowser({ baseURL: baseURL!, viewport, ignoreHTTPSErrors: true })
  try {
    const page = await browser()
    await signInByApi(page, demoAccountOf(demo, 'Amara'))
    await page.goto('/clinic/settings/connections?tab=embedding')
    await page.getByRole('button', { name: 'Add origin' }).first().press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Add origin' }).click()
    await expect(
      dialog.getByRole('alert').getByText('Enter an address that begins with https://'),
    ).toBeVisible()
    await dialog.getByLabel('Address of the practice system').fill(`${listed.origin}/patients/7?tab=1`)
    await expectDialogAccessible(page)
    await dialog.getByRole('button', { name: 'Add origin' }).press('Enter')
    await expect(page.getByRole('rowheader', { name: listed.origin })).toBeVisible()
    await expectAccessible(page)

    const made = await callApi<{ secret: string }>(page, 'api-keys', {
      name: `Frame ${randomUUID().slice(0, 8)}`,
      scopes: ['embeds:create'],
    })
    const sent = await sendConsent(page)
    const ask = (origin: string) =>
      request.post('/api/v1/embeds', {
        headers: { authorization: `Bearer ${made.secret}` },
        data: { origin, consentId: sent.consentId },
      })
    const addressFor = async () => ((await (await ask(listed.origin)).json()) as { url: string }).url
    expect((await ask(unlisted.origin)).status()).toBe(404)

    // A desk where nobody is signed in to Candour, at the other program's page.
    const desk = await browser()
    const url = await addressFor()
    listed.show(examplePage.replace('EMBED_URL', url))
    await desk.goto(listed.origin)
    const frame = desk.frameLocator('#candour')
    await expect(frame.getByRole('heading', { level: 1 })).toContainText(sent.lastName)
    await expect(frame.getByText('Sent', { exact: true }).first()).toBeVisible()
    await expect(frame.getByRole('button')).toHaveCount(0)
    await expect(frame.getByRole('textbox')).toHaveCount(0)
    // The page is told how things stand and how high the frame is, and nothing of it stands in an address.
    await expect(desk.locator('#state')).toHaveText('sent')
    await expect(desk.locator('#candour')).toHaveAttribute('style', /height: \d{2,}px/)
    const shown = desk.frames().find((one) => one.url().includes('/embed/'))!
    expect(shown.url()).not.toContain('#')
    expect(shown.url()).not.toContain(sent.consentId)
    expect(await desk.context().cookies(baseURL)).toEqual([])
    const outside = frame.getByRole('link', { name: /^Open in Candour/ })
    await expect(outside).toHaveAttribute('href', `/clinic/consents/${sent.consentId}`)
    await expect(outside).toHaveAttribute('rel', 'noopener noreferrer')

    // Shown a second time, it is over.
    await desk.reload()
    await expect(frame.getByRole('alert')).toContainText('was opened before')

    // In the frame of anybody else's page, or in none, there is nothing, and the address is not used up.
    const again = await addressFor()
    unlisted.show(examplePage.replace('EMBED_URL', again))
    const refused = desk.waitForEvent('console', (line) => line.text().includes('frame-ancestors'))
    await desk.goto(unlisted.origin)
    await refused
    await expect(desk.locator('#state')).toHaveText('')
    await desk.goto(again)
    await expect(desk.getByRole('alert')).toContainText('only inside a practice system')
    // Nor is any other page shown to a listed origin.
    for (const other of ['/login', '/clinic', '/', '/sign-consent/x']) {
      const { 'content-security-policy': policy } = (await request.get(other)).headers()
      expect(policy, other).toContain("frame-ancestors 'none'")
    }
    listed.show(examplePage.replace('EMBED_URL', again))
    await desk.goto(listed.origin)
    await expect(frame.getByRole('heading', { level: 1 })).toContainText(sent.lastName)

    // A desk whose network is gone keeps no names past the hour, and its page is told.
    const offline = await browser()
    await offline.clock.install()
    const telling = examplePage.replace(
      'frame.remove()',
      "document.getElementById('state').textContent = 'ended'",
    )
    expect(telling).not.toBe(examplePage)
    listed.show(telling.replace('EMBED_URL', await addressFor()))
    await offline.goto(listed.origin)
    const left = offline.frameLocator('#candour')
    await expect(left.getByRole('heading', { level: 1 })).toContainText(sent.lastName)
    await offline.route('**/api/embed/readings', (route) => route.abort())
    await offline.clock.fastForward('59:00')
    await expect(left.getByText('Candour cannot be reached at the moment.')).toBeVisible()
    await expect(left.getByRole('heading', { level: 1 })).toContainText(sent.lastName)
    await offline.clock.fastForward('01:00')
    await expect(left.getByRole('alert')).toContainText('This view has ended.')
    await expect(left.getByText(sent.lastName)).toHaveCount(0)
    await expect(offline.locator('#state')).toHaveText('ended')

    // The origin is removed: what is open ends, and the page is told.
    await page.goto('/clinic/settings/connections?tab=embedding')
    await page.getByRole('button', { name: `Remove ${listed.origin}` }).click()
    await page.getByRole('button', { name: 'Remove origin' }).click()
    await expect(page.getByRole('rowheader', { name: listed.origin })).toHaveCount(0)
    await expect(desk.locator('#candour')).toHaveCount(0)
  } finally {
    await listed.close()
    await unlisted.close()
  }
})
