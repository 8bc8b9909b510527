/**
 * Draws the picture that stands beside a shared address, `npm run sharing-card`, from our own SVG. Done when the drawing
 * is changed, not in the build: the PNG is kept beside it, since those who show it take no SVG.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { findChromium } from '../system-programs.ts'

const drawing = readFileSync('web/sharing-card.svg', 'utf8')
const executablePath = findChromium()
const browser = await chromium.launch({ args: ['--no-sandbox'], ...(executablePath && { executablePath }) })
try {
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } })
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${drawing}`)
  writeFileSync('web/sharing-card.png', await page.screenshot())
} finally {
  await browser.close()
}
