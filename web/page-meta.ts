import type { MetaDescriptor } from 'react-router'
import site from '../build/content/page.site.json'

/** Written into prerendered pages; the server puts its own address in its place. */
const origin = () => (typeof location === 'undefined' ? site.origin : location.origin)

/** The title of a page behind a sign-in. */
export const pageTitle = (title: string): MetaDescriptor[] => [{ title: `${title} | ${site.name}` }]

/** A public page's title, description, canonical link and sharing card. */
export function publicMeta(
  path: string,
  { title, description }: { title: string; description: string },
): MetaDescriptor[] {
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
  ]
}
