import { createHash, randomUUID } from 'node:crypto'
import type { CDPSession, Page } from '@playwright/test'
import type { Template } from '../../contract/templates.ts'
import type { VideoAsset } from '../../contract/videos.ts'
import { expect, expectAccessible, expectDialogAccessible, test } from './journey.ts'
import { makeAvi, makeVideo, soundOf, type VideoFile } from './video-files.ts'

const named = (words: string) => `${words} ${randomUUID().slice(0, 8)}`
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page) => page.getByLabel('Select Video')

async function read<T>(page: Page, path: string): Promise<T> {
  const answer = await page.request.get(`/api/clinic/${path}`)
  expect(answer.ok(), `${path} answered ${answer.status()}`).toBe(true)
  return (await answer.json()) as T
}

/** A template of the practice of whoever is signed in on this page. */
async function makeTemplate(page: Page): Promise<Template> {
  const answer = await page.request.post('/api/clinic/templates', {
    headers: { 'idempotency-key': randomUUID() },
    data: {
      name: named('Night guard'),
      treatmentType: 'Other',
      sections: [
        { id: 1, title: 'Treatment Description', content: '<p>A guard that you wear at night.</p>' },
      ],
    },
  })
  expect(answer.ok()).toBe(true)
  return (await answer.json()) as Template
}

async function upload(page: Page, file: VideoFile): Promise<void> {
  await field(page).setInputFiles(file)
  await button(page, 'Upload Video').click()
}

/** The first answer to a list of videos whose file has this name. */
async function videoNamed(page: Page, name: string): Promise<VideoAsset> {
  const { items } = await read<{ items: VideoAsset[] }>(page, 'videos?maxResults=1000')
  return items.find((video) => video.name.startsWith(name))!
}

/** The sound of a video as the server keeps it. */
async function soundKept(page: Page, name: string): Promise<string | null> {
  const { id } = await videoNamed(page, name)
  const { original } = await read<{ original: string }>(page, `videos/${id}/addresses`)
  return soundOf(await (await page.request.get(original)).body())
}

/** An AVI plays once the server has made it playable; where it has nothing to do so with, that is said. */
async function playOrSayWhy(page: Page, name: string): Promise<void> {
  const { canTranscode } = await read<{ canTranscode: boolean }>(page, 'videos/usage')
  if (!canTranscode) {
    await expect(page.getByText('this server cannot convert it to MP4')).toBeVisible()
    return
  }
  await expect.poll(async () => (await videoNamed(page, name)).state).toBe('playable')
  const { id } = await videoNamed(page, name)
  await page.goto(`/clinic/templates/videos/${id}`)
  const film = page.locator('video')
  await film.evaluate((video) => void (video as unknown as { play(): Promise<void> }).play())
  await expect
    .poll(() => film.evaluate((video) => (video as unknown as { currentTime: number }).currentTime))
    .toBeGreaterThan(0.2)
  await page.goto('/clinic/templates/videos')
}

test('a practice puts a video into a template and says how patients are shown it', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'Siân')
  const template = await makeTemplate(page)
  await page.goto(`/clinic/templates/${template.id}/edit`)
  const name = named('crown')

  await test.step('What is wrong with a file is told in its order', async () => {
    await button(page, 'Upload Video').click()
    await expect(page.getByText('Please select a video file first', { exact: true })).toBeVisible()
    await field(page).setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') })
    await expect(
      page.getByText('Unsupported video format. Please use MP4, WebM, MOV, or AVI.', { exact: true }),
    ).toBeVisible()
    const disguised = {
      name: `${name}.mp4`,
      mimeType: 'video/mp4',
      buffer: Buffer.from('A letter. '.repeat(50)),
    }
    await upload(page, disguised)
    await expect(page.getByText(/^Failed to upload video: /)).toBeVisible()
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    await button(page, 'Cancel').first().click()
    await expect(page.getByText(/^Failed to upload video: /)).toHaveCount(0)
  })

  await test.step('An MP4 is sent, and stands there with its facts', async () => {
    await upload(page, await makeVideo(page, 'mp4', name))
    await expect(page.getByText('Upload complete!')).toBeVisible()
    await expect(page.getByText(`${name}.mp4`)).toBeVisible()
    await expect(page.getByText(/^0:03, [\d.]+ kB, MP4$/)).toBeVisible()
    await expect(page.getByText('Required viewing').first()).toBeVisible()
    const link = page.getByRole('link', { name: 'Open Video in New Tab' })
    const address = (await link.getAttribute('href'))!
    expect((await page.request.get(address, { headers: { range: 'bytes=0-9' } })).status()).toBe(206)
    await expectAccessible(page)
    await button(page, 'Update Template').click()
    await expect(page).toHaveURL(/\/clinic\/templates$/)
  })

  await test.step('Its settings have a screen of their own', async () => {
    await page.goto(`/clinic/templates/${template.id}/edit`)
    await page.getByRole('link', { name: 'Video Settings' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Video Settings' })).toBeVisible()
    await expect(page.getByRole('checkbox', { name: 'Required viewing' })).toBeChecked()
    await expect(page.getByRole('checkbox', { name: 'Start automatically' })).not.toBeChecked()
    await expect(page.getByRole('checkbox', { name: 'Show controls' })).toBeChecked()
    await page.getByRole('checkbox', { name: 'Required viewing' }).uncheck()
    await page.getByRole('checkbox', { name: 'Start automatically' }).check()
    await page.getByLabel('Transcript').fill('We take a print of your teeth.')
    await expectAccessible(page)
    await button(page, 'Save video settings').click()
    await expect(page).toHaveURL(/\/edit$/)
    const { sections } = await read<Template>(page, `templates/${template.id}?text=newest`)
    const { id, url } = await videoNamed(page, `${name}.mp4`)
    const transcript = 'We take a print of your teeth.'
    expect(sections[0]!.media).toEqual({ url, videoId: id, required: false, autoplay: true, transcript })
  })

  await test.step('It is chosen from the library for another template, and is kept while one shows it', async () => {
    await page.goto('/clinic/templates/new')
    await button(page, 'Choose from the library').click()
    await page.getByLabel('Search videos').fill(name)
    await expectDialogAccessible(page)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `${name}.mp4` })
      .click()
    await expect(page.getByText(/^0:03, /)).toBeVisible()
    await button(page, 'Remove video').click()
    await expect(field(page)).toBeVisible()

    const { id } = await videoNamed(page, `${name}.mp4`)
    await page.goto(`/clinic/templates/videos/${id}`)
    await button(page, 'Remove video').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove video' }).click()
    const kept = page.getByRole('alertdialog').filter({ hasText: 'its file is kept' })
    await expect(kept).toContainText('template')
    await button(page, 'OK').click()
    await expect(page).toHaveURL(/\/clinic\/templates\/videos$/)
  })
})

