import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { demoAccountOf, expect, expectAccessible, signInByApi, test } from './journey.ts'
import { scannerTestFile, startScanningInstallation } from './scanning-installation.ts'

const tus = { 'tus-resumable': '1.0.0' }
const base64 = (text: string) => Buffer.from(text).toString('base64')

/** Sends a video as the upload form does; answers its id. */
async function addVideo({ request }: Page, name: string): Promise<string> {
  const bytes = Buffer.concat([
    Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42', 'latin1'),
    randomBytes(4096),
  ])
  const begun = await request.post('/api/clinic/video-uploads', {
    headers: {
      ...tus,
      'upload-length': String(bytes.length),
      'upload-metadata': `filename ${base64(name)},filetype ${base64('video/mp4')}`,
    },
  })
  const uploadId = begun.headers()['location']!.split('/').at(-1)!
  await request.patch(`/api/clinic/video-uploads/${uploadId}`, {
    headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    data: bytes,
  })
  const finished = await request.post(`/api/clinic/video-uploads/${uploadId}/video`, { data: {} })
  expect(finished.ok(), `the upload answered ${finished.status()}`).toBe(true)
  return ((await finished.json()) as { id: string }).id
}

test('a file with malware is refused, and a video is held while nobody can scan it', async ({
  openBrowser,
  viewport,
}) => {
  const installation = await startScanningInstallation()
  const { address, demo, stopScanner, startScanner } = installation
  const openAs = async (firstName: string) => {
    const page = await openBrowser({ baseURL: address, viewport })
    await signInByApi(page, demoAccountOf(demo, firstName))
    return page
  }
  try {
    const page = await openAs('Siân')
    const attach = (name: string, text: string) =>
      page
        .getByLabel('Attach files')
        .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
    const send = () => page.getByRole('button', { name: 'Send' }).click()

    await test.step('A hit is refused in plain words, and nothing is saved', async () => {
      await page.goto('/clinic/account/tickets/new')
      await page.getByLabel('Subject').fill('Our log')
      await page.getByLabel('What is it about?').selectOption('Problem')
      await page.getByLabel('Your message').fill('See the file.')
      await attach('log.txt', scannerTestFile)
      await send()
      await expect(page.getByRole('alert')).toContainText('This file contains malware and was not saved.')
      await expectAccessible(page)
    })

    await test.step('While the scanner is away files are refused and videos are held', async () => {
      await stopScanner()
      await page.getByRole('button', { name: 'Remove log.txt' }).click()
      await attach('fine.txt', 'A line of a log')
      await send()
      await expect(page.getByRole('alert')).toContainText('cannot be checked for viruses at the moment')
      const videoId = await addVideo(page, 'held.mp4')
      await page.goto(`/clinic/templates/videos/${videoId}`)
      await expect(page.getByText(/being checked for viruses|virus scanner is unavailable/)).toBeVisible()
      await expect(page.locator('video')).toHaveCount(0)
      await expectAccessible(page)
      const rowan = await openAs('Rowan')
      await rowan.goto('/admin')
      await expect(rowan.getByText('Virus scanner needs attention')).toBeVisible()
      await expect(rowan.getByText('Unreachable: files are refused')).toBeVisible()
      await expectAccessible(rowan)

      startScanner()
      const state = async () =>
        ((await (await page.request.get(`/api/clinic/videos/${videoId}`)).json()) as { state: string }).state
      await expect.poll(state, { timeout: 300_000 }).toBe('playable')
      await page.reload()
      await expect(page.locator('video')).toHaveCount(1)
    })
  } finally {
    await installation.close()
  }
})
