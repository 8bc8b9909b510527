/** What a class of documents is served with, beyond the headers that all of them carry. */
export type HeaderClass = {
  cacheControl: string
  referrerPolicy: string
  /** What search engines are told; nothing where they may list the page. */
  robots?: string
  /** Pages of this site may show it in a frame; no others may, and no other page of it is shown in any. */
  framedBySite?: boolean
  /** Pages of one other site may show it, which the address of the page names (`PageServerOptions.frameOrigins`). */
  framedByNamedSite?: boolean
  /** It sends nothing anywhere: neither calls nor forms. */
  callsNobody?: boolean
}

/** One route and the document that answers it. */
export type Page = {
  /** As the HTTP server writes patterns: '/items/:itemId'; '*' for the page of unlisted paths. */
  pattern: string
  /** The document's path inside the web build. */
  file: string
  status: number
  /** A key of `PageTable.headerClasses`. */
  headerClass: string
  /** Content-Security-Policy sources of the document's inline scripts: 'sha256-…'. */
  scriptHashes: string[]
}

/** Everything that may be served from a web build; nothing else is. */
export type PageTable = {
  /** The origin that the documents were written for; replaced by the one they are served under. */
  origin: string
  headerClasses: Record<string, HeaderClass>
  pages: Page[]
  notFound: Page
  /** What every page answers with at another host than the origin's; `pathAsked` stands in it for the page's path. */
  wrongAddress: Page & { pathAsked: string }
  /** What a page answers with whose form was posted without a script and not taken: its pattern is the page's. */
  forms: Page[]
  /** URL path → path inside the web build. */
  files: Record<string, string>
}