test('the library takes every format, makes a large video smaller, and a transcript becomes captions', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'Siân')
  await page.goto('/clinic/templates/videos')
  const name = named('bridge')

  await test.step('A large MOV is sent smaller, a WebM and an AVI as they are', async () => {
    const mov = await makeVideo(page, 'mov', name, {
      width: 1920,
      height: 1080,
      seconds: 1,
      bitrate: 8_000_000,
      hasSound: true,
    })
    await upload(page, mov)
    await expect(page.getByText(/^Compressed: .* saved\)\.$/)).toBeVisible()
    await expect(page.getByRole('rowheader', { name: `${name}.mp4` })).toBeVisible()
    expect(await videoNamed(page, `${name}.mp4`)).toMatchObject({
      ...{ width: 1280, height: 720, format: 'video/mp4', state: 'playable' },
    })
    expect(await soundKept(page, `${name}.mp4`)).toBe('aac')
    await upload(page, await makeVideo(page, 'webm', name))
    await expect(page.getByRole('rowheader', { name: `${name}.webm` })).toBeVisible()
    // Opus has no place in every browser's MP4: made anew where the browser can, else the file is kept and it is said.
    const spoken = named('spoken')
    const large = { width: 1920, height: 1080, seconds: 1, bitrate: 8_000_000, hasSound: true }
    await upload(page, await makeVideo(page, 'webm', spoken, large))
    await expect(page.getByText(/^(Compressed|Not compressed: this browser cannot)/)).toBeVisible()
    await expect(page.getByRole('rowheader', { name: spoken })).toBeVisible()
    expect(await soundKept(page, spoken)).toMatch(/^(aac|opus)$/)
    await upload(page, await makeAvi(page, name))
    const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: `${name}.avi` }) })
    await expect(row).toContainText(/Not playable yet|Playable/)
    await playOrSayWhy(page, `${name}.avi`)
    await page.getByLabel('Search videos').fill(`${name}.webm`)
    await expect(page.getByRole('rowheader')).toHaveCount(1)
    await expectAccessible(page)
  })

  await test.step('Captions of the transcript are put right by keys, and a file with a fault says its line', async () => {
    await page.getByRole('link', { name: `${name}.webm` }).click()
    await page.getByLabel('Spoken and visual content').fill('Numb first. Then clean.')
    await button(page, 'Save transcript').click()
    await button(page, 'Create captions').click()
    const end = page.getByLabel('Ends', { exact: true }).first()
    const begin = page.getByLabel('Caption 2 begins')
    await expect(begin).toHaveValue(await end.inputValue())
    await begin.focus()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Shift+ArrowDown')
    await button(page, 'Save captions').click()
    await expect(page.getByRole('link', { name: 'Caption 2 begins before caption 1 ends' })).toBeVisible()
    await begin.fill('0:02')
    await page.keyboard.press('Enter')
    await page.getByLabel('Text of caption 2').fill('Then we clean.')
    await expectAccessible(page)
    await button(page, 'Save captions').click()
    await expect(page.getByText('Captions saved.')).toBeVisible()
    const { id } = await videoNamed(page, `${name}.webm`)
    const { text } = await read<{ text: string }>(page, `videos/${id}/captions`)
    expect(text).toContain('00:00:02.000 --> 00:00:03.')
    expect(text).toContain('Then we clean.')
    await page.getByLabel('WebVTT file').setInputFiles({
      name: 'other.vtt',
      mimeType: 'text/vtt',
      buffer: Buffer.from('WEBVTT\n\n00:01.000 --> soon\nHello\n'),
    })
    await expect(page.getByText('other.vtt, line 3: A time is written as 00:00:04.000')).toBeVisible()
  })
})

