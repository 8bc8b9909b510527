import type { BrowserContext, Page, Request, Route } from '@playwright/test'
import { storedText, decryptDrafts } from './browser-storage.ts'
import {
  confirmEverything,
  drawSignature,
  drawWithFinger,
  expect,
  expectAccessible,
  fillBirthDate,
  skipQuestions,
  readToTheEnd,
  sendConsent,
  test,
  type SentConsent,
} from './journey.ts'

const heading = (phone: Page) => phone.getByRole('heading', { level: 1 })
const button = (phone: Page, name: string | RegExp) => phone.getByRole('button', { name })

type Point = { x: number; y: number; time: number; pressure: number }
type Stroke = { points: Point[] }

/** So many strokes as this device keeps them, letter by letter; nobody reads them there without the key. */
async function expectStoredStrokes(
  phone: Page,
  { consentId }: SentConsent,
  strokes: number,
): Promise<string> {
  let kept: readonly Stroke[] = []
  await expect
    .poll(async () => {
      const { [`draft:${consentId}`]: draft = '{}' } = await decryptDrafts(phone, consentId, 'localStorage')
      kept = (JSON.parse(draft) as { drawing?: { strokes: Stroke[] } }).drawing?.strokes ?? []
      return kept
    })
    .toHaveLength(strokes)
  return JSON.stringify(kept)
}

/** How much ink is on the field: what is kept and not shown would be signed unseen. */
const drawnPixels = (phone: Page) =>
  phone.evaluate<number>(`(() => {
    const field = document.querySelector('canvas')
    const { data } = field.getContext('2d').getImageData(0, 0, field.width, field.height)
    return data.filter((alpha, at) => at % 4 === 3 && alpha > 0).length
  })()`)

/** The tab's process dies, as where the phone needs the memory: nothing of the page is asked before. */
async function killTab(phone: Page): Promise<void> {
  const died = phone.waitForEvent('crash')
  const tab = await phone.context().newCDPSession(phone)
  void tab.send('Page.crash').catch(() => {})
  await died
  await phone.close()
}

/** Opens the link in a tab of its own, and goes on from the part that was read last to the signature. */
async function reopenConsent(device: BrowserContext, { url, dateOfBirth }: SentConsent): Promise<Page> {
  const tab = await device.newPage()
  await tab.goto(url)
  await fillBirthDate(tab, dateOfBirth)
  await button(tab, 'Continue').click()
  await expect(heading(tab)).toHaveText('No Treatment')
  await button(tab, /Continue|I have read this/).click()
  await skipQuestions(tab)
  for (const box of await tab.getByRole('checkbox').all()) await expect(box).toBeChecked()
  await button(tab, 'Continue').click()
  await expect(heading(tab)).toHaveText('Sign your consent')
  return tab
}

type SentSignature = { key: string | undefined; strokes: string }

const signatureIn = (request: Request): SentSignature => {
  const { mark } = request.postDataJSON() as { mark: { strokes: Stroke[] } }
  return { key: request.headers()['idempotency-key'], strokes: JSON.stringify(mark.strokes) }
}

