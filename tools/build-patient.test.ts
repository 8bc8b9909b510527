import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPatient } from './build-patient.ts'

/** First-load script of the patient pages, compressed. It weighs 26,300, with unsent text kept; the rest is for what patients are still to get. */
const first_load_bytes_max = 28_000
/** What no budget of theirs may pass (rulings 31). */
const first_load_bytes_ceiling = 70_000

let outDir: string
let page: string
const built = (path: string) => readFile(join(outDir, path))
const firstScripts = () => [...page.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, src]) => src!)

beforeAll(async () => {
  outDir = await mkdtemp(join(tmpdir(), 'candour-patient-'))
  await buildPatient({ outDir })
  page = (await built('index.html')).toString()
})
afterAll(() => rm(outDir, { recursive: true }))

test('the first load stays within its budget', async () => {
  const files = await Promise.all(firstScripts().map(built))
  const bytes = files.reduce((sum, file) => sum + brotliCompressSync(file).length, 0)
  expect(bytes).toBeGreaterThan(10_000)
  expect(bytes).toBeLessThanOrEqual(first_load_bytes_max)
  expect(first_load_bytes_max).toBeLessThanOrEqual(first_load_bytes_ceiling)
})

test('the drawings of Easy Read are in a file of their own, which only who reads it fetches', async () => {
  const names = (await readdir(join(outDir, 'patient-assets'))).filter((name) => name.endsWith('.js'))
  const drawn = await Promise.all(
    names.map(async (name) => ({ name, text: (await built(`patient-assets/${name}`)).toString() })),
  )
  const holding = drawn.filter(
    ({ text }) => text.includes('viewBox=\\"0 0 48 48\\"') || text.includes('viewBox="0 0 48 48"'),
  )
  expect(holding.map(({ name }) => name.startsWith('easy-read-pages-'))).toEqual([true])
  const first = firstScripts().join()
  expect(first).not.toContain('easy-read')
  expect(brotliCompressSync(holding[0]!.text).length).toBeLessThan(16_000)
})

test('the birth-date page is in the HTML, in its language, and nothing in it needs an unsafe policy', () => {
  expect(page).toMatch(/<html lang="en-GB" dir="ltr" data-mode="production">/)
  expect(page).toMatch(/<h1[^>]*>What is the date of birth/)
  expect(page.match(/<input[^>]*name="dateOfBirth(Day|Month|Year)"/g)).toHaveLength(3)
  expect(page).not.toMatch(/%\w+%/)
  expect(page).not.toMatch(/<script(?![^>]* src=)|<style| style="| on\w+="/)
})

test('a consent’s own address asks for no birth date before it is known who looks', async () => {
  const address = (await built('address.html')).toString()
  expect(address).not.toContain('dateOfBirth')
  expect(address).toContain(firstScripts()[0])
})

test('the form that anybody may try begins in its HTML, says what it is and is to be found', async () => {
  const trial = (await built('trial.html')).toString()
  expect(trial).toContain('Nothing you enter is sent or stored.')
  expect(trial).toMatch(/<h1[^>]*>What is the date of birth/)
  expect(trial).toMatch(/<link rel="canonical" href="https?:[^"]+\/try-consent" \/>/)
  expect(trial).not.toMatch(/noindex|%\w+%/)
  expect(page).toContain('noindex')
  const files = await Promise.all(firstScripts().map(built))
  expect(files.join('')).not.toContain('Nothing you enter is sent or stored.')
})

test('the form cannot put a birth date into an address before its script is there', () => {
  expect(page).toMatch(/<form[^>]* method="dialog"/)
})

test('each prefix that can be signed at has its worker, which knows every file but those of the trial', async () => {
  const names = await readdir(join(outDir, 'patient-assets'))
  const isOfTrial = (name: string) => name.startsWith('trial-') || name.startsWith('form.')
  const files = names.filter((name) => !isOfTrial(name)).map((name) => `/patient-assets/${name}`)
  expect(names.filter(isOfTrial).length).toBeGreaterThanOrEqual(5)
  for (const prefix of ['sign-consent', 'ai-consent']) {
    const worker = (await built(`${prefix}/sw.js`)).toString()
    for (const file of files) expect(worker).toContain(file)
    expect(worker).not.toMatch(/(SHELL|LANGUAGE)_(FILES|VERSION)/)
    expect(worker).not.toMatch(/\/patient-assets\/(trial-|form\.)/)
  }
})

test('nothing heavy is anywhere in the patient pages', async () => {
  const modules: string[] = []
  const root = join(import.meta.dirname, '..')
  await build({
    configFile: join(root, 'vite.patient.config.ts'),
    root: join(root, 'web/areas/patient'),
    logLevel: 'error',
    build: { write: false },
    plugins: [{ name: 'modules', moduleParsed: ({ id }) => void modules.push(id.slice(root.length)) }],
  })
  expect(modules.some((id) => id.includes('/preact/compat/'))).toBe(true)
  expect(modules.some((id) => id.includes('/signature_pad/'))).toBe(true)
  const heavy =
    /node_modules\/(react\/|react-dom|@base-ui|react-router|@react-router|zod|@orpc|@tanstack|lucide-react|@fontsource)/
  expect(modules.filter((id) => heavy.test(id))).toEqual([])
  const ours = modules.filter((id) => id.startsWith('/web/ui/') || id.startsWith('/contract/'))
  expect(
    ours.filter(
      (id) =>
        !/^\/web\/ui\/(plain\/|patient)|^\/contract\/(limits|errors|consent-states|language-detection|risk-basis|risk-figures|picture-annotations|worry-levels|understanding-state|viewing-state|preference-rules|drawn-strokes|calendar-day|date-parsing)\.ts/.test(
          id,
        ),
    ),
  ).toEqual([])
})