/** How the browser is connected from now on. */
const connect = (network: CDPSession, { offline = false, bytes_a_second = -1 }) =>
  network.send('Network.emulateNetworkConditions', {
    ...{ offline, latency: 0, downloadThroughput: -1, uploadThroughput: bytes_a_second },
  })

test('an upload is paused, outlives a lost network and a reload, and arrives whole', async ({
  page,
  signIn,
  context,
}) => {
  await signIn(page, 'Siân')
  await page.goto('/clinic/templates/videos')
  const network = await context.newCDPSession(page)
  const slow = { bytes_a_second: 60_000 }
  const name = named('long')
  const file = await makeVideo(page, 'mp4', name, { seconds: 20, padding: 1_200_000 })
  const bar = page.getByRole('progressbar', { name: 'Upload' })
  const percent = async () => Number(await bar.getAttribute('aria-valuenow'))
  page.on('dialog', (dialog) => void dialog.accept())

  await connect(network, slow)
  await upload(page, file)
  await expect.poll(percent).toBeGreaterThan(15)
  await expect(page.getByText('Uploading video...')).toBeVisible()
  await button(page, 'Pause').click()
  await expect(page.getByText('Paused.')).toBeVisible()
  await expectAccessible(page)

  await page.reload()
  await expect(page.getByText(`The upload of ${name}.mp4 was interrupted at`)).toBeVisible()
  await upload(page, await makeVideo(page, 'mp4', named('another')))
  await expect(page.getByText(`This is not the interrupted file. Choose ${name}.mp4`)).toBeVisible()
  await connect(network, slow)
  await upload(page, file)
  await button(page, 'Pause').click()
  await button(page, 'Resume').click()

  await connect(network, { offline: true })
  await expect(page.getByText('Connection lost.')).toBeVisible()
  await connect(network, {})
  await expect(page.getByText('Upload complete!')).toBeVisible()
  const { sha256, bytes } = await videoNamed(page, file.name)
  expect(bytes).toBe(file.buffer.length)
  expect(sha256).toBe(createHash('sha256').update(file.buffer).digest('hex'))
})

test('a super administrator tries the storage, and anybody works out what videos cost', async ({
  page,
  signIn,
}) => {
  await page.goto('/setup/video-cost-comparison')
  await page.getByLabel('Videos stored').fill('100')
  await page.getByLabel('Megabytes per video').fill('51.2')
  await page.getByLabel('Plays per month').fill('2000')
  await expect(
    page.getByRole('img', { name: /Our storage: \$12\.10; Our storage with a CDN: \$0\.10/ }),
  ).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Other provider 2' })).toContainText('$8.62')
  await expectAccessible(page)

  await signIn(page, 'Rowan')
  await page.goto('/admin/consents/new')
  await button(page, 'Test storage connection').click()
  await expect(page.getByText(/^Delete: done in/)).toBeVisible()
  await button(page, 'Debug').click()
  await expect(page.getByText('/api/admin/video-uploads')).toBeVisible()
  await button(page, 'Small test upload').click()
  await expect(page.getByText('Removed it')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/admin/consent-templates/videos')
  await expect(page.getByRole('heading', { level: 1, name: 'Videos' })).toBeVisible()
  await expectAccessible(page)

  const made = await page.request.post('/api/admin/templates', {
    headers: { 'idempotency-key': randomUUID() },
    data: {
      name: named('Platform guard'),
      treatmentType: 'Other',
      sections: [{ id: 1, title: 'Treatment Description', content: '<p>A guard.</p>' }],
    },
  })
  expect(made.ok()).toBe(true)
  const { id } = (await made.json()) as Template
  await page.goto(`/admin/consents/${id}/video-settings`)
  await expect(page.getByRole('heading', { level: 1, name: 'Video Settings' })).toBeVisible()
  const name = named('guard')
  await upload(page, await makeVideo(page, 'mp4', name))
  await expect(page.getByText(`${name}.mp4`)).toBeVisible()
  await page.getByRole('checkbox', { name: 'Required viewing' }).uncheck()
  await expectAccessible(page)
  await button(page, 'Save video settings').click()
  await expect(page).toHaveURL(new RegExp(`/admin/consents/${id}/edit$`))
})
