import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { areas, patientPaths, trialPath } from '../../web/routes.ts'
import { pathsOf, publicPaths } from './route-paths.ts'

/** Pages that search engines are not told of: there is nothing to read on them. */
const excludedFromSitemap: readonly string[] = [
  '/login',
  '/login/link',
  '/login/back',
  '/admin-login',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  '/contact/sent',
  '/contact/unsent',
  '/wrong-address',
  '/locked',
  '/setup',
  '/setup/test',
  '/setup/fix-user',
  '/setup/reactivate-superadmin',
  '/setup/update-templates',
  '/setup/video-cost-comparison',
  '/setup/test-patient-creation',
]

/** Writes `robots.txt` and `sitemap.xml` from the public routes. */
export async function writeCrawlerFiles(dir: string, origin: string): Promise<void> {
  const listed = [...publicPaths().filter((path) => !excludedFromSitemap.includes(path)), trialPath]
  const urls = listed.map((path) => `  <url><loc>${origin}${path}</loc></url>`)
  const sitemap = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ]
  await writeFile(join(dir, 'sitemap.xml'), sitemap.join('\n'))
  // Links to consents are secret; a crawler that met one must not follow it.
  const closed = [
    '/api/',
    ...new Set([...pathsOf(areas.app), ...patientPaths].map((path) => `/${path.split('/')[1]}`)),
  ]
  const robots = [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ]
  await writeFile(join(dir, 'robots.txt'), robots.join('\n'))
}
