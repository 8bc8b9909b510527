import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { findChromium } from '../system-programs.ts'

type Account = { name: string; email: string; password: string }
type Demo = { accounts: Account[]; patientLink: { url: string; dateOfBirth: string } }

/** What a picture is taken in: its window, and what the page draws around it. */
const devices = {
  desk: { width: 1200, height: 780 },
  phone: { width: 390, height: 780 },
  tablet: { width: 800, height: 600 },
  sheet: { width: 620, height: 876 },
} as const
export type Device = keyof typeof devices

/** The demo clinic, and whoever is looked over the shoulder of. */
export type PictureStage = {
  address: string
  /** A window of this kind; signed in where a first name of the demo's staff is given. */
  open(device: Device, firstName?: string): Promise<Page>
  /** What the product answers to this person of the practice. */
  read<T>(page: Page, path: string): Promise<T>
  /** Asks the product to do something, as this person. */
  ask<T>(page: Page, path: string, data: object): Promise<T>
  demo: Demo
  close(): Promise<void>
}

/** Half past ten of this day, so that a greeting and a calendar read alike whenever pictures are taken. */
function fixedTime(): Date {
  const moment = new Date()
  moment.setHours(10, 30, 0, 0)
  return moment
}

/**
 * Phones draw the patient's pages in their own typeface, and this machine may have none that a phone has. Inter, which
 * the other pages bring along, is the nearest to those of phones.
 */
function phoneFont(): string {
  const file = 'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'
  const data = readFileSync(path.join(import.meta.dirname, '../..', file)).toString('base64')
  return `@font-face { font-family: 'Phone'; font-weight: 100 900; src: url(data:font/woff2;base64,${data}) }
    :root, body, h1, h2, h3, h4 { font-family: 'Phone', sans-serif !important }`
}

/** Browsers draw a field for a day in their own language, and this one may be American: day and month change places. */
const useBritishDateFields = `
  ::-webkit-datetime-edit-month-field { position: relative; left: 1.5em }
  ::-webkit-datetime-edit-day-field { position: relative; left: -1.5em }`

const addStyle = (context: BrowserContext, css: string) =>
  context.addInitScript(`addEventListener('DOMContentLoaded', () => {
    const style = document.createElement('style')
    style.textContent = ${JSON.stringify(css)}
    document.head.append(style)
  })`)

async function openWindow(browser: Browser, device: Device): Promise<Page> {
  const context = await browser.newContext({
    viewport: devices[device],
    // Drawings and photographs of the page are fetched as for a sharp screen.
    deviceScaleFactor: 2,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    reducedMotion: 'reduce',
    hasTouch: device !== 'desk',
    serviceWorkers: 'block',
    // For the one style that hides the caret.
    bypassCSP: true,
  })
  if (device === 'phone' || device === 'tablet') await addStyle(context, phoneFont())
  await addStyle(context, useBritishDateFields)
  const page = await context.newPage()
  await page.clock.setFixedTime(fixedTime())
  return page
}

/** Opens the product's demo, as it runs at this address with this data directory. */
export async function openStage(address: string, dataDir: string): Promise<PictureStage> {
  const demo = JSON.parse(readFileSync(path.join(dataDir, 'demo.json'), 'utf8')) as Demo
  const executablePath = findChromium()
  const browser = await chromium.launch({
    args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none', '--hide-scrollbars'],
    ...(executablePath && { executablePath }),
  })
  const answerOf = async <T>(page: Page, method: 'get' | 'post', way: string, data?: object): Promise<T> => {
    const headers = { origin: address, 'idempotency-key': randomUUID() }
    const answer = await page.request[method](`${address}/api/${way}`, { headers, ...(data && { data }) })
    if (!answer.ok()) throw new Error(`${way} answered ${answer.status()}: ${await answer.text()}`)
    return (await answer.json()) as T
  }
  const stage: PictureStage = {
    address,
    demo,
    async open(device, firstName) {
      const page = await openWindow(browser, device)
      if (firstName) {
        const { email, password } = demo.accounts.find(({ name }) => name.startsWith(firstName))!
        await stage.ask(page, 'sign-in', { login: email, password })
      }
      return page
    },
    read: (page, way) => answerOf(page, 'get', way),
    ask: (page, way, data) => answerOf(page, 'post', way, data),
    close: () => browser.close(),
  }
  return stage
}
