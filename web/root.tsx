import { useEffect, useLayoutEffect, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { Link, Links, Meta, Outlet, Scripts, ScrollRestoration, type LinksFunction } from 'react-router'
import interUrl from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import site from '../build/content/page.site.json'
import type { Route } from './+types/root.ts'
import { ApplicationError } from './application-error.tsx'
import faviconUrl from './favicon.svg?url&no-inline'
import { mode } from './mode.ts'
import {
  ConnectionNotice,
  NavigationSpinner,
  ScrollOnceDrawn,
  useFocusOnNavigation,
} from './navigation-feedback.tsx'
import { homeMeta } from './page-meta.ts'
import { LinkProvider, type LinkProps } from './ui/plain/link.tsx'
import { provideRandomUuid } from './ui/plain/random-uuid.ts'
import { Spinner } from './ui/plain/spinner.tsx'
import './app.css'

provideRandomUuid()

export const links: LinksFunction = () => [
  { rel: 'icon', href: faviconUrl, type: 'image/svg+xml' },
  { rel: 'preload', href: interUrl, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
]

export const meta = homeMeta

const end_of_page = 'end-of-page'

/** Whether Preact draws, in a browser: it draws the body alone (docs/decisions, all pages by Preact). */
const drawsBody = import.meta.env.PROD && typeof document !== 'undefined'

/** What the head was written with ahead, until the page writes its own. */
const writtenAhead = drawsBody
  ? [
      ...document.head.querySelectorAll(
        'title, meta[property], meta[name]:not([name="viewport"]), link[rel="canonical"], script[type="application/ld+json"]',
      ),
    ]
  : []

/** The whole page where it is written ahead; in the browser, what stands in its body, and of its head what changes. */
export function Layout({ children }: { children: ReactNode }) {
  useLayoutEffect(() => {
    for (const node of writtenAhead.splice(0)) node.remove()
  }, [])
  const end = <span id={end_of_page} hidden />
  if (drawsBody)
    return (
      <>
        {children}
        {end}
        <ScrollOnceDrawn />
        <Scripts />
        {createPortal(<Meta />, document.head)}
      </>
    )
  return (
    <html lang="en-GB" data-mode={mode} data-support={site.supportEmail}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
        {/* What is shown before the whole page is read moves while the rest of it comes. */}
        <link rel="expect" href={`#${end_of_page}`} blocking="render" />
      </head>
      <body>
        {children}
        {end}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

const RouterLink = ({ href, ...rest }: LinkProps) => <Link to={href} {...rest} />

export default function Root() {
  useFocusOnNavigation()
  useEffect(logUncaught, [])
  return (
    <LinkProvider component={RouterLink}>
      <NavigationSpinner />
      <ConnectionNotice />
      <Outlet />
    </LinkProvider>
  )
}

/** Errors that nothing caught are only logged: they must not take the page away. */
function logUncaught() {
  const stop = new AbortController()
  const { signal } = stop
  window.addEventListener('error', (event) => console.error('Uncaught error', event.error), { signal })
  window.addEventListener(
    'unhandledrejection',
    (event) => console.error('Unhandled rejection', event.reason),
    { signal },
  )
  return () => stop.abort()
}

export function HydrateFallback() {
  return (
    <>
      <noscript>
        <p className="p-6">This page needs JavaScript. Allow it for this site, then load the page again.</p>
      </noscript>
      <Spinner size="screen" />
      <ConnectionNotice />
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ApplicationError error={error} />
}
