/**
 * Takes the pictures of the product that its public pages and its manual show: `npm run pictures [-- NAME …]`. Starts
 * the product with a new demo, brings it to what is to be seen, and writes each picture in two sizes and the list of
 * them. Done by hand when a screen that is shown has changed (docs/decisions/2026-11-22-pictures-of-the-product.md).
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { build, buildSteps } from '../build-steps.ts'
import { startServer, untilReady } from '../prove/test-server-process.ts'
import { clinicScenes } from './clinic-scenes.ts'
import { large_scale, listFile, pictureFolder, scriptHash, type PictureList } from './picture-list.ts'
import type { PictureScene } from './picture-scene.ts'
import { patientScenes } from './patient-scenes.ts'
import { openStage, type PictureStage } from './picture-stage.ts'

const port = 4397
const address = `http://localhost:${port}`

/** The larger one is for sharp screens; where its dots are smaller than an eye tells apart, less exact ones do. */
const sizes = [
  { ending: '', dots: 1, quality: 70 },
  { ending: '-large', dots: large_scale, quality: 40 },
]

type TakenPicture = PictureList['pictures'][number]

/** Fonts are there, images are decoded, nothing is asked for any more, and nothing blinks. */
async function waitUntilSettled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.addStyleTag({ content: '* { caret-color: transparent !important; outline: none !important }' })
  await page.evaluate(`(async () => {
    document.activeElement?.blur()
    await document.fonts.ready
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})))
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  })()`)
}

async function takePicture(stage: PictureStage, { name, device, show }: PictureScene): Promise<TakenPicture> {
  const { page, part } = await show(stage)
  await waitUntilSettled(page)
  const scroll = (await page.evaluate('({ x: scrollX, y: scrollY })')) as { x: number; y: number }
  const box = await part?.boundingBox()
  const size = box ?? { x: 0, y: 0, ...page.viewportSize()! }
  const [width, height] = [Math.round(size.width), Math.round(size.height)]
  const clip = { x: Math.round(size.x) + scroll.x, y: Math.round(size.y) + scroll.y, width, height }
  const browser = await page.context().newCDPSession(page)
  for (const { ending, dots: scale, quality } of sizes) {
    const { data } = await browser.send('Page.captureScreenshot', {
      ...{ format: 'webp', quality },
      clip: { ...clip, scale },
    })
    const bytes = Buffer.from(data, 'base64')
    writeFileSync(path.join(pictureFolder, `${name}${ending}.webp`), bytes)
    console.log(`${name}${ending}.webp: ${Math.round(bytes.length / 1024)} kB`)
  }
  await page.context().close()
  return { name, device, width, height }
}

/** The list with what was taken now in the place of what it held. */
function mergePictures(taken: readonly TakenPicture[], isAll: boolean): PictureList {
  const kept = isAll ? [] : (JSON.parse(readFileSync(listFile, 'utf8')) as PictureList).pictures
  const names = new Set(taken.map(({ name }) => name))
  const all = [...kept.filter(({ name }) => !names.has(name)), ...taken]
  return { script: scriptHash(), pictures: all.toSorted((one, other) => (one.name < other.name ? -1 : 1)) }
}

const scenes = [...clinicScenes, ...patientScenes]
const requestedNames = process.argv.slice(2)
const unknown = requestedNames.find((name) => !scenes.some((scene) => scene.name === name))
if (unknown) throw new Error(`'${unknown}' is none of: ${scenes.map(({ name }) => name).join(', ')}`)

await build(buildSteps.map(({ name }) => name))
const dataDir = mkdtempSync(path.join(tmpdir(), 'candour-pictures-'))
const server = startServer({ dataDir, port })
try {
  await untilReady(address)
  const stage = await openStage(address, dataDir)
  const taken: TakenPicture[] = []
  for (const scene of scenes)
    if (requestedNames.length === 0 || requestedNames.includes(scene.name))
      taken.push(await takePicture(stage, scene))
  await stage.close()
  writeFileSync(listFile, `${JSON.stringify(mergePictures(taken, requestedNames.length === 0), null, 2)}\n`)
} finally {
  server.kill('SIGTERM')
  await new Promise((resolve) => server.once('exit', resolve))
  rmSync(dataDir, { recursive: true, force: true })
}
