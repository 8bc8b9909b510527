import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { publicPaths } from './route-paths.ts'
import { inlineScriptHashes, buildPageTable } from './route-table.ts'
import { withoutScripts } from './static-pages.ts'

const sha256 = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`

test('hashes each inline script once, as it stands, and no script with a source', () => {
  const html = `<script>a()</script><script type="module" async="">\nb()\n</script><script src="/x.js"></script><script>a()</script>`
  expect(inlineScriptHashes(html)).toEqual([sha256('a()'), sha256('\nb()\n')])
})

test('data for search engines is no script, and needs no hash', () => {
  expect(inlineScriptHashes(`<script type="application/ld+json">{"a":1}</script>`)).toEqual([])
})

test('a still page keeps its data and the small script of its own', () => {
  const kept = `<script async="" type="module" src="/m.mjs" data-still=""></script><script type="application/ld+json">{}</script>`
  expect(withoutScripts(`${kept}<script src="/b.js"></script>`)).toBe(kept)
})

test('a still page keeps its words and loses its scripts', () => {
  const html = `<link rel="stylesheet" href="/a.css"/><link rel="modulepreload" href="/a.js"/><p>Words</p><script>a("</p>")</script><script src="/b.js"></script>`
  expect(withoutScripts(html)).toBe('<link rel="stylesheet" href="/a.css"/><p>Words</p>')
})

let webDir: string
const put = (name: string, text = '') => {
  mkdirSync(path.dirname(path.join(webDir, name)), { recursive: true })
  writeFileSync(path.join(webDir, name), text)
}
beforeEach(() => {
  webDir = mkdtempSync(path.join(tmpdir(), 'web-build-'))
  for (const page of [...publicPaths(), '/404']) put(path.join('client', page, 'index.html'))
  put('client/__spa-fallback.html', '<script>start()</script>')
  put('patient/index.html')
  put('patient/address.html')
  put('patient/trial.html')
  put('embed/embed.html')
  put('client/assets/app-1a2b.js')
  put('client/assets/app-1a2b.js.br')
  put('client/assets/app-1a2b.js.gz.draft')
})
afterEach(() => rmSync(webDir, { recursive: true }))

test('every route has its document, state and header class', async () => {
  const { pages, notFound, wrongAddress, headerClasses } = await buildPageTable(
    webDir,
    'https://built.example',
  )
  const of = (pattern: string) => pages.find((page) => page.pattern === pattern)
  expect(of('/')).toMatchObject({
    file: 'client/index.html',
    status: 200,
    headerClass: 'public',
    scriptHashes: [],
  })
  expect(of('/login')).toMatchObject({ file: 'client/login/index.html', headerClass: 'public' })
  expect(of('/clinic/patients/:patientId/edit')).toEqual({
    pattern: '/clinic/patients/:patientId/edit',
    file: 'client/__spa-fallback.html',
    status: 200,
    headerClass: 'app',
    scriptHashes: [sha256('start()')],
  })
  expect(of('/admin')).toMatchObject({ headerClass: 'app' })
  expect(of('/sign-consent/:accessToken')).toMatchObject({
    file: 'patient/index.html',
    headerClass: 'patient',
  })
  expect(of('/consent-pdf/:consentId')).toMatchObject({
    file: 'patient/address.html',
    headerClass: 'patient',
  })
  expect(of('/try-consent')).toMatchObject({ file: 'patient/trial.html', headerClass: 'trial' })
  expect(headerClasses.trial).toMatchObject({ framedBySite: true, callsNobody: true })
  const framed = Object.values(headerClasses).filter(({ framedBySite }) => framedBySite)
  expect(framed).toHaveLength(1)
  expect(of('/embed/:frameId')).toMatchObject({ file: 'embed/embed.html', headerClass: 'embed' })
  const shownElsewhere = pages.filter(({ headerClass }) => headerClasses[headerClass]!.framedByNamedSite)
  expect(shownElsewhere.map(({ pattern }) => pattern)).toEqual(['/embed/:frameId'])
  expect(headerClasses.embed).toMatchObject({ cacheControl: 'no-store', referrerPolicy: 'no-referrer' })
  expect(notFound).toMatchObject({ file: 'client/404/index.html', status: 404 })
  expect(of('/clinic/*')).toMatchObject({ file: 'client/__spa-fallback.html', status: 404 })
  expect(of('/wrong-address')).toBeUndefined()
  expect(wrongAddress).toMatchObject({ file: 'client/wrong-address/index.html', status: 421 })
  expect(headerClasses.patient).toEqual({
    cacheControl: 'no-store',
    referrerPolicy: 'no-referrer',
    robots: 'noindex, nofollow',
  })
  expect(headerClasses.app).toMatchObject({ robots: 'noindex, nofollow' })
  expect(headerClasses.public).not.toHaveProperty('robots')
})

test('lists files by their own path, without documents and compressed twins', async () => {
  put('patient/patient-assets/sign-3c4d.js')
  put('embed/embed-assets/embed-5e6f.js')
  const { files } = await buildPageTable(webDir, 'https://built.example')
  expect(files).toEqual({
    '/assets/app-1a2b.js': 'client/assets/app-1a2b.js',
    '/patient-assets/sign-3c4d.js': 'patient/patient-assets/sign-3c4d.js',
    '/embed-assets/embed-5e6f.js': 'embed/embed-assets/embed-5e6f.js',
  })
})

test('two builds may not claim one path', async () => {
  put('patient/assets/app-1a2b.js')
  await expect(buildPageTable(webDir, 'https://built.example')).rejects.toThrow("'assets/app-1a2b.js'")
})
