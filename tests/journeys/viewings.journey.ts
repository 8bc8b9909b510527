import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { Template } from '../../contract/templates.ts'
import type { VideoAsset } from '../../contract/videos.ts'
import {
  expect,
  expectAccessible,
  fillBirthDate,
  skipQuestions,
  uniqueIpAddress,
  sendConsent,
  type SentConsent,
  test,
  openSection,
} from './journey.ts'
import { makeVideo } from './video-files.ts'

const words = JSON.parse(readFileSync('build/content/words.en.json', 'utf8')) as {
  video: Record<string, string>
}
const said = words.video

/** So many seconds of video: enough to be watched and skipped in, and no more than a journey may wait. */
const clip_seconds = 3

async function send<T>(page: Page, method: 'POST' | 'PUT', path: string, data: object): Promise<T> {
  const headers = { 'idempotency-key': randomUUID() }
  const answer = await page.request.fetch(`/api/clinic/${path}`, { method, data, headers })
  expect(answer.ok(), `${path} answered ${answer.status()}: ${await answer.text()}`).toBe(true)
  return (await answer.json()) as T
}

/** A short video of the practice, with captions. */
async function addVideo(page: Page, seconds = clip_seconds): Promise<VideoAsset> {
  // Browsers encode for pages of an address they trust, and for no empty one.
  await page.goto('/setup/video-consent-demo')
  const { name, mimeType, buffer } = await makeVideo(page, 'mp4', `watch-${randomUUID().slice(0, 8)}`, {
    seconds,
  })
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const begun = await page.request.post('/api/clinic/video-uploads', {
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': String(buffer.length),
      'upload-metadata': `filename ${base64(name)},filetype ${base64(mimeType)}`,
    },
  })
  const uploadId = begun.headers()['location']!.split('/').at(-1)!
  await page.request.patch(`/api/clinic/video-uploads/${uploadId}`, {
    headers: {
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
    data: buffer,
  })
  const shape = { width: 320, height: 180, duration: seconds }
  const video = await send<VideoAsset>(page, 'POST', `video-uploads/${uploadId}/video`, shape)
  const text =
    'WEBVTT\n\n00:00.000 --> 00:01.500\nA bar begins.\n\n00:01.500 --> 00:03.000\nIt goes to the end.\n'
  return send<VideoAsset>(page, 'PUT', `videos/${video.id}/captions`, { text })
}

/** A consent whose form has a video that has to be watched. */
async function sendWithVideo(page: Page, video: VideoAsset, autoplay = false): Promise<SentConsent> {
  const media = {
    url: video.url,
    videoId: video.id,
    required: true,
    autoplay,
    transcript: 'A bar goes from left to right.',
  }
  const template = await send<Template>(page, 'POST', 'templates', {
    name: `Night guard ${randomUUID().slice(0, 8)}`,
    treatmentType: 'Other',
    sections: [
      { id: 1, title: 'What it is', content: '<p>A guard that you wear at night.</p>', media },
      { id: 2, title: 'Risks', content: '<p>It may feel tight at first.</p>' },
    ],
  })
  const item = { templateId: template.id, teeth: ['36'], placeholders: {} }
  return sendConsent(page, { plan: { items: [item] } })
}

async function open(phone: Page, { url, dateOfBirth }: SentConsent): Promise<void> {
  await phone.goto(url)
  await fillBirthDate(phone, dateOfBirth)
  await phone.getByRole('button', { name: 'Continue' }).click()
  await phone.getByRole('button', { name: 'Show everything on one page' }).click()
}

/** Of the browser's video element, what is looked at here. */
type Playing = { currentTime: number; readyState: number; muted: boolean }

const element = (phone: Page) => phone.locator('video')
const player = (phone: Page) => phone.getByRole('group', { name: 'What it is', exact: true })
const isLoaded = (phone: Page) =>
  expect
    .poll(() => element(phone).evaluate((video) => (video as unknown as Playing).readyState))
    .toBeGreaterThan(0)
const placeIn = (phone: Page) => element(phone).evaluate((video) => (video as unknown as Playing).currentTime)

/** Everything that was said about a jump, also when it is gone again before anybody looks. */
async function listenForWarning(phone: Page): Promise<() => Promise<boolean>> {
  await phone.evaluate(`new MutationObserver(() => {
    if (document.body.textContent.includes('Fast-forwarding is disabled. Please watch the video in order.')) globalThis.wasWarned = true
  }).observe(document.body, { childList: true, subtree: true, characterData: true })`)
  return () => phone.evaluate<boolean>('globalThis.wasWarned ?? false')
}

type Told = { standing: string; seenSeconds: number; readInstead: { reason: string } | null }
const told = async (page: Page, { consentId }: SentConsent): Promise<Told> => {
  const answer = await page.request.get(`/api/clinic/consents/${consentId}/viewings`)
  return ((await answer.json()) as Told[])[0]!
}

