import { cpSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { App } from '../../server/app.ts'
import { prepareFile } from '../../server/platform/http/servable.ts'
import { openTestApp, type TestApp } from '../../server/testing/test-app.ts'
import { startBrowser, startCrawler } from './screen-crawler.ts'
import { freePort, pageTable, servePages } from './served-pages.ts'

/**
 * What outside tools reported and we say is no fault (docs/security-reports.md): each is tried here as whoever would use
 * it, and has to come to nothing.
 */
let testApp: TestApp
let app: App
let address: string
let browser: Browser
beforeAll(async () => {
  testApp = await openTestApp()
  address = `http://localhost:${await freePort()}`
  app = await servePages(testApp, address)
  await app.http.listen({ host: '127.0.0.1', port: Number(new URL(address).port) })
  browser = await startBrowser()
})
afterAll(async () => {
  await browser.close()
  await app.close()
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

/** An address of each kind of page, by how its headers are written. */
const pageOfEach = () => {
  const plain = pageTable.pages.filter(({ pattern }) => !pattern.includes(':') && !pattern.includes('*'))
  const classes = [...new Set(pageTable.pages.map(({ headerClass }) => headerClass))]
  return classes.map((headerClass) => {
    const own = plain.find((page) => page.headerClass === headerClass)
    return own?.pattern ?? pageTable.pages.find((page) => page.headerClass === headerClass)!.pattern
  })
}

describe('without X-Frame-Options', () => {
  it('no page is shown within a page of somebody else', async () => {
    const inner = '<h1>Within</h1>'
    const attacker = createServer((request, answer) => {
      const framed = new URL(request.url!, 'http://a').searchParams.get('page')
      answer.setHeader('content-type', 'text/html')
      answer.end(framed ? `<iframe src="${framed}"></iframe>` : inner)
    }).listen(0, '127.0.0.1')
    await once(attacker, 'listening')
    const elsewhere = `http://127.0.0.1:${(attacker.address() as AddressInfo).port}`
    const page = await browser.newPage()
    /** What a page of somebody else shows in its frame. */
    const framed = async (url: string): Promise<string> => {
      await page.goto(`${elsewhere}/?page=${encodeURIComponent(url)}`)
      return (await page.frames()[1]!.evaluate('document.documentElement.outerHTML')) as string
    }
    // Such a frame does show what lets itself be framed.
    expect(await framed(`${elsewhere}/`)).toContain(inner)
    const kinds = pageOfEach()
    expect(kinds.length).toBeGreaterThan(3)
    for (const pattern of kinds) {
      const own = await (await fetch(address + pattern)).text()
      const [title] = /<title>[^<]+<\/title>/.exec(own)!
      const refused = page.waitForEvent('console', {
        predicate: (message) => /frame-ancestors/.test(message.text()),
      })
      expect(await framed(address + pattern), pattern).not.toContain(title)
      await refused
    }
    await page.close()
    attacker.close()
  })
})

describe('without X-XSS-Protection', () => {
  it('what an address says runs nothing and becomes no markup', async () => {
    const script = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
    const words = encodeURIComponent(script)
    const paths = pageOfEach().flatMap((pattern) => [
      `${pattern}?next=${words}&search=${words}&name=${words}&${words}=1#${words}`,
      `${pattern}?next=javascript:alert(1)#javascript:alert(1)`,
    ])
    const tour = await startCrawler(address)
    const seen = await tour.visit({}, [...paths, `/login/${words}`, `/supporter/${words}`, `/${words}`])
    await tour.close()
    expect(seen.flatMap(({ path: at, alarms }) => alarms.map((alarm) => `${at} ${alarm}`))).toEqual([])
  })
})

describe('an ETag', () => {
  it('is the same of the same bytes on other inodes, and another of other bytes', () => {
    const folders = [1, 2].map(() => mkdtempSync(path.join(tmpdir(), 'candour-inodes-')))
    const [one, other] = folders as [string, string]
    writeFileSync(path.join(one, 'a.css'), 'body { color: black }')
    cpSync(path.join(one, 'a.css'), path.join(other, 'a.css'))
    expect(statSync(path.join(one, 'a.css')).ino).not.toBe(statSync(path.join(other, 'a.css')).ino)
    const etagIn = (folder: string) => prepareFile(folder, 'a.css', {}).etag
    expect(etagIn(one)).toBe(etagIn(other))
    const { ino } = statSync(path.join(other, 'a.css'))
    writeFileSync(path.join(other, 'a.css'), 'body { color: white }')
    expect(statSync(path.join(other, 'a.css')).ino).toBe(ino)
    expect(etagIn(one)).not.toBe(etagIn(other))
    for (const folder of folders) rmSync(folder, { recursive: true })
  })
})

describe('an address that robots.txt names, or that is there', () => {
  /** Words that only data of a practice holds. */
  async function ownWords(): Promise<string[]> {
    const { rows } = await testApp.owner.query<{ word: string }>(
      `select name as word from clinics union select email from staff union select last_name from staff
       union select last_name from patients union select id::text from patients`,
    )
    return rows.map(({ word }) => word).filter((word) => word.length > 3)
  }

  it('answers nobody with data', async () => {
    await testApp.clinicA.addSent()
    const words = await ownWords()
    expect(words.length).toBeGreaterThan(10)
    const robots = await (await fetch(`${address}/robots.txt`)).text()
    const named = Array.from(robots.matchAll(/^Disallow: (.+)$/gm), ([, one]) => one!)
    expect(named.length).toBeGreaterThan(10)
    const found = ['/login', '/register', '/setup', '/status', '/supporter/tupdate.php']
    for (const one of [...named, ...named.map((each) => `${each}/`), ...found]) {
      const answer = await fetch(address + one, { redirect: 'manual' })
      const body = await answer.text()
      expect(answer.headers.getSetCookie(), one).toEqual([])
      expect(
        words.filter((word) => body.includes(word)),
        one,
      ).toEqual([])
    }
  })
})
