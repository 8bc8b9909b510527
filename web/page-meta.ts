import type { MetaDescriptor } from 'react-router'
import site from '../build/content/page.site.json'
import cardUrl from './sharing-card.png?url&no-inline'
import { windowTitle } from './ui/window-title.ts'

/** Written into prerendered pages; the server puts its own address in its place. */
const origin = () => (typeof location === 'undefined' ? site.origin : location.origin)

/** The head of a page behind a sign-in: its own title, and the rest as on the home page. */
export const pageTitle = (title: string): MetaDescriptor[] => [
  ...homeMeta().filter((descriptor) => !('title' in descriptor)),
  { title: windowTitle(title, site.name) },
]

/** What pages without words of their own have; leaving a page brings it back. */
export const homeMeta = (): MetaDescriptor[] => publicMeta('/', site)

type PageTexts = {
  title: string
  description: string
  /** Of the page's own picture, 1200 by 630; the product's where there is none. */
  picture?: string
}

/** A public page's title, description, canonical link and sharing card. */
export function publicMeta(path: string, { title, description, picture }: PageTexts): MetaDescriptor[] {
  const address = origin() + path
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: site.name },
    { property: 'og:locale', content: 'en_GB' },
    { property: 'og:image', content: origin() + (picture ?? cardUrl) },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: picture ? title : site.cardText },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(path === '/' ? [{ 'script:ld+json': productStructuredData() }] : []),
  ]
}

/** A page that there is nothing to find on: it is read by whoever was sent there. */
export const unlistedMeta = (path: string, words: PageTexts): MetaDescriptor[] => [
  ...publicMeta(path, words),
  { name: 'robots', content: 'noindex' },
]

/** What search engines are told of the product: what it is, and no rating or price that nobody gave. */
function productStructuredData(): Record<string, unknown> {
  const url = `${origin()}/`
  const organisation = { '@type': 'Organization', '@id': `${url}#organisation`, name: site.name, url }
  const software = {
    '@type': 'SoftwareApplication',
    name: site.name,
    url,
    description: site.description,
    image: origin() + cardUrl,
    applicationCategory: 'BusinessApplication',
    operatingSystem: 'Any, in a web browser',
    inLanguage: 'en-GB',
    publisher: { '@id': organisation['@id'] },
  }
  return { '@context': 'https://schema.org', '@graph': [organisation, software] }
}
