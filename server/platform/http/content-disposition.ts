/** Letters that plain headers can carry: accents go, and what is left of other scripts gives way to a dash. */
const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\w.-]+/g, '-')

const encoded = (name: string): string =>
  encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** How a file is to be shown and called: its name in plain letters, and in its own where they differ (RFC 6266). */
export function contentDisposition(name: string, how: 'inline' | 'attachment' = 'inline'): string {
  const fallback = plain(name)
  const own = fallback === name ? '' : `; filename*=UTF-8''${encoded(name)}`
  return `${how}; filename="${fallback}"${own}`
}