test('a signature outlives turning, reloading, a killed tab and a lost answer, and is given once', async ({
  page,
  phone,
  signIn,
}) => {
  await signIn(page, 'Priya')
  const sent = await sendConsent(page)
  const device = phone.context()

  const drawn = await test.step('Drawn by finger and by mouse, named by keyboard', async () => {
    await readToTheEnd(phone, sent)
    await confirmEverything(phone)
    await phone.getByLabel('Your full name').focus()
    await phone.keyboard.type('Robin Ó Néill')
    await drawWithFinger(phone)
    const finger = await expectStoredStrokes(phone, sent, 1)
    expect(await storedText(phone)).not.toMatch(/Néill/)
    expect(await drawnPixels(phone)).toBeGreaterThan(0)

    const { width, height } = phone.viewportSize()!
    await phone.setViewportSize({ width: height, height: width })
    await expect.poll(() => drawnPixels(phone)).toBeGreaterThan(0)
    expect(await expectStoredStrokes(phone, sent, 1)).toBe(finger)
    await drawSignature(phone)
    const both = await expectStoredStrokes(phone, sent, 2)
    expect(both.startsWith(finger.slice(0, -1))).toBe(true)
    expect((JSON.parse(both) as Stroke[]).map(({ points }) => points.length > 10)).toEqual([true, true])

    await phone.evaluate('scrollTo(0, 0)')
    await phone.setViewportSize({ width, height })
    await phone.reload()
    await expect(heading(phone)).toHaveText('Sign your consent')
    await expect(phone.getByLabel('Your full name')).toHaveValue('Robin Ó Néill')
    await expect.poll(() => drawnPixels(phone)).toBeGreaterThan(0)
    expect(await expectStoredStrokes(phone, sent, 2)).toBe(both)
    return both
  })

  await killTab(phone)
  const [first, second] =
    await test.step('The tab is killed, and the form opened in two others', async () => {
      const tabs = [await reopenConsent(device, sent), await reopenConsent(device, sent)] as const
      for (const tab of tabs) {
        await expect(tab.getByLabel('Your full name')).toHaveValue('Robin Ó Néill')
        await expect.poll(() => drawnPixels(tab)).toBeGreaterThan(0)
        expect(await expectStoredStrokes(tab, sent, 2)).toBe(drawn)
      }
      return tabs
    })

  await test.step('While no answer comes the page says that it is saved, long before the call gives up', async () => {
    const held: Route[] = []
    await first.route('**/signature', (route) => void held.push(route))
    await first.clock.install()
    await button(first, 'Sign and send').click()
    await expect.poll(() => held.length).toBe(1)
    await first.clock.fastForward(20_000)
    await expect(heading(first)).toHaveText('Saved on this phone')
    expect(held).toHaveLength(1)
    await device.setOffline(true)
    await held[0]!.abort()
    await first.unroute('**/signature')
  })

  const tried: SentSignature[] = []
  await test.step('Without a connection it is saved; the first answer is lost; it is sent again by itself', async () => {
    await expect(heading(first)).toHaveText('Saved on this phone')
    await expect
      .poll(async () => JSON.stringify(await first.evaluate('Object.keys(localStorage)')))
      .toContain(`signature:${sent.consentId}`)
    expect(await storedText(first)).not.toMatch(/Néill/)
    await expect(button(first, 'Try to send now')).toBeEnabled()
    await expectAccessible(first)
    await first.route('**/signature', async (route) => {
      tried.push(signatureIn(route.request()))
      if (tried.length > 1) return route.continue()
      expect((await route.fetch()).ok()).toBe(true)
      await route.abort('connectionreset')
    })
    await device.setOffline(false)
    await expect(heading(first)).toHaveText('Your consent is signed')
    expect(tried.map(({ strokes }) => strokes)).toEqual(tried.map(() => drawn))
    expect(tried.length).toBeGreaterThan(1)
    expect(new Set(tried.map(({ key }) => key)).size).toBe(1)
    await expectAccessible(first)
  })

  await test.step('The other tab, pressed twice, gives no second one', async () => {
    await button(second, 'Sign and send').dblclick()
    await expect(heading(second)).toHaveText('Your consent is signed')
    await expect(second.getByText('This consent was already signed')).toBeVisible()
  })

  await test.step('The record holds one signature, stroke by stroke as it was drawn', async () => {
    const consent = await page.request.get(`/api/clinic/consents/${sent.consentId}`)
    const { events, signature, chainIntact } = (await consent.json()) as {
      events: { event: string }[]
      signature: { name: string }
      chainIntact: boolean
    }
    expect(events.filter(({ event }) => event === 'consent.signed')).toHaveLength(1)
    expect([signature.name, chainIntact]).toEqual(['Robin Ó Néill', true])
    const evidence = await page.request.get(`/api/clinic/consents/${sent.consentId}/evidence`)
    // The evidence writes every object's names in the order of the alphabet.
    const inRecord = JSON.stringify(
      (JSON.parse(drawn) as Stroke[]).map(({ points }) => ({
        points: points.map(({ x, y, time, pressure }) => ({ pressure, time, x, y })),
      })),
    )
    expect((await evidence.body()).includes(inRecord), 'the strokes are in the evidence').toBe(true)
  })
})
