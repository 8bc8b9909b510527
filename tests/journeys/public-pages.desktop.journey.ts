import type { Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, expectAccessible, test } from './journey.ts'

const solutions = [
  '/dental-consent-forms',
  '/dental-consent-plans',
  '/dental-compliance-software',
  '/digital-consent-dentists',
  '/dental-practice-management',
  '/dental-templates',
  '/dental-consent-software',
  '/dental-consent-management',
]

type PageMetadata = { title: string; description: string; canonical: string; links: string[]; words: string }

/** What search engines read of a page, and where it leads. */
const readMetadata = (page: Page): Promise<PageMetadata> =>
  page.evaluate<PageMetadata>(`({
    title: document.title,
    description: document.querySelector('meta[name=description]')?.content ?? '',
    canonical: document.querySelector('link[rel=canonical]')?.href ?? '',
    links: [...document.querySelectorAll('a[href]')].map(({ href }) => href),
    words: document.querySelector('main')?.textContent ?? '',
  })`)

/** Where a page of ours is behind a sign-in or a set-up token, or is no page. */
const isElsewhere = (path: string) =>
  /^\/(?:clinic|admin|setup|api|assets|readyz|templates\/consent)(?:\/|$)/.test(path)

test('who follows every link from the home page finds every page there, whole, and asks no other host', async ({
  page,
  demo,
}) => {
  const troubles: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(`${page.url()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => troubles.push(`${page.url()}: ${error.message}`))
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.protocol.startsWith('http') && url.origin !== demo.address)
      troubles.push(`${page.url()} asks ${url}`)
    // Another file of the font costs more than a page: a letter outside its first one is drawn by the device's.
    if (/inter-(?!latin-wght)[^/]*\.woff2$/.test(url.pathname)) troubles.push(`${page.url()} asks ${url}`)
  })
  const waiting = ['/']
  const seen = new Map<string, PageMetadata>()
  for (const path of waiting) {
    const answer = await page.goto(path)
    if (answer?.status() !== 200) troubles.push(`${path} answers ${answer?.status()}`)
    const found = await readMetadata(page)
    seen.set(path, found)
    for (const link of found.links) {
      const { origin, pathname, protocol } = new URL(link)
      if (!protocol.startsWith('http') || isElsewhere(pathname)) continue
      // Sources of the library are papers of other publishers.
      if (origin !== demo.address && path === '/our-evidence') continue
      if (origin !== demo.address) troubles.push(`${path} leads to ${link}`)
      else if (!waiting.includes(pathname)) waiting.push(pathname)
    }
  }
  expect(troubles).toEqual([])
  expect([...seen.keys()]).toEqual(expect.arrayContaining(solutions))
  for (const [path, { title, description, canonical }] of seen) {
    expect(title, path).not.toBe('')
    expect(description.length, path).toBeGreaterThan(30)
    expect(canonical, path).toBe(demo.address + path)
  }
  for (const part of ['title', 'description', 'canonical'] as const)
    expect(new Set([...seen.values()].map((head) => head[part])).size, part).toBe(seen.size)
})

test('links that lead behind the sign-in lead somewhere', async ({ page, signIn }) => {
  await page.goto('/dental-compliance-software')
  const { links } = await readMetadata(page)
  const inside = new Set(
    links.map((link) => new URL(link).pathname).filter((path) => path.startsWith('/clinic')),
  )
  expect(inside.size).toBeGreaterThan(3)
  await signIn(page, 'Amara')
  for (const path of inside) {
    await page.goto(path)
    await expect(page.getByRole('navigation', { name: 'Clinic' })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
  }
})

test('no two solution pages say the same', async ({ page }) => {
  const grams = new Map<string, Set<string>>()
  for (const path of ['/', ...solutions]) {
    await page.goto(path)
    const words = (await readMetadata(page)).words.toLowerCase().match(/[\p{L}\p{N}’]+/gu) ?? []
    grams.set(path, new Set(words.slice(4).map((_, at) => words.slice(at, at + 5).join(' '))))
  }
  for (const [one, ofOne] of grams)
    for (const [other, ofOther] of grams) {
      if (one >= other) continue
      const both = [...ofOne].filter((gram) => ofOther.has(gram)).length
      expect(both / Math.min(ofOne.size, ofOther.size), `${one} and ${other}`).toBeLessThan(0.15)
    }
})

test('a template is searched, found and read in full', async ({ page }) => {
  await page.goto('/dental-templates')
  await expectAccessible(page)
  const field = page.getByRole('searchbox', { name: 'Search treatments' })
  await field.fill('wisdom simple')
  await expect(page.getByRole('status')).toHaveText('1 template')
  await field.fill('nothing is called this')
  await expect(page.getByRole('status')).toContainText('No templates found')
  await field.fill('wisdom simple')
  await page.getByRole('link', { name: 'Simple Wisdom Tooth Extraction' }).click()
  await expect(page).toHaveURL(/\/dental-templates\/tooth-extraction#simple-wisdom-tooth-extraction$/)
  await expect(page.locator('#simple-wisdom-tooth-extraction')).toContainText('Aftercare Instructions')
  await expect(page.locator('#simple-wisdom-tooth-extraction')).toBeVisible()
  await expectAccessible(page)
})

test('what the library rests on is counted, and each publication can be opened', async ({ page }) => {
  const evidence = JSON.parse(
    readFileSync(path.join(import.meta.dirname, '../../build/content/library-evidence.json'), 'utf8'),
  ) as Record<'seriousSourced' | 'serious' | 'awaitingReview' | 'templates', number> & {
    certainty: { opinion: number }
    published: { url: string }[]
  }
  await page.goto('/dental-templates')
  await page.getByRole('main').getByRole('link', { name: 'Our evidence' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our evidence')
  const main = page.getByRole('main')
  const number = new Intl.NumberFormat('en-GB')
  const share = `${number.format(evidence.seriousSourced)} of ${number.format(evidence.serious)}`
  await expect(main.locator('dl > div', { hasText: 'Serious risks with a source' })).toContainText(share)
  await expect(main).toContainText(
    `${evidence.awaitingReview} of ${evidence.templates} templates are awaiting clinical review`,
  )
  await expect(main.getByRole('row', { name: /^Opinion/ })).toContainText(
    number.format(evidence.certainty.opinion),
  )
  await main.getByText('Show all sources').click()
  await expect(main.locator('#published-sources a').first()).toBeVisible()
  const addresses = await main
    .locator('#published-sources a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(addresses).toEqual(evidence.published.map(({ url }) => url))
  await expectAccessible(page)
})

test('each page is accessible, and holds at every width and without script', async ({
  browser,
  page,
  demo,
}) => {
  for (const path of ['/', ...solutions]) {
    await page.goto(path)
    // The form to try stands in a frame of the home page, and is looked at by a story of its own.
    await page.locator('iframe').evaluateAll((frames) => frames.forEach((frame) => frame.remove()))
    await expectAccessible(page)
  }
  const still = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  const reader = await still.newPage()
  for (const address of ['/', ...solutions, '/our-evidence']) {
    await reader.goto(demo.address + address)
    await expect(reader.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(reader.locator('main section').last()).toBeVisible()
  }
  await reader.goto(`${demo.address}/dental-templates`)
  await expect(reader.getByRole('searchbox')).toBeHidden()
  await reader.getByRole('heading', { name: 'Urgent Care' }).click()
  await expect(reader.getByRole('link', { name: /Read all templates.*Urgent Care/ })).toBeVisible()
  await still.close()
})