test('a patient watches the video in order, and the practice sees how', async ({ page, phone, signIn }) => {
  await signIn(page, 'Amara')
  const video = await addVideo(page)
  const sent = await sendWithVideo(page, video)
  await open(phone, sent)

  await test.step('Nobody skips ahead, by pointer or by key', async () => {
    await isLoaded(phone)
    await expectAccessible(phone)
    await expect(player(phone).getByText(said['required']!, { exact: true })).toBeVisible()
    await expect(player(phone).getByText(said['watched']!, { exact: true })).toBeHidden()
    const wasWarned = await listenForWarning(phone)
    await element(phone).evaluate((video) => void ((video as unknown as Playing).currentTime = 2.5))
    await expect.poll(wasWarned).toBe(true)
    await expect.poll(() => placeIn(phone)).toBeLessThan(1.1)
    await player(phone).getByRole('button', { name: said['transcript']!, exact: true }).focus()
    await phone.keyboard.press('ArrowRight')
    await expect.poll(() => placeIn(phone)).toBeLessThan(1.1)
  })

  await test.step('Signing waits for it, with a way back to it', async () => {
    await phone.getByRole('button', { name: 'I have read this' }).click()
    await phone
      .getByRole('button', { name: 'Go on without these questions' })
      .click()
      .catch(() => undefined)
    await expect(phone.getByText(said['dueTitle']!).first()).toBeVisible()
    await phone.getByRole('button', { name: said['see']! }).click()
    await isLoaded(phone)
  })

  await test.step('Keys open the transcript and captions, and play it to its end', async () => {
    await player(phone).getByRole('button', { name: said['transcript']!, exact: true }).click()
    await expect(
      phone.getByRole('region', { name: said['transcript']! }).getByText('A bar begins.'),
    ).toBeVisible()
    const captions = player(phone).getByRole('button', { name: said['captions']!, exact: true })
    await expect(captions).toHaveAttribute('aria-pressed', 'true')
    await phone.keyboard.press('c')
    await expect(captions).toHaveAttribute('aria-pressed', 'false')
    await phone.keyboard.press('m')
    await expect
      .poll(() => element(phone).evaluate((video) => (video as unknown as Playing).muted))
      .toBe(true)
    await phone.getByRole('region', { name: said['transcript']! }).focus()
    await phone.keyboard.press(' ')
    await expect(player(phone).getByText(said['watched']!, { exact: true })).toBeVisible()
    await expect.poll(async () => (await told(page, sent)).standing).toBe('watched')
  })

  await test.step('The practice sees how', async () => {
    await page.goto(`/clinic/consents/${sent.consentId}`)
    await openSection(page, 'Understanding and conversation')
    await expect(page.getByText(/^Watched: 3 s of 3 s seen\.$/)).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('What was shown stands in the text, and plays for the practice too', async () => {
    await openSection(page, 'Text')
    await page.getByRole('button', { name: 'Open all parts' }).click()
    await expect(page.getByText('A bar goes from left to right.')).toBeHidden()
    await page.getByRole('button', { name: 'Play the video' }).click()
    await isLoaded(page)
    await expectAccessible(page)
  })
})

test('a video begins by itself where that is set, is followed by its words, and goes on where it was left', async ({
  page,
  browser,
  demo,
  signIn,
}) => {
  await signIn(page, 'Amara')
  // Longer than anybody here waits, so that it is left before its end.
  const sent = await sendWithVideo(page, await addVideo(page, 60), true)
  const moving = await browser.newContext({
    ...{ baseURL: demo.address, viewport: { width: 1280, height: 860 }, reducedMotion: 'no-preference' },
    extraHTTPHeaders: uniqueIpAddress(),
  })
  const patient = await moving.newPage()
  await open(patient, sent)
  const words = patient.getByRole('region', { name: said['transcript']! })

  await test.step('It begins without sound, and its words are marked as they are said', async () => {
    await expect.poll(() => placeIn(patient)).toBeGreaterThan(2)
    expect(await element(patient).evaluate((video) => (video as unknown as Playing).muted)).toBe(true)
    await player(patient).getByRole('button', { name: said['pause']!, exact: true }).click()
    await player(patient).getByRole('button', { name: said['transcript']!, exact: true }).click()
    for (const [seconds, line] of [
      [0.5, 'A bar begins.'],
      [1.9, 'It goes to the end.'],
    ] as const) {
      await element(patient).evaluate(
        (video, at) => void ((video as unknown as Playing).currentTime = at),
        seconds,
      )
      await expect(words.locator('[aria-current]')).toHaveText(line)
    }
    // Beside the picture, and as high as it is.
    const [picture, panel] = [await element(patient).boundingBox(), await words.boundingBox()]
    expect(Math.abs(panel!.height - picture!.height)).toBeLessThan(3)
    expect(panel!.x).toBeGreaterThanOrEqual(picture!.x + picture!.width - 2)
  })

  await test.step('It fills the screen and gives it back, by key', async () => {
    const isFull = () => patient.evaluate<boolean>('document.fullscreenElement !== null')
    await words.focus()
    await patient.keyboard.press('f')
    await expect.poll(isFull).toBe(true)
    await expect(player(patient).getByRole('button', { name: said['leaveFullscreen']! })).toBeVisible()
    await expect.poll(async () => (await player(patient).boundingBox())!.width).toBeGreaterThan(1270)
    await patient.keyboard.press('f')
    await expect.poll(isFull).toBe(false)
  })

  await test.step('Loaded again it goes on from there', async () => {
    await expect.poll(async () => (await told(page, sent)).seenSeconds).toBeGreaterThan(1)
    await patient.reload()
    const whole = patient.getByRole('button', { name: 'Show everything on one page' })
    await expect(whole.or(element(patient)).first()).toBeVisible()
    if (await whole.isVisible()) await whole.click()
    await isLoaded(patient)
    await expect.poll(() => placeIn(patient)).toBeGreaterThan(1)
  })

  await test.step('In a language from right to left its timeline runs as the film does', async () => {
    await patient.locator('select').first().selectOption('ur')
    await expect(patient.locator('html')).toHaveAttribute('dir', 'rtl')
    await isLoaded(patient)
    await expect(player(patient).getByRole('slider')).toHaveCSS('direction', 'ltr')
    await expectAccessible(patient)
  })
  await moving.close()
})

test('a clinician shows one patient another video, or none', async ({ page, signIn }) => {
  await signIn(page, 'Amara')
  const { consentId } = await sendWithVideo(page, await addVideo(page))
  await page.goto(`/clinic/consents/new?replaces=${consentId}`)
  const sentence = page.getByText('The template’s video, required viewing')
  await sentence.click()
  await page.getByLabel('Required viewing').uncheck()
  await expect(page.getByText('The template’s video, not required')).toBeVisible()
  await page.getByRole('button', { name: 'Choose another video' }).click()
  await page.getByRole('button', { name: /root-canal-steps/ }).click()
  await expect(page.getByText('A video chosen for this patient, not required')).toBeVisible()
  await expect(page.getByText(/^root-canal-steps\.mp4/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Remove video' }).click()
  await expect(page.getByText('No video: the template’s is left out')).toBeVisible()
  await page.getByRole('button', { name: 'Use the template’s video' }).click()
  await expect(sentence).toBeVisible()
})

test('a patient who cannot watch reads it instead; one that fails is tried again', async ({
  page,
  phone,
  signIn,
}) => {
  await signIn(page, 'Amara')
  const sent = await sendWithVideo(page, await addVideo(page))
  await phone.route('**/api/videos/**', (route) => route.abort())
  await open(phone, sent)

  await test.step('A video that does not come says so, and is tried again', async () => {
    await expect(phone.getByText('Failed to load video', { exact: true })).toBeVisible()
    await expectAccessible(phone)
    await phone.unroute('**/api/videos/**')
    await phone.getByRole('button', { name: said['retry']!, exact: true }).click()
    await isLoaded(phone)
  })

  await test.step('Why it is read is asked, and put on record', async () => {
    await phone.getByText(said['cannot']!).click()
    await expect(phone.getByText('A bar goes from left to right.')).toBeVisible()
    await phone.getByRole('button', { name: said['haveRead']! }).click()
    await expect(phone.getByText(said['whyMissing']!)).toBeVisible()
    await phone.getByRole('radio', { name: said['deaf']! }).check()
    await phone.getByRole('button', { name: said['haveRead']! }).click()
    await expect(phone.getByText(said['readNoted']!)).toBeVisible()
    await expectAccessible(phone)
    await expect.poll(async () => (await told(page, sent)).readInstead?.reason).toBe('deaf')
  })

  await test.step('Signing does not wait for it any more', async () => {
    await phone.getByRole('button', { name: 'I have read this' }).click()
    await skipQuestions(phone)
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Before you sign')
    await expect(phone.getByText(said['dueTitle']!)).toBeHidden()
  })
})

test('anybody may try the player, and sees its rule at work', async ({ page }) => {
  await page.goto('/setup/video-consent-demo')
  await isLoaded(page)
  await expect(page.getByText('Nothing has been watched yet.')).toBeVisible()
  await page.getByRole('button', { name: said['play']!, exact: true }).click()
  await expect.poll(() => placeIn(page)).toBeGreaterThan(0.5)
  await page.getByRole('button', { name: said['pause']!, exact: true }).click()
  await expect(page.getByText(/of the video watched/)).toBeVisible()
  await expectAccessible(page)
})
